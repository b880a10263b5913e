import { DecodeError } from '../../errors.js';
import { charge } from '../../work.js';
import { ABSENT_EMPTY_ARRAY, ABSENT_MISSING, NO_PLACE } from '../plan/plan.js';
import type { Decoding, Frame, Slot } from '../state/decoding.js';
import type { MemberMarks } from '../state/member-marks.js';

const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
/** How many slots are skipped in the time of one lookup, as a power of two. */
const SLOTS_PER_UNIT = 3;

/**
 * Prepares the output for a value of a member: writes the key, or continues the open array.
 *
 * Members are written in schema order, regardless of the order of the elements (VO-6, L9). Nearly every document has schema order, so
 * members are written as they come, and marks remember where each one starts. Only an object that turns out to be out of order is
 * reordered, when it closes.
 *
 * @returns false if the value has no place: another one of an element that may occur once (TR-3)
 */
export function beginMember(decoding: Decoding, frame: Frame, slot: Slot): boolean {
  if (slot === frame.open) {
    frame.count++;
    return true;
  }
  if (slot.index <= frame.cursor || frame.disordered) return beginLate(decoding, frame, slot);
  if (frame.open !== undefined) closeArray(decoding, frame);
  if (slot.index > frame.cursor + 1) passOver(decoding, frame, slot.index);
  frame.cursor = slot.index;
  openSlot(decoding, frame, slot, 0);
  return true;
}

/** Finishes the members of an object: adds what is missing, and restores the order. The caller writes the braces. */
export function endMembers(decoding: Decoding, frame: Frame): void {
  if (frame.open !== undefined) closeArray(decoding, frame);
  if (frame.disordered) {
    warnMissing(decoding, frame);
    putInOrder(decoding, frame);
  } else {
    passOver(decoding, frame, frame.scope!.slots.length);
    if (frame.incomplete) warnMissing(decoding, frame);
  }
  decoding.marks.top = frame.marks;
}

/** How many values of an object's member have been written: the items of an array, or one. */
export function countOf({ marks }: Decoding, frame: Frame, slot: Slot): number {
  if (slot === frame.open) return frame.count;
  const mark = lastMarkOf(marks, frame, slot);
  if (mark < 0) return 0;
  return slot.array ? marks.items(mark) : 1;
}

function lastMarkOf(marks: MemberMarks, frame: Frame, slot: Slot): number {
  if (frame.lastMarks !== undefined) return frame.lastMarks[slot.index]!;
  let mark = marks.top - 1;
  while (mark >= frame.marks && marks.slotIndex(mark) !== slot.index) mark--;
  return mark >= frame.marks ? mark : -1;
}

function openSlot(decoding: Decoding, frame: Frame, slot: Slot, items: number): void {
  if (frame.lastMarks !== undefined) frame.lastMarks[slot.index] = decoding.marks.top;
  decoding.marks.push(slot.index, decoding.out.length);
  slot.writeOpening(decoding.out);
  frame.open = slot.array ? slot : undefined;
  frame.count = items + 1;
}

function closeArray(decoding: Decoding, frame: Frame): void {
  decoding.out.close(CLOSE_BRACKET);
  decoding.marks.setItems(decoding.marks.top - 1, frame.count);
  frame.open = undefined;
}

/** CM-11 for the members between the last one written and `to`; a missing one may still come. */
function passOver(decoding: Decoding, frame: Frame, to: number): void {
  const { slots, nextNotable } = frame.scope!;
  for (let i = nextNotable[frame.cursor + 1]!; i < to; i = nextNotable[i + 1]!) {
    const slot = slots[i]!;
    if ((slot.whenAbsent & ABSENT_EMPTY_ARRAY) !== 0) writeEmptyArray(decoding, slot);
    if ((slot.whenAbsent & ABSENT_MISSING) !== 0) frame.incomplete = true;
  }
}

function writeEmptyArray(decoding: Decoding, slot: Slot): void {
  decoding.marks.push(slot.index, decoding.out.length);
  slot.writeOpening(decoding.out);
  decoding.out.byte(CLOSE_BRACKET);
  decoding.out.byte(COMMA);
}

/** Begins a member that comes after one that follows it in the schema, or repeatedly. @returns false if it has no place */
function beginLate(decoding: Decoding, frame: Frame, slot: Slot): boolean {
  if (slot.index === NO_PLACE) return false;
  frame.lastMarks ??= findLastMarks(decoding, frame);
  const earlier = frame.lastMarks[slot.index]!;
  if (earlier >= 0 && !slot.array) {
    decoding.warn('TOO_MANY', 'more than one element; the first is used', slot.key);
    return false;
  }
  if (decoding.settings.checkOrder && frame.scope!.sequential && slot.index < frame.cursor)
    decoding.warn('OUT_OF_ORDER', 'the schema has this element before the one that it follows', slot.key);
  if (frame.open !== undefined) closeArray(decoding, frame);
  const items = earlier < 0 ? 0 : decoding.marks.items(earlier);
  if (frame.released) {
    if (earlier >= 0) failReleased(slot);
  } else {
    frame.disordered = true;
  }
  if (slot.index > frame.cursor) frame.cursor = slot.index;
  openSlot(decoding, frame, slot, items);
  return true;
}

/** Created once per object that needs it, so that each further late member costs the same. */
function findLastMarks(decoding: Decoding, frame: Frame): Int32Array {
  const { marks } = decoding;
  charge(frame.scope!.slots.length >> SLOTS_PER_UNIT);
  const last = new Int32Array(frame.scope!.slots.length).fill(-1);
  for (let mark = frame.marks; mark < marks.top; mark++) last[marks.slotIndex(mark)] = mark;
  return last;
}

function failReleased(slot: Slot): never {
  throw new DecodeError({
    code: 'UNEXPECTED_ELEMENT',
    message: `cannot stream the response: elements of ${slot.key} are not contiguous, and the first ones were already returned`,
  });
}

function warnMissing(decoding: Decoding, frame: Frame): void {
  if (!decoding.warnings.wants('MISSING_REQUIRED')) return;
  const last = findLastMarks(decoding, frame);
  for (const slot of frame.scope!.slots) {
    if ((slot.whenAbsent & ABSENT_MISSING) === 0) continue;
    const mark = last[slot.index]!;
    // The mark of an array may belong to its empty placeholder.
    if (mark < 0 || (slot.array && decoding.marks.items(mark) === 0)) {
      decoding.warn('MISSING_REQUIRED', 'a required element is missing', slot.key);
    }
  }
}

/**
 * Rewrites the members of an object in schema order: joins the runs of each array and fills in absent arrays. Linear in the size of
 * the object, and only needed for a document out of order.
 */
function putInOrder(decoding: Decoding, frame: Frame): void {
  const { marks, out } = decoding;
  const { slots } = frame.scope!;
  charge(slots.length >> SLOTS_PER_UNIT);
  const first = frame.marks;
  const base = marks.start(first);
  const end = out.length;
  const text = out.slice(base, end);
  const ordered = marksBySlot(decoding, frame);
  out.length = base;
  let next = 0;
  for (const slot of slots) {
    const from = next;
    while (next < ordered.length && marks.slotIndex(ordered[next]!) === slot.index) next++;
    if (next === from) {
      if ((slot.whenAbsent & ABSENT_EMPTY_ARRAY) !== 0) appendArray(decoding, slot, text, base, []);
      continue;
    }
    const runs = Array.from(ordered.subarray(from, next), (mark) => [
      marks.start(mark),
      mark + 1 < marks.top ? marks.start(mark + 1) : end,
    ]) as [number, number][];
    if (slot.array) appendArray(decoding, slot, text, base, runs);
    else out.raw(text.subarray(runs[0]![0] - base, runs[0]![1] - base));
  }
}

/** A counting sort: stable and linear. */
function marksBySlot(decoding: Decoding, frame: Frame): Int32Array {
  const { marks } = decoding;
  const first = frame.marks;
  const starts = new Int32Array(frame.scope!.slots.length + 1);
  for (let mark = first; mark < marks.top; mark++) starts[marks.slotIndex(mark) + 1]!++;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const ordered = new Int32Array(marks.top - first);
  for (let mark = first; mark < marks.top; mark++) ordered[starts[marks.slotIndex(mark)]!++] = mark;
  return ordered;
}

/** The items of the runs as one array. A run is `"key":[item,item],` here. */
function appendArray(
  decoding: Decoding,
  slot: Slot,
  text: Uint8Array,
  base: number,
  runs: readonly (readonly [start: number, end: number])[],
): void {
  const { out } = decoding;
  slot.writeOpening(out);
  for (const [start, end] of runs) {
    const items = text.subarray(start - base + slot.opening.length, end - base - 2);
    if (items.length === 0) continue;
    out.raw(items);
    out.byte(COMMA);
  }
  out.close(CLOSE_BRACKET);
}
