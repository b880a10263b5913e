import { describe, expect, test } from 'vitest';
import type { Diagnostic, Operation } from '../api/services.js';
import { asSentence, judgeCompatibility, missingFiles, placeOf } from './compatibility.js';

const operation = (name: string, compatibility: Operation['compatibility'], diagnostics: number[] = []) =>
  ({ name, compatibility, diagnostics }) as unknown as Operation;
const diagnostic = (severity: Diagnostic['severity']) =>
  ({ code: severity, severity, message: severity, file: 'a.wsdl', line: 3, column: 1 }) as Diagnostic;

describe('the compatibility report', () => {
  test('lists findings with their operations, the most severe first, and notes separately', () => {
    const { limits, notes, exact, limited } = judgeCompatibility({
      operations: [
        operation('A', 'exact'),
        operation('B', 'degraded', [0, 2]),
        operation('C', 'degraded', [2]),
      ],
      diagnostics: [diagnostic('warning'), diagnostic('info'), diagnostic('error')],
    });
    expect(limits.map(({ diagnostic: { severity }, operations }) => [severity, operations])).toEqual([
      ['error', ['B', 'C']],
      ['warning', ['B']],
    ]);
    expect(notes).toHaveLength(1);
    expect([exact.length, limited.length]).toEqual([1, 2]);
  });

  test('a warning about operations that are fully supported is a note', () => {
    const { limits, notes, summary } = judgeCompatibility({
      operations: [operation('A', 'exact', [0]), operation('B', 'exact', [0])],
      diagnostics: [diagnostic('warning'), diagnostic('warning')],
    });
    expect(summary).toBe('All 2 operations are fully supported.');
    expect(notes.map(({ operations }) => operations)).toEqual([['A', 'B']]);
    // The other one concerns the service as a whole.
    expect(limits.map(({ operations }) => operations)).toEqual([[]]);
  });

  test('a warning about some operations names none that is fully supported', () => {
    const { limits, notes } = judgeCompatibility({
      operations: [operation('Full', 'exact', [0]), operation('Partial', 'degraded', [0])],
      diagnostics: [diagnostic('warning')],
    });
    expect(limits.map(({ operations }) => operations)).toEqual([['Partial']]);
    expect(notes).toEqual([]);
  });

  test.each([
    [1, 0, 'The operation is fully supported.'],
    [3, 0, 'All 3 operations are fully supported.'],
    [0, 1, 'The operation is partially supported.'],
    [0, 2, 'All 2 operations are partially supported.'],
    [2, 1, '2 of 3 operations are fully supported, 1 partially.'],
  ])('%d exact and %d limited: %s', (exact, limited, summary) => {
    const operations = [
      ...Array.from({ length: exact }, (_, n) => operation(`E${n}`, 'exact')),
      ...Array.from({ length: limited }, (_, n) => operation(`L${n}`, 'degraded')),
    ];
    expect(judgeCompatibility({ operations, diagnostics: [] }).summary).toBe(summary);
  });

  test('missing files are those whose absence is an error, each once, as the WSDL names them', () => {
    const failed = (severity: Diagnostic['severity'], component: string) =>
      ({ ...diagnostic(severity), code: 'LOAD_FAILED', component }) as Diagnostic;
    expect(
      missingFiles([
        failed('error', 'document schema/my users.xsd'),
        failed('warning', 'document unused.xsd'),
        failed('info', 'document known.xsd'),
        failed('error', 'namespace urn:x'),
        failed('error', 'document schema/my users.xsd'),
        { ...diagnostic('error'), component: 'document not-a-load.xsd' },
      ]),
    ).toEqual(['schema/my users.xsd']);
  });

  test('messages become sentences without rule ids, and places have line numbers', () => {
    expect(asSentence('the value is passed on untyped (MO-4)')).toBe('The value is passed on untyped.');
    expect(asSentence('the element is used (R2306)')).toBe('The element is used.');
    expect(asSentence('element {urn:a}b is not declared')).toBe('Element b is not declared.');
    expect(asSentence('write {} for it')).toBe('Write {} for it.');
    expect(asSentence('Supply it.')).toBe('Supply it.');
    expect(asSentence('  ')).toBe('');
    expect(placeOf({ file: 'a.wsdl', line: 12 })).toBe('a.wsdl:12');
    expect(placeOf({ file: 'a.wsdl', line: 0 })).toBe('a.wsdl');
  });
});
