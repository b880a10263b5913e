import type { Page } from 'playwright-core';

/**
 * Returns what does not fit into the window: elements that reach beyond its right edge, unless they scroll sideways within something, dialogs
 * that scroll sideways, badges whose text is cut, and texts in a column of a few letters.
 */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const scrolls = (element: Element): boolean => {
      let isAbsolute = getComputedStyle(element).position === 'absolute';
      for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
        const { overflowX, position } = getComputedStyle(parent);
        // An absolutely positioned element scrolls with its positioned ancestor.
        if (isAbsolute && position === 'static') continue;
        if (['auto', 'scroll'].includes(overflowX)) return true;
        // For screen readers alone.
        if (overflowX === 'hidden' && parent.clientWidth <= 1) return true;
        isAbsolute = position === 'absolute';
      }
      return false;
    };
    const nameOf = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${element.textContent?.slice(0, 40)}`;
    const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const beyond = [...document.querySelectorAll('main *, [role=dialog] *, header *')].filter((element) => {
      const { bottom, right, width } = element.getBoundingClientRect();
      // Elements above the page are hidden there: the list of an editor whose cursor is out of sight.
      const isAbove = bottom + window.scrollY <= 0;
      return width > 0 && right > clientWidth + 0.5 && !isAbove && visible(element) && !scrolls(element);
    });
    const cut = [...document.querySelectorAll('.mantine-Badge-root, .mantine-Badge-label')].filter(
      (element) => visible(element) && element.scrollWidth > element.clientWidth + 1,
    );
    const ownText = (element: Element) =>
      [...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')).join('');
    const squeezed = [...document.querySelectorAll('main *, [role=dialog] *')].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width < 40 && height > 4 * width && ownText(element).length > 6 && visible(element);
    });
    const wide = document.documentElement.scrollWidth > clientWidth ? ['the page scrolls sideways'] : [];
    const dialogs = [...document.querySelectorAll('[role=dialog]')].filter(
      (element) => element.scrollWidth > element.clientWidth + 1 && visible(element),
    );
    return [
      ...wide,
      ...dialogs.map((each) => `a dialog scrolls sideways: ${nameOf(each)}`),
      ...beyond.slice(0, 5).map(nameOf),
      ...cut.slice(0, 5).map((each) => `cut: ${nameOf(each)}`),
      ...squeezed.slice(0, 5).map((each) => `squeezed: ${nameOf(each)}`),
    ];
  });
}

/** Returns the visible texts in Arabic that take their direction from the page, not from themselves. Code is always from left to right. */
export function withoutDirection(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const parent = node.parentElement;
      if (parent === null || !/[\u0600-\u06ff]/.test(text) || !parent.checkVisibility()) continue;
      if (parent.closest('code, pre, bdi') !== null) continue;
      if (parent.closest('[dir]')?.getAttribute('dir') === 'auto') continue;
      found.add(`<${parent.tagName.toLowerCase()} class="${parent.className}"> ${text.slice(0, 60)}`);
    }
    return [...found];
  });
}
