import { describe, isRecord, ownValue, type ShapingReporter } from '../design-data.js';
import type { LineReader } from '../shaping/line-reader.js';
import type { DocumentLine } from '../shaping/shaping-line.js';

const PARTS: readonly string[] = ['element', 'as', 'declaration'];

/** The statement of a line about the document in a text. */
type ParsedDocument = Pick<DocumentLine, 'element' | 'as' | 'declaration'>;

/** Reads `documents` of an input or a result: the element of each document, by the path of the member that has it as text. */
export function readDocuments(
  value: unknown,
  at: readonly string[],
  fields: LineReader,
  reporter: ShapingReporter,
): readonly DocumentLine[] {
  return fields.entriesOf(value, at).flatMap(([path, given, place]): readonly DocumentLine[] => {
    const keys = fields.path(path, place);
    const document =
      typeof given === 'string'
        ? readElement(given, place, reporter)
        : readParts(given, place, fields, reporter);
    return keys === undefined || document === undefined
      ? []
      : [{ kind: 'document', keys, at: place, ...document }];
  });
}

function readParts(
  given: unknown,
  at: readonly string[],
  fields: LineReader,
  reporter: ShapingReporter,
): ParsedDocument | undefined {
  if (!isRecord(given)) {
    reporter.report(at, `must be the name of an element, * or an object with it, got ${describe(given)}`);
    return undefined;
  }
  const parts = fields.partsOf(given, at, PARTS, 'a document');
  const element = ownValue(given, 'element');
  const as = ownValue(given, 'as') ?? 'escaped';
  const declaration = ownValue(given, 'declaration') ?? false;
  let isGood = parts !== undefined && Object.keys(given).every((part) => PARTS.includes(part));
  const expect = (part: string, isRight: boolean, expected: string): void => {
    if (isRight) return;
    isGood = false;
    reporter.report([...at, part], `must be ${expected}, got ${describe(ownValue(given, part))}`);
  };
  expect('element', typeof element === 'string', 'the name of an element, or *');
  expect('as', as === 'escaped' || as === 'cdata', 'escaped or cdata');
  expect('declaration', typeof declaration === 'boolean', 'true or false');
  const read = typeof element === 'string' ? readElement(element, [...at, 'element'], reporter) : undefined;
  if (!isGood || read === undefined) return undefined;
  return { ...read, as: as as DocumentLine['as'], declaration: declaration as boolean };
}

function readElement(
  element: string,
  at: readonly string[],
  reporter: ShapingReporter,
): ParsedDocument | undefined {
  if (!reporter.count(element.length, at)) return undefined;
  if (element !== '') return { element, as: 'escaped', declaration: false };
  reporter.report(at, 'must be the name of an element, or *');
  return undefined;
}
