import { isRecord, ownValue, type ShapingReporter } from '../design-data.js';
import type { LineReader } from '../shaping/line-reader.js';
import type { ParsedOperation, ShortLine } from '../shaping/shaping-line.js';
import { type DataSetLine, readDataSets } from './parse-data-sets.js';
import { readSigns } from './parse-sign.js';

type XmlLines = Pick<ParsedOperation, 'sign' | 'short' | 'dataSets'>;

/** Reads the lines of an operation about signatures, wildcards and DataSets. */
export function readXmlLines(
  operation: string,
  parts: Readonly<Record<string, unknown>>,
  at: readonly string[],
  fields: LineReader,
  reporter: ShapingReporter,
): XmlLines {
  const [input, result] = [ownValue(parts, 'input'), ownValue(parts, 'result')];
  const shortsOf = (message: unknown, place: readonly string[]): readonly ShortLine[] => {
    const value = isRecord(message) ? ownValue(message, 'short') : undefined;
    return fields.listOf(value, place).flatMap(([path, where]): readonly ShortLine[] => {
      const keys = fields.path(path, where);
      return keys === undefined ? [] : [{ keys, at: where }];
    });
  };
  const dataSetsOf = (message: unknown, place: readonly string[]): readonly DataSetLine[] =>
    readDataSets(message, place, fields, reporter);
  return {
    sign: readSigns(operation, input, [...at, 'input', 'sign'], fields, reporter),
    short: {
      input: shortsOf(input, [...at, 'input', 'short']),
      result: shortsOf(result, [...at, 'result', 'short']),
    },
    dataSets: {
      input: dataSetsOf(input, [...at, 'input', 'dataSets']),
      result: dataSetsOf(result, [...at, 'result', 'dataSets']),
    },
  };
}
