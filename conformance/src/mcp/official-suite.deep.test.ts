import { expect, test } from 'vitest';
import { runOfficialSuite } from './official-suite.js';

test('agents: the official conformance suite finds only the failures that are listed with a reason', async () => {
  const { failures, stale, passed, scenarios } = await runOfficialSuite();
  expect(failures).toEqual([]);
  expect(stale).toEqual([]);
  expect(scenarios).toBe(50);
  expect(passed).toBeGreaterThan(100);
}, 300_000);
