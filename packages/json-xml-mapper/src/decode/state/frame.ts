import { escapeSegment } from '../../pointer.js';
import type { ElementPlan, NamedType, RepetitionPlan, ScopePlan, Slot, TextType } from '../plan/plan.js';
import { NO_KEY } from '../plan/plan.js';
import type { ArraySizes } from './array-sizes.js';
import type { SparseItems } from './sparse-items.js';

/** Handles the content of an open element. Implementations are singletons; their state is in the frame. */
export interface Content<D> {
  /** A start tag inside the element. Pushes exactly one frame for it. */
  start(decoding: D, frame: Frame<D>): void;
  /** A piece of text: `reader.text`. */
  text(decoding: D, frame: Frame<D>): void;
  /** The end tag of the element. Pops the frame. */
  end(decoding: D, frame: Frame<D>): void;
  /** The output position from which the value may still be rewritten. If omitted, nothing is rewritten. */
  unsettledFrom?(frame: Frame<D>): number;
}

/**
 * An open element, or an open repetition of a group. Frames are reused: `Decoding.push` resets the fields that every content relies
 * on, and each content sets its own.
 */
export class Frame<D> {
  content: Content<D>;
  element: ElementPlan<D> | undefined = undefined;
  /** The scope of this frame's object. Present if the fast lane may run. */
  scope: ScopePlan<D> | undefined = undefined;
  /** Where the value starts in the output. */
  start = 0;
  /** Braces to close after the value, which is wrapped in `{"key":` or `{…,"$value":`. */
  closers = 0;
  /** A member to append to the wrapping object, or to the value itself. */
  tail: string | undefined = undefined;

  // The step from the parent, for pointers.
  slot: Slot<D> | undefined = undefined;
  index = 0;
  /** A key below the slot: entries of `$any` and `$content`. */
  entryKey: string | undefined = undefined;
  /** Whether the value is below `$value`. */
  isValue = false;

  // For objects.
  /** Whether the fast lane may run: a plain object outside of referenced elements. */
  inLane = false;
  /** Whether the fast lane waits for the end of a run of text. */
  isPaused = false;
  /** The last member. */
  previous: Slot<D> | undefined = undefined;
  /** Index of the last slot written in order. */
  cursor = -1;
  /** The slot with the open array. */
  open: Slot<D> | undefined = undefined;
  /** Items of the open array so far. */
  count = 0;
  /** The index of this frame's first mark; see `MemberMarks`. */
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
  group: RepetitionPlan<D> | undefined = undefined;
  /** The place of the last element in the content model of the group, and how many elements took it. */
  repetitionPlace = -1;
  repetitionCount = 0;

  /** The values so far of untyped content in compact form. */
  compact: CompactEntries | undefined = undefined;
  /** The state of a SOAP array. */
  array: ArrayState<D> | undefined = undefined;

  /** The type of a simple value. */
  simple: TextType<D> | undefined = undefined;

  /** State private to the content. */
  state = 0;

  constructor(content: Content<D>) {
    this.content = content;
  }

  /** The part of a pointer that leads to this value from the one around it. */
  step(): string {
    const step = printStep(this.slot, this.index, this.entryKey);
    return this.isValue ? `${step}/$value` : step;
  }

  /** Prepares the frame for the members of an object. `marks` is where its marks start. */
  beginObject(marks: number): void {
    this.previous = undefined;
    this.cursor = -1;
    this.open = undefined;
    this.count = 0;
    this.marks = marks;
    this.lastMarks = undefined;
    this.disordered = false;
    this.incomplete = false;
    this.released = false;
    this.ordinal = -1;
  }
}

/** The values of an untyped element in document order, before it is known which names repeat. */
export interface CompactEntries {
  /** Attributes and `$type`, as members followed by a comma each. */
  readonly members: string;
  /** Clark name of a child, `undefined` for text; and where its value starts in the output. */
  readonly entries: { readonly key: string | undefined; start: number }[];
  /** Whether the last entry is an unfinished text. */
  inText: boolean;
  /** Whether that text is only white space so far, which may turn out to be insignificant. */
  isSpace: boolean;
}

/** The state of a frame that reads an array. */
export interface ArrayState<D> {
  readonly sizes: ArraySizes;
  readonly item: ElementPlan<D>;
  /** The type of items that do not name one themselves. */
  readonly itemType: NamedType<D> | undefined;
  /** Row-major position of the next item. */
  next: number;
  /** Created when an item states its position. */
  sparse: SparseItems | undefined;
}

/** The part of a pointer that leads from an object to a value in it. */
export function printStep<D>(slot: Slot<D> | undefined, index: number, entryKey: string | undefined): string {
  let step = '';
  if (slot !== undefined && slot.key !== NO_KEY) step += `/${escapeSegment(slot.key)}`;
  if (slot?.array === true) step += `/${index}`;
  if (entryKey !== undefined) step += `/${escapeSegment(entryKey)}`;
  return step;
}
