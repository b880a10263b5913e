import { describe, expect, test } from 'vitest';
import { LIMITS, type MappedMessage, mapService } from './map-shape.js';
import { SHAPES } from './shapes.js';

/** The ratio of the units, or of the bytes written, of a message and of one of half the size. */
const GROWTH = 2.3;
/** Units up to which their growth does not count: a hundredth of what the gateway does on its event loop. */
const FEW_UNITS = 1_000;
/** Inputs whose units grow faster, and how much. Their total stays within `MAX_CALL_WORK`. */
const FASTER: Readonly<Record<string, number>> = {
  // Each element of a detail is compared with each declared fault, and both are twice as many.
  'construct: 500 declared faults': 4,
  // The automaton and the text are both twice as long.
  'patterns whose automaton explodes': 3,
  // Twice the size is two levels more, each of which has twice the groups of the one below it.
  'groups that double 14 times': 4.1,
};
/** Descriptions that exceed a limit at full size, so that no message is mapped. */
const REJECTED: ReadonlySet<string> = new Set([
  'nested optional groups, ordered',
  '20,000 optional members',
  '20,000 required members, all missing',
  'misspelt names among 20,000 members',
  'construct: one local name in 2,000 namespaces',
]);

describe('hostile messages in the mapper: units of work and bytes written', () => {
  test.each(SHAPES)('$name: bounded, and as much more as the message is longer', async ({ name, make }) => {
    const half = await mapService(make(1));
    const whole = await mapService(make(2));
    expect(whole.rejected !== undefined).toBe(REJECTED.has(name));
    for (const direction of ['request', 'answer'] as const) {
      const [smaller, larger] = [half[direction], whole[direction]];
      if (smaller !== undefined) expectBounded(smaller);
      if (larger === undefined) continue;
      expectBounded(larger);
      // Of a message that is rejected, the work until then counts.
      if (smaller?.end !== larger.end) continue;
      expect(larger.units).toBeLessThanOrEqual(Math.max(FEW_UNITS, smaller.units) * (FASTER[name] ?? GROWTH));
      expect(larger.written).toBeLessThanOrEqual(Math.max(1024, smaller.written) * GROWTH);
    }
  });
});

/** Checks the limits of a message (`MAX_CALL_WORK`, `MAX_EXPANSION`, `MAX_RESPONSE_BYTES`). */
function expectBounded({ bytes, written, units }: MappedMessage): void {
  expect(units).toBeLessThanOrEqual(LIMITS.work);
  expect(written).toBeLessThanOrEqual(Math.min(LIMITS.responseBytes, 1024 * 1024 + bytes * LIMITS.expansion));
}
