import { WordMemory } from '../lanes/word-memory.js';
import { JsonFragment } from '../output/json-output.js';
import { ABSENT_NOTHING, Slot as GenericSlot } from '../plan/plan.js';
import type { Slot } from '../state/decoding.js';

/** `$content` (MX-1), for pointers; the frame that writes its entries counts them. */
export const contentSlot: Slot = new GenericSlot({
  index: 0,
  key: '$content',
  array: true,
  whenAbsent: ABSENT_NOTHING,
  opening: new JsonFragment('"$content":['),
  element: undefined,
  ordinal: 0,
  memory: new WordMemory(),
});
