import { admits } from '../../shape/wildcard-shape.js';
import { charge } from '../../work.js';
import type { XmlName } from '../../xml/xml-name.js';
import type { Decoding, Frame, ScopePlan, Slot, Target, WildcardTarget } from '../state/decoding.js';
import { openElement } from '../values/nil.js';
import { skip } from '../values/skip.js';
import { openNamedElement, openUntypedElement } from '../values/wildcard.js';
import { beginMember, countOf } from './member-order.js';
import { isRpcResult } from './rpc-result.js';

/** An element inside an object, found by its expanded name (KY-2). */
export function startMember(decoding: Decoding, frame: Frame): void {
  const scope = frame.scope!;
  const name = decoding.reader.name!;
  const targets = scope.byName.get(name.key);
  if (targets !== undefined) {
    if (frame.state === GUESSED) takeBackGuess(decoding, frame);
    const target = targets.length === 1 ? targets[0]! : chooseTarget(decoding, frame, targets);
    const isBounded = scope.wildcards.length > 0 && target.most !== Number.POSITIVE_INFINITY;
    if (isBounded && startSurplus(decoding, frame, target)) return;
    // The fast lane does not count the items of an array.
    const isForLane = !isBounded || !target.slot.array;
    if (isForLane && target.element === target.slot.element && target.element !== undefined)
      learn(scope, frame, target.slot, name);
    startTarget(decoding, frame, target);
    return;
  }
  if (isOmitted(scope, name)) {
    const slot = scope.passedOver?.get(name.key);
    if (slot !== undefined) learn(scope, frame, slot, name);
    skip(decoding);
    return;
  }
  const wildcard = chooseRoom(decoding, frame, name);
  if (wildcard?.group !== undefined) {
    frame.ordinal = wildcard.ordinal;
    beginMember(decoding, frame, wildcard.slot);
    decoding.place(wildcard.slot, frame);
    wildcard.group.start(decoding, name.key);
    return;
  }
  if (wildcard !== undefined) {
    startAdmitted(decoding, frame, wildcard);
    return;
  }
  // EN-6: even if an accessor is called `result` itself.
  const lookalike = isRpcResult(name) ? undefined : scope.byLocalName.get(name.localName);
  if (lookalike !== undefined) {
    // An element of a repeating group is warned about at its own position.
    if (lookalike.group === undefined) {
      decoding.warn('NAMESPACE_MISMATCH', `${name.key} taken for ${lookalike.name}`, lookalike.slot.key);
    }
    startTarget(decoding, frame, lookalike);
    return;
  }
  if (scope.anyName !== undefined && frame.state === NAMED && frame.cursor < 0 && !isRpcResult(name)) {
    frame.state = GUESSED;
    startTarget(decoding, frame, scope.anyName);
    return;
  }
  startUnknown(decoding, frame, name);
}

/** States of the frame of an rpc wrapper with one accessor: found by its name, or because it is the first element. */
const NAMED = 0;
const GUESSED = 1;

/** AN-5: starts a surplus element in a wildcard that admits it. @returns whether there is one */
function startSurplus(decoding: Decoding, frame: Frame, { slot, group, most }: Target): boolean {
  if (group !== undefined || countOf(decoding, frame, slot) < most) return false;
  const wildcard = chooseWildcard(frame.scope!, decoding.reader.name!, frame.ordinal, (target) =>
    hasRoom(decoding, frame, target),
  );
  if (wildcard === undefined || wildcard.group !== undefined) return false;
  startAdmitted(decoding, frame, wildcard);
  return true;
}

/** BD-6: the accessor appears under its own name after all, so the earlier element was something else. */
function takeBackGuess(decoding: Decoding, frame: Frame): void {
  frame.state = NAMED;
  if (frame.released) return;
  decoding.out.length = decoding.marks.start(frame.marks);
  decoding.marks.top = frame.marks;
  frame.cursor = -1;
  frame.open = undefined;
  frame.disordered = false;
  frame.lastMarks = undefined;
}

/** Remembers the tag and the order, for the fast lane. */
function learn(scope: ScopePlan, frame: Frame, slot: Slot, name: XmlName): void {
  slot.learn(name);
  if (frame.previous === undefined) scope.first = slot;
  else if (frame.previous !== slot) frame.previous.successor = slot;
  frame.previous = slot;
}

/** DF-8: whether a design leaves out an element that is not a member of the scope. */
export function isOmitted({ omitted }: ScopePlan, name: XmlName): boolean {
  return omitted !== undefined && (omitted.has(name.key) || omitted.has(name.localName));
}

/** Whether a scope has a place for an element, by any rule. */
export function knowsElement(scope: ScopePlan, name: XmlName): boolean {
  return (
    scope.byName.has(name.key) ||
    scope.byLocalName.has(name.localName) ||
    isOmitted(scope, name) ||
    scope.wildcards.some(({ wildcard }) => admits(wildcard, name.namespace))
  );
}

function startTarget(decoding: Decoding, frame: Frame, target: Target): void {
  const { slot, group } = target;
  frame.ordinal = target.slot.ordinal;
  if (group !== undefined) {
    beginMember(decoding, frame, slot);
    decoding.place(slot, frame);
    group.start(decoding, target.name);
  } else if (beginMember(decoding, frame, slot)) {
    decoding.place(slot, frame);
    openElement(decoding, target.element!);
  } else {
    skip(decoding);
  }
}

/** A name inside and outside a repeating group: the first place that is still possible. */
function chooseTarget(decoding: Decoding, frame: Frame, targets: readonly Target[]): Target {
  const free = ({ slot }: Target): boolean => slot.array || countOf(decoding, frame, slot) === 0;
  return (
    targets.find((target) => target.slot.index >= frame.cursor && free(target)) ??
    targets.find(free) ??
    targets[0]!
  );
}

/** AN-2: a wildcard with room for the element, otherwise a full one that admits it. */
function chooseRoom(decoding: Decoding, frame: Frame, name: XmlName): WildcardTarget | undefined {
  const scope = frame.scope!;
  if (scope.wildcards.length === 0) return undefined;
  const free = chooseWildcard(scope, name, frame.ordinal, (target) => hasRoom(decoding, frame, target));
  if (free !== undefined) return free;
  const full = chooseWildcard(scope, name, frame.ordinal, () => true);
  if (full !== undefined) decoding.warn('TOO_MANY', 'more elements than the wildcard admits', full.slot.key);
  return full;
}

function hasRoom(decoding: Decoding, frame: Frame, { slot, most }: WildcardTarget): boolean {
  return most === Number.POSITIVE_INFINITY || countOf(decoding, frame, slot) < most;
}

/** AN-2: the first usable wildcard after the last declared element that admits the name, otherwise any that does. */
export function chooseWildcard(
  scope: ScopePlan,
  name: XmlName,
  ordinal: number,
  isUsable: (target: WildcardTarget) => boolean,
): WildcardTarget | undefined {
  let earlier: WildcardTarget | undefined;
  charge(scope.wildcards.length);
  for (const target of scope.wildcards) {
    if (!admits(target.wildcard, name.namespace) || !isUsable(target)) continue;
    if (target.ordinal >= ordinal) return target;
    earlier ??= target;
  }
  return earlier;
}

/** An entry of `$any` (AN-1), whose key may leave out the namespace (AN-10). */
function startAdmitted(decoding: Decoding, frame: Frame, { slot, wildcard }: WildcardTarget): void {
  const mayBeGlobal = wildcard.processContents !== 'skip';
  if (wildcard.short === undefined) {
    startEntry(decoding, frame, slot, mayBeGlobal);
    return;
  }
  beginMember(decoding, frame, slot);
  const { localName } = decoding.reader.name!;
  decoding.place(slot, frame, localName);
  openNamedElement(decoding, mayBeGlobal, localName);
}

/** An entry of `$any` (AN-1) or `$unknown` (TR-1). */
function startEntry(decoding: Decoding, frame: Frame, slot: Slot, mayBeGlobal: boolean): void {
  beginMember(decoding, frame, slot);
  const { key } = decoding.reader.name!;
  decoding.place(slot, frame, key);
  openUntypedElement(decoding, mayBeGlobal);
}

function startUnknown(decoding: Decoding, frame: Frame, name: XmlName): void {
  if (isRpcResult(name)) {
    skip(decoding);
    return;
  }
  decoding.warn('UNKNOWN_ELEMENT', name.key);
  const { unknown } = frame.scope!;
  if (unknown === undefined) skip(decoding);
  else startEntry(decoding, frame, unknown, false);
}
