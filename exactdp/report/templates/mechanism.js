for (const verdict of document.querySelectorAll(".verdict"))
  verdict.addEventListener("toggle", () => {
    const cell = verdict.open && document.querySelector(".on-" + verdict.id.slice(8));
    if (!cell) return;
    const box = cell.closest(".box"), outer = box.getBoundingClientRect(), inner = cell.getBoundingClientRect();
    box.scrollBy(inner.left - outer.left - outer.width / 2, inner.top - outer.top - outer.height / 2);
  });
for (const place of document.querySelectorAll("a[data-other]")) {
  const cells = [place.hash.slice(1), place.dataset.other].map((id) => document.getElementById(id));
  for (const [event, on] of [["focus", true], ["mouseenter", true], ["blur", false], ["mouseleave", false]])
    place.addEventListener(event, () => cells.forEach((cell) => cell.classList.toggle("here", on)));
}
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll(".verdict, article > details")) each.open = true;
});
