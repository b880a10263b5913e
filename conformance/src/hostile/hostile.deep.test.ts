import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partOf } from '../bounded-runs/bounded-runs.js';
import { judgeShape } from './judge.js';
import { SHAPES } from './shapes.js';
import { openStage, type Stage } from './stage.js';

/** The part of the shapes that runs at each depth. `pnpm conformance hostile` runs all of them, every night. */
const PARTS: Readonly<Record<string, string>> = { 1: '75/148', 10: '1/6', 100: '1/1' };
const shapes = partOf(SHAPES, PARTS[process.env['SOAPSTONE_DEPTH'] ?? '1'] ?? '1/1');

// The probe reads /proc.
describe.skipIf(process.platform !== 'linux')('hostile input through a gateway', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  test.each(shapes)(
    '$name: every request is within its bounds on CPU, memory and bytes',
    async (shape) => {
      const { costs, faults } = await judgeShape(shape, stage.measure);
      expect(faults).toEqual([]);
      expect(costs.length).toBeGreaterThan(3);
    },
    // Only a gateway that hangs reaches this.
    3_600_000,
  );
});
