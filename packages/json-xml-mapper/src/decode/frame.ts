import type { CompactEntries } from './content/compact.js';
import type { SimplePlan } from './content/simple.js';
import type { ArrayState } from './content/soap-array.js';
import type { Decoding } from './decoding.js';
import type { ElementPlan, RepetitionPlan, ScopePlan } from './plan/plan.js';
import type { Slot } from './plan/slot.js';

/** Handles the content of an open element. Implementations are singletons; their state is in the frame. */
export interface Content {
  /** A start tag inside the element. Pushes exactly one frame for it. */
  start(decoding: Decoding, frame: Frame): void;
  /** A piece of text: `reader.text`. */
  text(decoding: Decoding, frame: Frame): void;
  /** The end tag of the element. Pops the frame. */
  end(decoding: Decoding, frame: Frame): void;
  /** The output position from which the value may still be rewritten. If omitted, nothing is rewritten. */
  holdFrom?(frame: Frame): number;
}

/**
 * An open element, or an open repetition of a group. Frames are reused: `Decoding.push` resets the fields that every content relies
 * on, and each content sets its own.
 */
export class Frame {
  content: Content;
  element: ElementPlan | undefined = undefined;
  /** For members of this frame's object. Present if the fast lane may run. */
  scope: ScopePlan | undefined = undefined;
  /** Where the value starts in the output. */
  start = 0;
  /** Braces to close after the value, which is wrapped in `{"key":` or `{…,"$value":`. */
  closers = 0;
  /** A last member of the wrapping object, or of the value itself. */
  tail: string | undefined = undefined;

  // The step from the parent, for pointers.
  slot: Slot | undefined = undefined;
  index = 0;
  /** A key below the slot: entries of `$any` and `$content`. */
  entryKey: string | undefined = undefined;
  /** Whether the value is below `$value`. */
  isValue = false;

  // For objects.
  /** Whether the fast lane may run: a plain object outside of referenced elements. */
  inLane = false;
  /** The last member. */
  previous: Slot | undefined = undefined;
  /** Index of the last slot written in order. */
  cursor = -1;
  /** The slot with the open array. */
  open: Slot | undefined = undefined;
  /** Items of the open array so far. */
  count = 0;
  /** Where this frame's marks start; see `MemberMarks`. */
  marks = 0;
  /** For each slot its last mark or -1; created when a member comes late. */
  lastMarks: Int32Array | undefined = undefined;
  /** Whether members came out of schema order; they are reordered when the object closes. */
  disordered = false;
  /** Whether a required member was skipped; it may still come. */
  incomplete = false;
  /** Whether part of this object has already been returned, so that its members stay where they are. */
  released = false;
  /** Ordinal of the last declared element (AN-2). */
  ordinal = -1;

  // For repetitions.
  group: RepetitionPlan | undefined = undefined;
  /** The place of the last element in the content model of the group, and how many elements took it. */
  repetitionPlace = -1;
  repetitionCount = 0;

  /** For untyped content in compact form. */
  compact: CompactEntries | undefined = undefined;
  /** For SOAP arrays. */
  array: ArrayState | undefined = undefined;

  /** The type of a simple value. */
  simple: SimplePlan | undefined = undefined;

  /** A private note of the content. */
  state = 0;

  constructor(content: Content) {
    this.content = content;
  }
}
