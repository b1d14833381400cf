// Make every block that is wider than its place focusable, so that the arrow keys scroll it.
function reachable() {
  const wide = ".md-typeset__scrollwrap, .md-typeset math[display=block], .md-typeset pre > code, .output > div";
  for (const each of document.querySelectorAll(wide)) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
  }
}
document$.subscribe(() => setTimeout(reachable));
addEventListener("resize", reachable);
