import { expect, test } from 'vitest';
import { groupFindings } from './group-findings.js';

const finding = (limit: string, effect: 'rejects' | 'strict' | 'ignores', message = 'm') => ({
  limit,
  effect,
  message,
  vendor: 'V',
  source: 'https://v.example',
});

test('findings: one entry per limit, the most severe first, without operations that agents may not call', () => {
  const groups = groupFindings([
    { name: 'A', access: 'yes', findings: [finding('keywords', 'ignores', 'of A')] },
    {
      name: 'B',
      access: 'read-only',
      findings: [finding('keywords', 'ignores', 'of B'), finding('top', 'rejects')],
    },
    { name: 'C', access: 'no', findings: [finding('depth', 'strict')] },
  ]);
  expect(groups.map(({ limit, operations, message }) => [limit, operations, message])).toEqual([
    ['top', ['B'], 'm'],
    ['keywords', ['A', 'B'], 'of A'],
  ]);
});
