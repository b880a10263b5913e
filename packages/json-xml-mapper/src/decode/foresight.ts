import { WHITE_SPACE } from '../xml/byte-classes.js';
import type { NamespaceContext } from '../xml/namespace-context.js';
import type { Frame } from './frame.js';
import type { ScopePlan, Slot } from './plan.js';

const GREATER = 0x3e;
const SLASH = 0x2f;

/** How many members in schema order are tried after the one that came next last time. */
const TRIES = 3;

/** The slot whose tag stands at `position`: the same array again, what came next last time, or the next ones in order. */
export function foresee(
  frame: Frame,
  view: DataView,
  position: number,
  context: NamespaceContext,
): Slot | undefined {
  const scope = frame.scope!;
  const previous = frame.previous;
  if (previous?.array === true && isAt(previous, view, position, context)) return previous;
  const likely = previous === undefined ? scope.first : previous.successor;
  if (likely !== undefined && isAt(likely, view, position, context)) {
    frame.previous = likely;
    return likely;
  }
  return tryInOrder(frame, scope, previous, view, position, context);
}

function tryInOrder(
  frame: Frame,
  scope: ScopePlan,
  previous: Slot | undefined,
  view: DataView,
  position: number,
  context: NamespaceContext,
): Slot | undefined {
  const { slots } = scope;
  const from = previous === undefined ? 0 : previous.index + 1;
  for (let i = from; i < slots.length && i < from + TRIES; i++) {
    const slot = slots[i]!;
    if (!isAt(slot, view, position, context)) continue;
    if (previous === undefined) scope.first = slot;
    else previous.successor = slot;
    frame.previous = slot;
    return slot;
  }
  return undefined;
}

/** Whether a slot's tag stands here, as it was written when it was last seen, and means the same. */
function isAt(slot: Slot, view: DataView, position: number, context: NamespaceContext): boolean {
  const name = slot.learned;
  if (name === undefined || name.context !== context || !name.startsAt(view, position)) return false;
  const byte = view.getUint8(position + name.startLength);
  return byte === GREATER || byte === SLASH || WHITE_SPACE[byte] === 1;
}
