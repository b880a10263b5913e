import type { Content, Decoding, Frame, ScopePlan, Target } from '../state/decoding.js';
import { openElement } from '../values/nil.js';
import { skip } from '../values/skip.js';
import { openUntypedElement } from '../values/wildcard.js';
import { contentSlot } from './content-slot.js';
import { chooseWildcard } from './members.js';
import { endStrayEntry, strayText } from './stray-text.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;

/** States of a `$content` frame: the kind of its last entry. */
const AFTER_ENTRY = 0;
const IN_TEXT = 1;

/** In `$content` all wildcards have one key, and the order says which one admits an element. */
const isAlwaysUsable = (): boolean => true;

/** Starts `$content` after the attributes of a type whose content is mixed (MX-1) or needs its order (MX-2). */
export function beginEntries(decoding: Decoding, frame: Frame, scope: ScopePlan): void {
  frame.scope = scope;
  frame.count = 0;
  frame.ordinal = -1;
  frame.state = AFTER_ENTRY;
  decoding.out.fragment(contentSlot.opening);
}

/** Ordered content: strings, and objects with one key each. */
function entriesContent(mixed: boolean): Content {
  return {
    start(decoding, frame) {
      if (decoding.stray.length > 0) endStrayEntry(decoding, frame);
      const scope = frame.scope!;
      const name = decoding.reader.name!;
      const target = scope.byName.get(name.key)?.[0];
      if (target !== undefined) return startEntry(decoding, frame, target);
      const wildcard = chooseWildcard(scope, name, frame.ordinal, isAlwaysUsable);
      if (wildcard !== undefined) {
        return startOpenEntry(decoding, frame, wildcard.wildcard.processContents !== 'skip');
      }
      const lookalike = scope.byLocalName.get(name.localName);
      if (lookalike !== undefined) {
        decoding.warn('NAMESPACE_MISMATCH', `${name.key} taken for ${lookalike.name}`);
        return startEntry(decoding, frame, lookalike);
      }
      decoding.warn('UNKNOWN_ELEMENT', name.key);
      if (scope.unknown === undefined) skip(decoding);
      else startOpenEntry(decoding, frame, false);
    },
    text(decoding, frame) {
      if (mixed) appendText(decoding, frame);
      else strayText(decoding, frame);
    },
    end(decoding, frame) {
      endText(decoding, frame);
      const { whenEmpty } = frame.element!;
      if (mixed && frame.count === 0 && whenEmpty !== undefined)
        decoding.out.json(`${JSON.stringify(whenEmpty)},`);
      decoding.out.close(CLOSE_BRACKET);
      decoding.endObject();
    },
  };
}

export const mixedContent: Content = entriesContent(true);
export const orderedContent: Content = entriesContent(false);

function startEntry(decoding: Decoding, frame: Frame, target: Target): void {
  endText(decoding, frame);
  frame.ordinal = target.slot.ordinal;
  frame.count++;
  const { slot } = target;
  decoding.place(contentSlot, frame, slot.key);
  decoding.out.json(`{${JSON.stringify(slot.key)}:`);
  openElement(decoding, target.element!);
  decoding.frame.closers++;
}

/** An element that a wildcard admits (AN-1), or that nothing declares (TR-1). */
function startOpenEntry(decoding: Decoding, frame: Frame, mayBeGlobal: boolean): void {
  endText(decoding, frame);
  frame.count++;
  decoding.place(contentSlot, frame, decoding.reader.name!.key);
  openUntypedElement(decoding, mayBeGlobal);
}

/** MX-1: a run of text is one string, even if comments or CDATA sections split it. */
function appendText(decoding: Decoding, frame: Frame): void {
  const { out, reader } = decoding;
  if (frame.state !== IN_TEXT) {
    frame.state = IN_TEXT;
    frame.count++;
    out.byte(QUOTE);
  }
  out.escape(reader.text, reader.textStart, reader.textEnd);
}

function endText(decoding: Decoding, frame: Frame): void {
  if (decoding.stray.length > 0) endStrayEntry(decoding, frame);
  if (frame.state !== IN_TEXT) return;
  frame.state = AFTER_ENTRY;
  decoding.out.byte(QUOTE);
  decoding.out.byte(COMMA);
}
