import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ignoreDoublePress, isSecondPress } from './ignore-double-press.js';

/** As much of an element as the guard asks for: `matches` is the selector that it or an ancestor matches. */
class FakeElement {
  readonly matches: string;

  constructor(matches = '') {
    this.matches = matches;
  }

  closest(selectors: string): FakeElement | null {
    return selectors.split(', ').includes(this.matches) ? this : null;
  }
}
class FakeTextArea extends FakeElement {}

/** The listeners of a document, which the test calls as a browser would. */
class FakeDocument {
  readonly listeners = new Map<string, (event: unknown) => void>();
  addEventListener(type: string, listener: (event: unknown) => void) {
    this.listeners.set(type, listener);
  }
  removeEventListener(type: string) {
    this.listeners.delete(type);
  }
  /** Sends an event; returns whether it was stopped. */
  send(type: string, members: object): boolean {
    const event = { preventDefault: vi.fn(), stopPropagation: vi.fn(), ...members };
    this.listeners.get(type)?.(event);
    expect(event.preventDefault.mock.calls.length).toBe(event.stopPropagation.mock.calls.length);
    return event.preventDefault.mock.calls.length > 0;
  }
}

let page: FakeDocument;
let stop: () => void;
beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLTextAreaElement', FakeTextArea);
  page = new FakeDocument();
  stop = ignoreDoublePress(page as unknown as Document);
});
afterEach(() => vi.unstubAllGlobals());

const submit = new FakeElement('button[type="submit"]');

test.each([
  [1, submit, false],
  [2, submit, true],
  [3, submit, true],
  [2, new FakeElement('[data-once]'), true],
  // The area around a dialog that the first click has opened. A single click there closes the dialog.
  [2, new FakeElement('.mantine-Overlay-root'), true],
  [1, new FakeElement('.mantine-Overlay-root'), false],
  // Other buttons may be clicked quickly, such as the steppers of a number.
  [2, new FakeElement('button'), false],
  // Enter in a field clicks the button with detail 0.
  [0, submit, false],
])('click number %i on %o is stopped: %s', (detail, target, stopped) => {
  expect(page.send('click', { detail, target })).toBe(stopped);
});

test.each([
  ['a held Enter in a field', { key: 'Enter', repeat: true, target: new FakeElement() }, true],
  ['the first Enter', { key: 'Enter', repeat: false, target: new FakeElement() }, false],
  ['another held key', { key: 'a', repeat: true, target: new FakeElement() }, false],
  ['lines in a text', { key: 'Enter', repeat: true, target: new FakeTextArea() }, false],
  ['Ctrl+Enter in a text', { key: 'Enter', repeat: true, ctrlKey: true, target: new FakeTextArea() }, true],
  ['⌘Enter in a text', { key: 'Enter', repeat: true, metaKey: true, target: new FakeTextArea() }, true],
])('%s', (_name, members, stopped) => {
  expect(page.send('keydown', members)).toBe(stopped);
});

test('it can be stopped', () => {
  stop();
  expect(page.listeners.size).toBe(0);
});

test.each([
  [undefined, false],
  [{ type: 'click', detail: 1 }, false],
  [{ type: 'click', detail: 2 }, true],
  [{ type: 'submit' }, false],
  [{ type: 'dblclick', detail: 2 }, false],
])('the second press: %o', (event, second) => {
  vi.stubGlobal('window', { event });
  expect(isSecondPress()).toBe(second);
});
