import type { ExpandedName } from '@soapstone/soap-model';
import { XSD } from '@soapstone/soap-model/namespaces';
import type { OperationShape } from '../../shape/operation-shape.js';
import type { ElementMember } from '../../shape/shape.js';
import type { ScalarShape } from '../../shape/simple-shape.js';
import { admits, type WildcardShape } from '../../shape/wildcard-shape.js';
import { type DataSet, DIFFGRAM, dataSetShape, MSDATA, type Table } from './data-set-shape.js';
import type { DataSetLine, DataSetTables, DataTable } from './parse-data-sets.js';
import { memberAt, type PlaceChange, PlaceProblem, wildcardsOf, withMember } from './place-lines.js';
import { dataSetOfElement } from './typed-data-set.js';

/** Gives DataSets the form of their rows (DS-1): members of an object by tables, in place of a schema and a diffgram. */
export const DATA_SETS: PlaceChange<DataSetLine> = {
  kind: 'dataSet',
  cannot: 'cannot be a DataSet',
  changesRecord: true,
  linesOf: ({ dataSets }) => dataSets,
  namespaces: ({ source }) => {
    if ('element' in source) return [DIFFGRAM];
    const { namespace, tables } = source;
    const named = namespace === '' ? [] : [namespace];
    return tables.some(hidesColumns) ? [DIFFGRAM, ...named, MSDATA] : [DIFFGRAM, ...named];
  },
  change(object, key, { source }, { operation, message }) {
    const member = memberAt(object, key);
    const data =
      'element' in source ? dataSetOfElement(source.element, operation) : listedDataSet(source, operation);
    if (!isDataSet(member, data.namespace))
      throw new PlaceProblem(`${key} is no xs:schema beside a wildcard for the diffgram`);
    const outer = message === 'input' ? data.tables.find(({ tables }) => tables.length > 0) : undefined;
    if (outer !== undefined)
      throw new PlaceProblem(
        `${outer.tables[0]?.name.localName} is inside ${outer.name.localName}: rows inside rows are read, not written, because .NET wants the keys of their relation; list the table beside the other, or leave the line out and send the DataSet as it is`,
      );
    const { constraints: _, ...place } = member;
    return withMember(object, member, { ...place, shape: dataSetShape(data, operation) });
  },
};

/**
 * Whether an element has the type that .NET writes for a DataSet: a schema, and any element. For a typed DataSet, it is one wildcard of the
 * namespace of the rows.
 */
function isDataSet({ shape }: ElementMember, namespace: string): boolean {
  if (shape.kind !== 'object' || shape.form !== 'plain') return false;
  const wildcards = wildcardsOf(shape);
  const hasSchema =
    shape.members.some(({ name }) => name.namespace === XSD && name.localName === 'schema') ||
    wildcards.some(({ wildcard }) => admits(wildcard, XSD));
  if (hasSchema && wildcards.some(({ wildcard }) => admits(wildcard, DIFFGRAM))) return true;
  return namespace !== '' && wildcards.some(({ wildcard }) => isOnly(wildcard, namespace));
}

function isOnly({ namespaces }: WildcardShape, namespace: string): boolean {
  return namespaces.kind === 'list' && namespaces.list.length === 1 && namespaces.list[0] === namespace;
}

function hidesColumns({ columns, tables }: DataTable): boolean {
  return columns.some(({ as }) => as === 'hidden') || tables.some(hidesColumns);
}

function listedDataSet({ name, namespace, tables }: DataSetTables, operation: OperationShape): DataSet {
  const nameOf = (localName: string): ExpandedName => ({ namespace, localName });
  const tableOf = (table: DataTable): Table => ({
    name: nameOf(table.name),
    columns: table.columns.map((column) => ({
      name: nameOf(column.name),
      type: column.type,
      as: column.as,
      shape: builtin(column.type, operation),
    })),
    tables: table.tables.map(tableOf),
  });
  return { name, namespace, tables: tables.map(tableOf) };
}

function builtin(type: string, operation: OperationShape): ScalarShape {
  const localName = type === 'guid' ? 'string' : type;
  return operation.namedType({ namespace: XSD, localName }, 'literal') as ScalarShape;
}
