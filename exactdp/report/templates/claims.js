const boxes = [...document.querySelectorAll(".legend input")];
for (const box of boxes)
  box.addEventListener("change", () => {
    const left = boxes.filter((other) => !other.checked).map((other) => ".claim-" + other.value).join();
    for (const each of document.querySelectorAll("[class*=claim-]")) each.hidden = left && each.matches(left);
  });
