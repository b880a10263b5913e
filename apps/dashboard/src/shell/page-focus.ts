/** Whether the next heading that appears belongs to a page that somebody navigated to. */
let expected = false;

export function expectFocus(): void {
  expected = true;
}

/** Move the focus to the heading of a new page, so that a screen reader says where it is now. The first page keeps the browser's own start. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!expected || heading === null) return;
  expected = false;
  heading.focus({ preventScroll: true });
}
