import type { CompactEntries } from './compact.js';
import type { Decoding } from './decoding.js';
import type { ElementPlan, RepetitionPlan, ScopePlan } from './plan.js';
import type { SimplePlan } from './simple.js';
import type { Slot } from './slot.js';
import type { ArrayState } from './soap-array.js';

/** How what stands inside an open element is taken. Implementations are singletons; what they remember is in the frame. */
export interface Content {
  /** A start tag inside the element. Pushes exactly one frame for it. */
  start(decoding: Decoding, frame: Frame): void;
  /** A piece of text: `reader.text`. */
  text(decoding: Decoding, frame: Frame): void;
  /** The end tag of the element. Pops the frame. */
  end(decoding: Decoding, frame: Frame): void;
  /** From where in the output on the value may still be rewritten. Nowhere, where this is left out. */
  holdFrom?(frame: Frame): number;
}

/**
 * One open element, or one open repetition of a group. Frames are reused: `Decoding.push` resets the fields that every
 * content relies on, and each content sets its own.
 */
export class Frame {
  content: Content;
  element: ElementPlan | undefined = undefined;
  /** For members of this frame's object. Present where the fast lane may run. */
  scope: ScopePlan | undefined = undefined;
  /** Where the value starts in the output. */
  start = 0;
  /** Braces to close after the value: it is wrapped in `{"key":` or `{…,"$value":`. */
  closers = 0;
  /** A last member of the object that the value is wrapped in, or of the value itself. */
  tail: string | undefined = undefined;

  // The step from the parent, for pointers.
  slot: Slot | undefined = undefined;
  index = 0;
  /** A key below the slot: entries of `$any` and `$content`. */
  entryKey: string | undefined = undefined;
  /** The value stands below `$value`. */
  isValue = false;

  // Objects.
  /** The fast lane may run: a plain object of the document proper. */
  inLane = false;
  /** The member that came last. */
  previous: Slot | undefined = undefined;
  /** Index of the last slot written in order. */
  cursor = -1;
  /** The slot whose array is open. */
  open: Slot | undefined = undefined;
  /** Items of the open array so far. */
  count = 0;
  /** Where this frame's marks start; see `MemberMarks`. */
  marks = 0;
  /** For each slot its last mark or -1; there once a member came late. */
  lastMarks: Int32Array | undefined = undefined;
  /** Members came out of schema order: they are put in order when the object closes. */
  disordered = false;
  /** A required member was passed over; it may still come. */
  incomplete = false;
  /** Part of this object has been handed on already: its members stay where they are. */
  released = false;
  /** Ordinal of the last declared element (AN-2). */
  ordinal = -1;

  // Repetitions.
  group: RepetitionPlan | undefined = undefined;
  /** The place of the last element in the content model of the group, and how many stand there. */
  repetitionPlace = -1;
  repetitionCount = 0;

  /** Untyped content in compact form. */
  compact: CompactEntries | undefined = undefined;
  /** A SOAP array. */
  array: ArrayState | undefined = undefined;

  /** The type of a simple value. */
  simple: SimplePlan | undefined = undefined;

  /** A note that the content keeps for itself. */
  state = 0;

  constructor(content: Content) {
    this.content = content;
  }
}
