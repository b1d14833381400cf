// What is wider than its place scrolls sideways: the keyboard reaches it, and the arrow keys then scroll it.
function reachable() {
  for (const each of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset math[display=block], .output > div")) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
  }
}
document$.subscribe(() => setTimeout(reachable));
addEventListener("resize", reachable);
