import { TAG_CUT } from '../../xml/attribute-table.js';
import { WHITE_SPACE } from '../../xml/bytes/byte-classes.js';
import type { NamespaceContext } from '../../xml/namespace-context.js';
import type { XmlName } from '../../xml/xml-name.js';
import { beginMember, endMembers } from '../content/member-order.js';
import { VALUE_OPENING } from '../content/object.js';
import { LANE_NONE, LANE_OBJECT, LANE_STRING, type Lane, type LaneOptions } from '../lanes/lane.js';
import { scanValue } from '../lanes/scalar-lanes.js';
import { copyString } from '../lanes/string-lane.js';
import type { Decoding, Frame, PlainObject, Slot } from '../state/decoding.js';
import { NULL, openElement } from '../values/nil.js';
import { skip } from '../values/skip.js';
import { predictSlot } from './predict-slot.js';

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;

/**
 * The fast lane: members of plain objects, as long as they look as expected.
 *
 * Documents of one service are alike. So instead of scanning a name, hashing it and looking it up, the lane compares the next tag
 * with that of the predicted member. The value is validated and copied from the input to the output in one loop, and the end tag is
 * compared as a whole. Anything unexpected (an unpredicted name, a comment, CDATA, an unusual number, the end of the chunk) is left
 * to the general path, which handles everything: the lane returns in front of it, or after opening the value that it could not
 * finish.
 *
 * The functions are small on purpose: the first unusual document then deoptimises one of them, not all.
 */
export function decodeMembers(decoding: Decoding): void {
  const { reader } = decoding;
  const { window } = reader;
  const { bytes, view } = window;
  while (decoding.frame.inLane) {
    const { frame } = decoding;
    let position = window.position;
    let byte = bytes[position]!;
    while (WHITE_SPACE[byte] === 1) byte = bytes[++position]!;
    // White space next to text or CDATA belongs to it (TR-5).
    if (byte !== LESS || bytes[position + 1] === EXCLAMATION) return;
    window.position = position;
    if (bytes[position + 1] === SLASH) {
      const after = afterEndTag(reader.openNames[reader.depth]!, frame.slot, view, position);
      if (after < 0) return;
      window.position = after;
      reader.close();
      endMembers(decoding, frame);
      decoding.endObject();
      continue;
    }
    const context = reader.contexts[reader.depth]!;
    const slot = predictSlot(frame, view, position, context);
    if (slot === undefined) return;
    const after = position + slot.tagLength;
    byte = bytes[after]!;
    if (byte === GREATER) {
      window.position = after + 1;
      decodeMember(decoding, frame, slot, position, context);
    } else if (!decodeAttributes(decoding, frame, slot, position, context)) {
      return;
    }
  }
}

/** @returns the position after the end tag of an element of this name, or -1 */
function afterEndTag(name: XmlName, slot: Slot | undefined, view: DataView, position: number): number {
  if (slot?.learned === name) return slot.isEndAt(view, position) ? position + slot.tagLength + 2 : -1;
  return name.endsAt(view, position) ? position + name.endLength : -1;
}

/** @returns whether the lane can continue */
function decodeAttributes(
  decoding: Decoding,
  frame: Frame,
  slot: Slot,
  position: number,
  context: NamespaceContext,
): boolean {
  const after = position + slot.tagLength;
  if (slot.learnedNil?.context === context && decodeNil(decoding, frame, slot, after)) return true;
  const object = slot.object;
  const lane = object?.attributeLane;
  if (lane !== undefined) {
    const { aside, reader } = decoding;
    aside.length = 0;
    const end = lane.scan(reader.window, after, aside);
    if (end >= 0 && reader.window.bytes[end] === GREATER) {
      reader.window.position = end + 1;
      reader.count(1 + lane.found);
      decodeObject(decoding, frame, slot, object!, position, context);
      return true;
    }
  }
  return decodeWithAttributes(decoding, frame, slot, after, context) && !decoding.reader.attributes.empty;
}

/** Decodes an element that is nil in the same form as a previous one. @returns false if it is not */
function decodeNil(decoding: Decoding, frame: Frame, slot: Slot, after: number): boolean {
  const { out, reader } = decoding;
  const { window } = reader;
  const { pattern } = slot.learnedNil!;
  // A second occurrence of an element that may occur once: the general path warns about it.
  if (slot.index <= frame.cursor && slot !== frame.open) return false;
  if (!pattern.isAt(window.view, after)) return false;
  window.position = after + pattern.length;
  reader.count(2);
  frame.ordinal = slot.ordinal;
  beginMember(decoding, frame, slot);
  out.fragment(NULL);
  out.byte(COMMA);
  return true;
}

/** Decodes an object whose tag is at `position` and whose attributes are in the side buffer; the window is at its content. */
function decodeObject(
  decoding: Decoding,
  frame: Frame,
  slot: Slot,
  object: PlainObject,
  position: number,
  context: NamespaceContext,
): void {
  const { aside, out, reader } = decoding;
  frame.ordinal = slot.ordinal;
  if (!beginMember(decoding, frame, slot)) {
    enter(decoding, slot.learned!, context);
    skip(decoding);
    return;
  }
  const { simple } = object;
  if (simple !== undefined) {
    const start = out.length;
    const { window } = reader;
    out.byte(OPEN_BRACE);
    out.copy(aside);
    out.fragment(VALUE_OPENING);
    const end = scan(decoding, simple.lane, simple.laneOptions, window.position, slot.hasDefault);
    const after = end < 0 ? -1 : slot.endTagAt(window.view, position, end);
    if (after >= 0) {
      window.position = after;
      out.bytes[out.length++] = CLOSE_BRACE;
      out.bytes[out.length++] = COMMA;
      return;
    }
    out.length = start;
  }
  enter(decoding, slot.learned!, context);
  decoding.place(slot, frame);
  object.openWith(decoding, slot.element!, aside);
}

/** Decodes a member whose tag is at `position` and has no attributes; the window is at its content. */
function decodeMember(
  decoding: Decoding,
  frame: Frame,
  slot: Slot,
  position: number,
  context: NamespaceContext,
): void {
  const { reader, out } = decoding;
  reader.count(1);
  frame.ordinal = slot.ordinal;
  if (!beginMember(decoding, frame, slot)) {
    passOver(decoding, slot, position, context);
    return;
  }
  const { lane } = slot;
  if (lane === LANE_OBJECT) {
    enter(decoding, slot.learned!, context);
    decoding.place(slot, frame);
    slot.object!.openPlain(decoding, slot.element!);
    return;
  }
  const { window } = reader;
  const start = out.length;
  const end = scan(decoding, lane, slot.laneOptions, window.position, slot.hasDefault);
  const after = end < 0 ? -1 : slot.endTagAt(window.view, position, end);
  if (after >= 0) {
    window.position = after;
    out.bytes[out.length++] = COMMA;
    return;
  }
  // The general path continues from the start of the content.
  out.length = start;
  enter(decoding, slot.learned!, context);
  decoding.place(slot, frame);
  slot.element!.value.open(decoding, slot.element!);
}

/** Passes over a member without a place in JSON. Its text is checked as any other, in a copy that is discarded. */
function passOver(decoding: Decoding, slot: Slot, position: number, context: NamespaceContext): void {
  const { out, reader } = decoding;
  const { window } = reader;
  const start = out.length;
  const end = copyString(out, window.bytes, window.position, window.end);
  const after = end < 0 ? -1 : slot.endTagAt(window.view, position, end);
  out.length = start;
  if (after >= 0) {
    window.position = after;
    return;
  }
  enter(decoding, slot.learned!, context);
  skip(decoding);
}

/** Copies a simple value. @returns where it ends, or -1; then the output is discarded */
function scan(
  { reader, out }: Decoding,
  lane: Lane,
  options: LaneOptions | undefined,
  position: number,
  hasDefault: boolean,
): number {
  const { bytes, end } = reader.window;
  if (lane !== LANE_STRING) return lane === LANE_NONE ? -1 : scanValue(options!, out, bytes, position);
  out.reserve(16);
  out.bytes[out.length++] = QUOTE;
  const after = copyString(out, bytes, position, end);
  if (after === position && hasDefault) return -1;
  out.bytes[out.length++] = QUOTE;
  return after;
}

function enter({ reader }: Decoding, name: XmlName, context: NamespaceContext): void {
  reader.open(name, context);
  reader.name = name;
  reader.nameContext = context;
  reader.attributes.clear(context);
}

/** @returns false if nothing was done, because the tag is truncated or declares namespaces */
function decodeWithAttributes(
  decoding: Decoding,
  frame: Frame,
  slot: Slot,
  after: number,
  context: NamespaceContext,
): boolean {
  const { reader } = decoding;
  const name = slot.learned!;
  const { attributes, window } = reader;
  let content: number;
  if (window.bytes[after] === SLASH && window.bytes[after + 1] === GREATER) {
    attributes.clear(context);
    attributes.empty = true;
    content = after + 2;
  } else {
    content = attributes.read(after, context);
  }
  if (content === TAG_CUT || attributes.context !== context) return false;
  window.position = content;
  reader.enter(name);
  frame.ordinal = slot.ordinal;
  if (!beginMember(decoding, frame, slot)) {
    skip(decoding);
    return true;
  }
  decoding.place(slot, frame);
  openElement(decoding, slot.element!);
  if (!attributes.empty) finishSimple(decoding, name);
  return true;
}

/** If the value just opened is a simple one, finishes it in the lane. */
function finishSimple(decoding: Decoding, name: XmlName): void {
  const { frame, out, reader } = decoding;
  const { window } = reader;
  const plan = frame.simple;
  if (plan === undefined || plan.lane === LANE_NONE) return;
  const { position } = window;
  const start = out.length;
  let end: number;
  if (plan.lane === LANE_STRING) {
    end = copyString(out, window.bytes, position, window.end);
    if (end === position && frame.element!.whenEmpty !== undefined) end = -1;
    else out.byte(QUOTE);
  } else {
    end = scanValue(plan.laneOptions, out, window.bytes, position);
  }
  if (end >= 0 && name.endsAt(window.view, end)) {
    window.position = end + name.endLength;
    reader.close();
    decoding.endValue();
  } else {
    out.length = start;
  }
}
