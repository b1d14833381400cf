const boxes = [...document.querySelectorAll(".legend input")];
for (const box of boxes)
  box.addEventListener("change", () => {
    const left = boxes.filter((other) => !other.checked).map((other) => ".claim-" + other.value).join();
    for (const each of document.querySelectorAll("[class*=claim-]")) each.hidden = left && each.matches(left);
  });
const reachable = () => {
  for (const each of document.querySelectorAll(".formula"))
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
};
addEventListener("resize", reachable);
reachable();
