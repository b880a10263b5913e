/**
 * What ignores the second click of a double click: a button that sends a form, because the request of the first may be answered between the
 * two, and what lies around a dialog, because the first may have opened it.
 */
const ONCE = 'button[type="submit"], [data-once], .mantine-Overlay-root';

/**
 * Ignores the second click of a double click where it would do something else than the first, and the repeated Enter of a key that is held.
 * Returns a function that stops this.
 */
export function ignoreDoublePress(root: Document): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.detail < 2 || !(event.target instanceof Element)) return;
    if (event.target.closest(ONCE) !== null) stop(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.repeat || event.key !== 'Enter') return;
    const sends = !(event.target instanceof HTMLTextAreaElement) || event.ctrlKey || event.metaKey;
    if (sends) stop(event);
  };
  root.addEventListener('click', onClick, true);
  root.addEventListener('keydown', onKeyDown, true);
  return () => {
    root.removeEventListener('click', onClick, true);
    root.removeEventListener('keydown', onKeyDown, true);
  };
}

/** Whether the event that is being handled is the second click of a double click, or a later one. */
export function isSecondPress(event: Event | undefined = globalThis.window?.event): boolean {
  return event !== undefined && event.type === 'click' && (event as MouseEvent).detail > 1;
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
