/** Whether the next heading belongs to a page that the user navigated to. */
let expected = false;

export function expectFocus(): void {
  expected = true;
}

/** Moves the focus to the heading of a new page, so that a screen reader announces it. The first page keeps the browser's focus. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!expected || heading === null) return;
  expected = false;
  heading.focus({ preventScroll: true });
}
