import { isNCName } from '@soapstone/soap-model/xml';
import { describe, isRecord, ownValue, type ShapingReporter } from '../design-data.js';
import { isNothing, type LineReader } from '../shaping/line-reader.js';

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

/** How .NET writes a column that is not an element: as an attribute of the row, or hidden (`MappingType`). */
export const COLUMN_PLACES = ['attribute', 'hidden'] as const;

/** How many tables may be inside each other. */
export const MOST_NESTED = 10;

/** A DataSet whose rows JSON has (DS-1). */
export interface DataSetLine {
  readonly keys: readonly string[];
  readonly at: readonly string[];
  /** Its tables, or the element of the schema that has them (DS-4). */
  readonly source: DataSetTables | { readonly element: string };
}

/** A DataSet whose tables a design lists. */
export interface DataSetTables {
  readonly name: string;
  readonly namespace: string;
  readonly tables: readonly DataTable[];
}

/** A table of a DataSet. */
export interface DataTable {
  readonly name: string;
  readonly columns: readonly DataColumn[];
  /** The tables whose rows are inside its rows (DS-5). */
  readonly tables: readonly DataTable[];
}

/** A column of a table. */
interface DataColumn {
  readonly name: string;
  readonly type: string;
  readonly as: 'element' | (typeof COLUMN_PLACES)[number];
}

const PARTS: readonly string[] = ['element', 'name', 'namespace', 'tables'];

/** The namespaces of diffgrams, which rows are never in. */
const OWN_NAMESPACES: readonly string[] = [
  'urn:schemas-microsoft-com:xml-diffgram-v1',
  'urn:schemas-microsoft-com:xml-msdata',
  'http://www.w3.org/2001/XMLSchema',
  'http://www.w3.org/2000/xmlns/',
];

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
    const element = ownValue(parts, 'element');
    const source =
      element === undefined || element === null
        ? readTables(parts, place, fields, reporter)
        : readElement(element, parts, place, reporter);
    return keys === undefined || source === undefined ? [] : [{ keys, at: place, source }];
  });
}

function readElement(
  element: unknown,
  parts: Readonly<Record<string, unknown>>,
  at: readonly string[],
  reporter: ShapingReporter,
): { readonly element: string } | undefined {
  if (typeof element !== 'string' || element === '') {
    reporter.report([...at, 'element'], `must be the name of an element, got ${describe(element)}`);
    return undefined;
  }
  for (const part of PARTS.slice(1)) {
    if (ownValue(parts, part) === undefined) continue;
    reporter.report([...at, part], 'cannot be beside element, whose schema says it');
    return undefined;
  }
  return reporter.count(element.length, at) ? { element } : undefined;
}

function readTables(
  parts: Readonly<Record<string, unknown>>,
  at: readonly string[],
  fields: LineReader,
  reporter: ShapingReporter,
): DataSetTables | undefined {
  const name = ownValue(parts, 'name') ?? 'NewDataSet';
  const namespace = ownValue(parts, 'namespace') ?? '';
  const isNamed = isName(name, [...at, 'name'], reporter);
  if (typeof namespace !== 'string') {
    reporter.report([...at, 'namespace'], `must be the name of a namespace, got ${describe(namespace)}`);
    return undefined;
  }
  if (OWN_NAMESPACES.includes(namespace)) {
    reporter.report(
      [...at, 'namespace'],
      'must be that of the rows, not one that diffgrams have for themselves',
    );
    return undefined;
  }
  if (!reporter.count(namespace.length, at)) return undefined;
  const reader: TableReader = { fields, reporter, names: new Set() };
  const given = ownValue(parts, 'tables');
  const tables = fields
    .entriesOf(given, [...at, 'tables'])
    .flatMap(([table, columns, where]) => readTable(table, columns, where, reader, 1) ?? []);
  if (isNothing(given))
    reporter.report(
      at,
      'must have tables with their columns, { tables: { Users: { id: int } } }, or the element of the schema that has them',
    );
  return isNamed && tables.length > 0 ? { name: name as string, namespace, tables } : undefined;
}

interface TableReader {
  readonly fields: LineReader;
  readonly reporter: ShapingReporter;
  /** The tables so far: a DataSet has each name once, wherever its rows are. */
  readonly names: Set<string>;
}

function readTable(
  name: string,
  given: unknown,
  at: readonly string[],
  reader: TableReader,
  depth: number,
): DataTable | undefined {
  const { fields, reporter, names } = reader;
  if (!isName(name, at, reporter)) return undefined;
  if (depth > MOST_NESTED) {
    reporter.report(at, `must not be inside more than ${MOST_NESTED} tables`);
    return undefined;
  }
  if (names.has(name)) {
    reporter.report(at, 'is a table twice: a DataSet has each name once');
    return undefined;
  }
  names.add(name);
  const entries = fields.entriesOf(given, at);
  const tables: DataTable[] = [];
  const columns = entries.flatMap(([column, type, where]): readonly DataColumn[] => {
    if (isRecord(type)) {
      const table = readTable(column, type, where, reader, depth + 1);
      if (table !== undefined) tables.push(table);
      return [];
    }
    if (!isName(column, where, reporter)) return [];
    const read = readColumn(column, type);
    if (read !== undefined && read.as !== 'element' && column === 'xmlns') {
      reporter.report(where, 'cannot be an attribute: xmlns declares a namespace');
      return [];
    }
    if (read !== undefined) return [read];
    reporter.report(
      where,
      `must be one of ${COLUMN_TYPES.join(', ')}, with " attribute" or " hidden" after it if .NET writes the column so, or the columns of a table inside this one; got ${describe(type)}`,
    );
    return [];
  });
  if (isNothing(given)) reporter.report(at, 'must have columns with their types: { id: int, name: string }');
  return columns.length + tables.length === 0 ? undefined : { name, columns, tables };
}

function readColumn(name: string, given: unknown): DataColumn | undefined {
  if (typeof given !== 'string') return undefined;
  const place = COLUMN_PLACES.find((each) => given.endsWith(` ${each}`));
  const type = place === undefined ? given : given.slice(0, -place.length - 1);
  return COLUMN_TYPES.includes(type) ? { name, type, as: place ?? 'element' } : undefined;
}

function isName(name: unknown, at: readonly string[], reporter: ShapingReporter): boolean {
  if (typeof name === 'string' && name.length <= 255 && isNCName(name)) return true;
  reporter.report(
    at,
    `must be an XML name of at most 255 characters (.NET writes a space as _x0020_), got ${describe(name)}`,
  );
  return false;
}
