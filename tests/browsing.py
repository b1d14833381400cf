"""Browsers for tests of pages: Debian's Chromium and Firefox, and axe-core, which finds accessibility errors.

`pip install '.[browser]'` installs what drives them, Playwright and Mozilla's Marionette, and axe-core.
"""

import importlib.util
import os
import re
import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium")

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")

AXE = importlib.util.find_spec("axe_playwright_python")

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
def chromium() -> Iterator[Any]:
    """Start Chromium, and end it; without it the test is skipped."""
    if CHROMIUM is None or importlib.util.find_spec("playwright") is None:
        pytest.skip("Chromium or Playwright is missing")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Playwright gives every browser a profile of its own, in a new folder.
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ALONE, chromium_sandbox=False)
        yield found
        found.close()


SERIOUS = """axe.run(document, { resultTypes: ["violations"] }).then((found) => [
  found.passes.length, found.violations.filter((each) => ["serious", "critical"].includes(each.impact)).flatMap(
    (each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 80)}`))])"""
"""How many rules of axe-core a page keeps, and each element that breaks one of its serious or critical rules."""


def violations(evaluate: Callable[[str], Any]) -> list[str]:
    """Return the elements that break a serious or critical rule of axe-core; `evaluate` runs a script in the page."""
    if AXE is None or AXE.origin is None:
        pytest.skip("axe-core is missing: pip install '.[browser]'")
    script = (Path(AXE.origin).parent / "axe.min.js").read_text(encoding="utf-8")
    kept, broken = evaluate(f"(() => {{ {script}\nreturn {SERIOUS}; }})()")
    assert kept > 10
    return list(broken)


class Firefox:
    """Debian's Firefox, in one window, with the colour scheme that pages are to find."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        driver.timeout.script = 120

    def open(self, path: Path, scheme: str = "light") -> None:
        self.driver.set_pref("layout.css.prefers-color-scheme.content-override", ["dark", "light"].index(scheme))
        self.driver.navigate(path.as_uri())

    def evaluate(self, script: str) -> Any:
        """Run a script in the page, and wait for the promise that it may give."""
        waits = f"const done = arguments[0]; Promise.resolve({script}).then(done, (error) => done(String(error)));"
        return self.driver.execute_async_script(waits, new_sandbox=True)

    def arrives_at(self, pattern: str) -> None:
        """Wait until the address of the page matches; a script would end with the page that is left."""
        from marionette_driver import Wait

        Wait(self.driver, timeout=60).until(lambda driver: re.search(pattern, driver.get_url()))

    def press(self, key: str) -> None:
        """Press a key, by the name that Marionette has for it, or type a text."""
        from marionette_driver.keys import Keys

        actions = self.driver.actions.sequence("key", "keyboard")
        for each in [getattr(Keys, key)] if hasattr(Keys, key) else key:
            actions.key_down(each).key_up(each)
        actions.perform()


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Start Firefox, and end it; without it the test is skipped."""
    if FIREFOX is None or importlib.util.find_spec("marionette_driver") is None:
        pytest.skip("Firefox or Marionette is missing")
    with warnings.catch_warnings():
        # What Mozilla's own packages warn of each other is theirs.
        warnings.simplefilter("ignore")
        from marionette_driver.marionette import Marionette

        driver = Marionette(bin=FIREFOX, headless=True, gecko_log=os.devnull)
        driver.start_session()
    try:
        yield Firefox(driver)
    finally:
        driver.quit()
        driver.cleanup()
