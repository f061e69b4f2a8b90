// Finds layout errors on the drawn screen: things that overflow the side, text that is cut off,
// buttons and fields that overlap or are too small to touch.

import type { Page } from 'playwright-core';

/** Returns one line per flaw; empty is good. */
export function untidy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Letters are drawn to whole pixels. */
    const SLACK = 1.5;
    /** Smallest height that a finger can hit. */
    const LEAST = 24;
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const root: Element = dialog ?? document.body;
    const wrong: string[] = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) wrong.push(`the page hangs ${wide} px over the side`);
    if (dialog && dialog.scrollWidth > dialog.clientWidth)
      wrong.push('the dialog is scrolled sideways');
    const seen = (it: Element) => {
      if (!it.checkVisibility({ checkVisibilityCSS: true })) return false;
      // Text for screen readers only is clipped to nothing.
      return getComputedStyle(it).clipPath === 'none' && it.closest('.hidden') === null;
    };
    const says = (it: Element) =>
      (it.getAttribute('aria-label') ?? it.textContent ?? '').trim().slice(0, 40) ||
      it.getAttribute('data-testid') ||
      it.tagName;
    const all = [...root.querySelectorAll<HTMLElement>('*')].filter(
      (it) => it instanceof HTMLElement && seen(it),
    );
    const ink = document.createElement('canvas').getContext('2d');
    for (const it of all) {
      const style = getComputedStyle(it);
      if (it instanceof HTMLSelectElement && ink) {
        ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const text = it.selectedOptions[0]?.textContent?.trim() ?? '';
        const room =
          it.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        if (ink.measureText(text).width > room + SLACK) wrong.push(`cut off: ${text}`);
      } else if (style.overflowX === 'auto' && it.querySelector(':scope > table')) {
        if (it.scrollWidth > it.clientWidth + SLACK) wrong.push(`a table is cut: ${says(it)}`);
      } else if (
        ['hidden', 'clip'].includes(style.overflowX) &&
        it.scrollWidth > it.clientWidth + SLACK &&
        [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      )
        wrong.push(`cut off: ${says(it)}`);
    }
    /** Returns the visible box of an element: a part scrolled out of sight covers nothing. */
    const shown = (it: Element) => {
      let { left, top, right, bottom } = it.getBoundingClientRect();
      for (let up = it.parentElement; up; up = up.parentElement) {
        if (getComputedStyle(up).overflowY === 'visible') continue;
        const by = up.getBoundingClientRect();
        [left, right] = [Math.max(left, by.left), Math.min(right, by.right)];
        [top, bottom] = [Math.max(top, by.top), Math.min(bottom, by.bottom)];
      }
      return { left, top, right, bottom };
    };
    const controls = all
      .filter((it) => it.matches('a[href], button, input, select, textarea, summary'))
      .map((it) => ({ it, box: shown(it) }))
      .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
    for (const [i, { it, box }] of controls.entries()) {
      // A checkbox is as large as its label.
      const touched = (it.closest('label') ?? it).getBoundingClientRect();
      // In three dimensions a press beside a unit counts too (table3d/pick.ts).
      const high = touched.height + (it.matches('button[data-unit]') ? 32 : 0);
      if (high < LEAST) wrong.push(`${Math.round(high)} px high: ${says(it)}`);
      for (const { it: other, box: by } of controls.slice(i + 1)) {
        if (it.contains(other) || other.contains(it)) continue;
        const across = Math.min(box.right, by.right) - Math.max(box.left, by.left);
        const down = Math.min(box.bottom, by.bottom) - Math.max(box.top, by.top);
        if (across <= SLACK || down <= SLACK) continue;
        // A sticky element covers what scrolls under it.
        const sticks = [it, other].some((one) => {
          for (let up: Element | null = one; up && up !== root; up = up.parentElement)
            if (['sticky', 'fixed'].includes(getComputedStyle(up).position)) return true;
          return false;
        });
        if (!sticks) wrong.push(`${says(it)} lies over ${says(other)}`);
      }
    }
    return wrong;
  });
}
