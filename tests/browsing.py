"""A browser for tests of pages: Debian's Chromium, driven by Playwright, which `pip install '.[browser]'` installs."""

import importlib.util
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium")

IN_A_BROWSER = pytest.mark.skipif(
    CHROMIUM is None or importlib.util.find_spec("playwright") is None, reason="Chromium or Playwright is missing"
)

ALONE = (
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)


CONTRASTS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const over = (...colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const each of colours) { canvas.fillStyle = each; canvas.fillRect(0, 0, 1, 1); }
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const luminance = (rgb) => [0.2126, 0.7152, 0.0722].map((weight, k) => {
    const value = rgb[k] / 255;
    return weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }).reduce((sum, each) => sum + each);
  const ratio = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const found = [];
  for (const each of document.querySelectorAll("body *")) {
    const style = getComputedStyle(each), box = each.getBoundingClientRect();
    const said = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (["SCRIPT", "STYLE"].includes(each.tagName) || !box.width || style.visibility !== "visible") continue;
    const below = [];
    for (let at = each; at; at = at.parentElement) below.unshift(getComputedStyle(at).backgroundColor);
    if (said) found.push([ratio(over(...below), over(...below, style.color)), 4.5, each.outerHTML.slice(0, 80)]);
    if (style.outlineStyle !== "none" && each.tagName === "TD")
      found.push([ratio(over(...below), over(...below, style.outlineColor)), 3, each.outerHTML.slice(0, 80)]);
  }
  return found;
}"""
"""Of each text, and of each outlined cell, its contrast as it is drawn, the least it needs, and its element."""


@contextmanager
def started() -> Iterator[Any]:
    """Start the browser, and end it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Playwright gives every browser a profile of its own, in a new folder.
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ALONE, chromium_sandbox=False)
        yield found
        found.close()
