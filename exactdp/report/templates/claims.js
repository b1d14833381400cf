for (const box of document.querySelectorAll(".legend input"))
  box.addEventListener("change", () => {
    for (const each of document.querySelectorAll(".claim-" + box.value)) each.hidden = !box.checked;
  });
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("article > details")) each.open = true;
});
