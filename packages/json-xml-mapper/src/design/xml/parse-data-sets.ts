import { isNCName } from '@soapstone/soap-model/xml';
import { describe, isRecord, ownValue, type ShapingReporter } from '../design-data.js';
import type { LineReader } from '../shaping/line-reader.js';

/** The types of columns, by their names in designs: those that .NET maps to types of XML Schema. */
export const COLUMN_TYPES: readonly string[] = [
  'string',
  'boolean',
  'int',
  'long',
  'short',
  'byte',
  'unsignedInt',
  'unsignedLong',
  'unsignedShort',
  'unsignedByte',
  'decimal',
  'float',
  'double',
  'dateTime',
  'duration',
  'base64Binary',
  'anyURI',
  'guid',
];

/** A DataSet whose rows JSON has (DS-1). */
export interface DataSetLine {
  readonly keys: readonly string[];
  readonly at: readonly string[];
  readonly name: string;
  readonly namespace: string;
  readonly tables: readonly DataTable[];
}

/** A table of a DataSet. */
export interface DataTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

const PARTS: readonly string[] = ['name', 'namespace', 'tables'];

/** Reads `dataSets` of an input or a result: tables and their columns, by the path of the member. */
export function readDataSets(
  message: unknown,
  at: readonly string[],
  fields: LineReader,
  reporter: ShapingReporter,
): readonly DataSetLine[] {
  const value = isRecord(message) ? ownValue(message, 'dataSets') : undefined;
  return fields.entriesOf(value, at).flatMap(([path, given, place]): readonly DataSetLine[] => {
    const keys = fields.path(path, place);
    const parts = fields.partsOf(given, place, PARTS, 'a DataSet');
    if (parts === undefined) return [];
    const name = ownValue(parts, 'name') ?? 'NewDataSet';
    const namespace = ownValue(parts, 'namespace') ?? '';
    const isNamed = isName(name, [...place, 'name'], reporter);
    if (typeof namespace !== 'string') {
      reporter.report([...place, 'namespace'], `must be the name of a namespace, got ${describe(namespace)}`);
      return [];
    }
    if (!reporter.count(namespace.length, place)) return [];
    const tables = fields
      .entriesOf(ownValue(parts, 'tables'), [...place, 'tables'])
      .flatMap(([table, columns, where]) => readTable(table, columns, where, fields, reporter) ?? []);
    if (tables.length === 0)
      reporter.report(place, 'must have tables with their columns: { tables: { Users: { id: int } } }');
    if (keys === undefined || !isNamed || tables.length === 0) return [];
    return [{ keys, at: place, name: name as string, namespace, tables }];
  });
}

function readTable(
  name: string,
  given: unknown,
  at: readonly string[],
  fields: LineReader,
  reporter: ShapingReporter,
): DataTable | undefined {
  if (!isName(name, at, reporter)) return undefined;
  const entries = fields.entriesOf(given, at);
  const columns = entries.flatMap(([column, type, where]) => {
    if (!isName(column, where, reporter)) return [];
    if (typeof type === 'string' && COLUMN_TYPES.includes(type)) return [{ name: column, type }];
    reporter.report(where, `must be one of ${COLUMN_TYPES.join(', ')}, got ${describe(type)}`);
    return [];
  });
  if (entries.length === 0)
    reporter.report(at, 'must have columns with their types: { id: int, name: string }');
  return columns.length === 0 ? undefined : { name, columns };
}

function isName(name: unknown, at: readonly string[], reporter: ShapingReporter): boolean {
  if (typeof name === 'string' && name.length <= 255 && isNCName(name)) return true;
  reporter.report(
    at,
    `must be an XML name of at most 255 characters (.NET writes a space as _x0020_), got ${describe(name)}`,
  );
  return false;
}
