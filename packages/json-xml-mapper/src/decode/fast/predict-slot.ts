import type { NamespaceContext } from '../../xml/namespace-context.js';
import type { Frame, ScopePlan, Slot } from '../state/decoding.js';

/** How many members in schema order are tried after the predicted one. */
const TRIES = 3;

/**
 * Finds the slot whose tag appears at `position`: the same array again, the slot that followed last time, or the next ones in order.
 */
export function predictSlot(
  frame: Frame,
  view: DataView,
  position: number,
  context: NamespaceContext,
): Slot | undefined {
  const scope = frame.scope!;
  const previous = frame.previous;
  if (previous?.array === true && previous.isAt(view, position, context)) return previous;
  const likely = previous === undefined ? scope.first : previous.successor;
  if (likely?.isAt(view, position, context)) {
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
    if (!slot.isAt(view, position, context)) continue;
    if (previous === undefined) scope.first = slot;
    else previous.successor = slot;
    frame.previous = slot;
    return slot;
  }
  return undefined;
}
