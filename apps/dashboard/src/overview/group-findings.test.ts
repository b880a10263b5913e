import { expect, test } from 'vitest';
import type { Diagnostic } from '../api/services.js';
import { groupFindings } from './group-findings.js';

const finding = (code: string, line: number, operations: string[], effect?: string) => ({
  diagnostic: {
    code,
    line,
    effect,
    severity: 'warning',
    message: `${code} at ${line}`,
  } as unknown as Diagnostic,
  operations,
});

test('findings with the same meaning are grouped, with every place and each operation once', () => {
  const groups = groupFindings([
    finding('LOAD_FAILED', 1, []),
    finding('UNRESOLVED_ELEMENT', 2, ['A', 'B'], 'untyped'),
    finding('UNRESOLVED_ELEMENT', 3, ['B'], 'untyped'),
    finding('UNRESOLVED_ELEMENT', 4, ['C'], 'left out'),
  ]);
  expect(groups.map(({ first, findings, operations }) => [first.code, findings.length, operations])).toEqual([
    ['LOAD_FAILED', 1, []],
    ['UNRESOLVED_ELEMENT', 2, ['A', 'B']],
    ['UNRESOLVED_ELEMENT', 1, ['C']],
  ]);
});
