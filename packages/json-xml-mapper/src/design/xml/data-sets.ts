import type { ExpandedName } from '@soapstone/soap-model';
import { XSD } from '@soapstone/soap-model/namespaces';
import { escapeAttribute } from '@soapstone/soap-model/xml';
import type { OperationShape } from '../../shape/operation-shape.js';
import type {
  AttributeMember,
  ContentNode,
  ElementMember,
  LiftedShape,
  ObjectShape,
} from '../../shape/shape.js';
import type { ScalarShape } from '../../shape/simple-shape.js';
import { admits } from '../../shape/wildcard-shape.js';
import type { DataSetLine, DataTable } from './parse-data-sets.js';
import { memberAt, type PlaceChange, PlaceProblem, wildcardsOf, withMember } from './place-lines.js';

const DIFFGRAM = 'urn:schemas-microsoft-com:xml-diffgram-v1';
const MSDATA = 'urn:schemas-microsoft-com:xml-msdata';
const STATES: readonly string[] = ['inserted', 'modified', 'descent'];

/** Gives DataSets the form of their rows (DS-1): members of an object by tables, in place of a schema and a diffgram. */
export const DATA_SETS: PlaceChange<DataSetLine> = {
  kind: 'dataSet',
  cannot: 'cannot be a DataSet',
  linesOf: ({ dataSets }) => dataSets,
  namespaces: ({ namespace }) => [DIFFGRAM, ...(namespace === '' ? [] : [namespace])],
  change(object, key, line, { operation }) {
    const member = memberAt(object, key);
    if (!isDataSet(member))
      throw new PlaceProblem(`${key} is no xs:schema beside a wildcard for the diffgram`);
    const { constraints: _, ...place } = member;
    return withMember(object, member, { ...place, shape: dataSetShape(line, operation) });
  },
};

/** Whether an element has the type that .NET writes for a DataSet: a schema, and any element. */
function isDataSet({ shape }: ElementMember): boolean {
  if (shape.kind !== 'object' || shape.form !== 'plain') return false;
  const wildcards = wildcardsOf(shape);
  const hasSchema =
    shape.members.some(({ name }) => name.namespace === XSD && name.localName === 'schema') ||
    wildcards.some(({ wildcard }) => admits(wildcard, XSD));
  return hasSchema && wildcards.some(({ wildcard }) => admits(wildcard, DIFFGRAM));
}

function dataSetShape(line: DataSetLine, operation: OperationShape): LiftedShape {
  const rows = objectOf(line.name, tablesOf(line, operation, true));
  const before = objectOf(`${line.name}Before`, tablesOf(line, operation, false));
  const members: readonly ElementMember[] = [
    {
      ...memberOf('rows', { namespace: line.namespace, localName: line.name }, rows),
      documentation: 'The rows as they are now, by their tables.',
    },
    {
      ...memberOf('before', { namespace: DIFFGRAM, localName: 'before' }, before),
      documentation:
        'The rows that were changed or deleted, as they were, with the @id that they have in rows.',
    },
  ];
  const diffgram: ObjectShape = {
    ...objectOf(`${line.name}Diffgram`, members),
    omitted: [{ namespace: DIFFGRAM, localName: 'errors' }],
  };
  const member = {
    ...memberOf('diffgram', { namespace: DIFFGRAM, localName: 'diffgram' }, diffgram),
    min: 1,
  };
  const object: ObjectShape = {
    ...objectOf(`${line.name}DataSet`, [member]),
    omitted: [{ namespace: XSD, localName: 'schema' }],
  };
  return { kind: 'lifted', object, member, lead: schemaOf(line) };
}

function tablesOf(
  { namespace, tables }: DataSetLine,
  operation: OperationShape,
  hasState: boolean,
): readonly ElementMember[] {
  return tables.map((table) => ({
    ...memberOf(
      table.name,
      { namespace, localName: table.name },
      rowOf(table, namespace, operation, hasState),
    ),
    max: Number.POSITIVE_INFINITY,
    array: true,
  }));
}

function rowOf(
  { name, columns }: DataTable,
  namespace: string,
  operation: OperationShape,
  hasState: boolean,
): ObjectShape {
  const members = columns.map((column) =>
    memberOf(column.name, { namespace, localName: column.name }, builtin(column.type, operation)),
  );
  const id: AttributeMember = {
    key: '@id',
    name: { namespace: DIFFGRAM, localName: 'id' },
    shape: builtin('string', operation),
    required: true,
    documentation: 'The row, in this DataSet only.',
  };
  const string = builtin('string', operation);
  const state: AttributeMember = {
    key: '@hasChanges',
    name: { namespace: DIFFGRAM, localName: 'hasChanges' },
    shape: { ...string, facets: { ...string.facets, enumeration: STATES } },
    required: false,
    documentation: 'What was done to the row. Absent: nothing.',
  };
  return {
    ...objectOf(hasState ? name : `${name}Before`, members),
    attributes: hasState ? [id, state] : [id],
    omittedAttributes: ['rowOrder', 'hasErrors', 'parentId'].map((localName) => ({
      namespace: localName === 'rowOrder' ? MSDATA : DIFFGRAM,
      localName,
    })),
  };
}

function builtin(type: string, operation: OperationShape): ScalarShape {
  const localName = type === 'guid' ? 'string' : type;
  return operation.namedType({ namespace: XSD, localName }, 'literal') as ScalarShape;
}

function memberOf(key: string, name: ExpandedName, shape: ElementMember['shape']): ElementMember {
  return { key, name, shape, nillable: false, min: 0, max: 1, array: false, conditional: false };
}

function objectOf(name: string, members: readonly ElementMember[]): ObjectShape {
  const children = members.map((member): ContentNode => {
    const { min, max } = member;
    return { kind: 'element', member, min, max };
  });
  return {
    kind: 'object',
    form: 'plain',
    path: [name],
    attributes: [],
    members,
    content: { kind: 'sequence', optional: false, unordered: false, children },
  };
}

/** The schema that .NET reads the rows by. It declares its own namespaces. */
function schemaOf({ name, namespace, tables }: DataSetLine): string {
  const target =
    namespace === ''
      ? ''
      : ` targetNamespace="${escapeAttribute(namespace)}" xmlns:mstns="${escapeAttribute(namespace)}" attributeFormDefault="qualified" elementFormDefault="qualified"`;
  const declared = tables.map(({ name: table, columns }) => {
    const elements = columns.map(({ name: column, type }) =>
      type === 'guid'
        ? `<xs:element name="${column}" msdata:DataType="System.Guid" type="xs:string" minOccurs="0"/>`
        : `<xs:element name="${column}" type="xs:${type}" minOccurs="0"/>`,
    );
    return `<xs:element name="${table}"><xs:complexType><xs:sequence>${elements.join('')}</xs:sequence></xs:complexType></xs:element>`;
  });
  return (
    `<xs:schema xmlns:xs="${XSD}" xmlns:msdata="${MSDATA}" id="${name}"${target}>` +
    `<xs:element name="${name}" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">` +
    `${declared.join('')}</xs:choice></xs:complexType></xs:element></xs:schema>`
  );
}
