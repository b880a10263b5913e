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
  Shape,
} from '../../shape/shape.js';
import type { ScalarShape, SimpleShape } from '../../shape/simple-shape.js';

export const DIFFGRAM = 'urn:schemas-microsoft-com:xml-diffgram-v1';
export const MSDATA = 'urn:schemas-microsoft-com:xml-msdata';
const STATES: readonly string[] = ['inserted', 'modified', 'descent'];

/** A DataSet, with the Shapes of its columns. */
export interface DataSet {
  readonly name: string;
  readonly namespace: string;
  readonly tables: readonly Table[];
}

/** A table, and the tables whose rows are inside its rows. */
export interface Table {
  readonly name: ExpandedName;
  readonly columns: readonly Column[];
  readonly tables: readonly Table[];
}

/** A column of one of two kinds, as .NET writes it. */
export type Column = {
  readonly name: ExpandedName;
  /** The type in the schema of a request: that of XML Schema, or `guid`. */
  readonly type: string;
  readonly documentation?: string | undefined;
} & (
  | { readonly as: 'element'; readonly shape: Shape }
  | { readonly as: 'element' | 'attribute' | 'hidden'; readonly shape: SimpleShape }
);

/** The object that JSON has in place of a DataSet: `rows` and `before`. */
export function dataSetShape(data: DataSet, operation: OperationShape): LiftedShape {
  const string = operation.namedType({ namespace: XSD, localName: 'string' }, 'literal') as ScalarShape;
  const rows = objectOf(
    data.name,
    data.tables.map((table) => rowsOf(table, string)),
  );
  const before = objectOf(
    `${data.name}Before`,
    [...allTables(data.tables)].map(([table, parent]) => rowsBefore(table, parent, string)),
  );
  const members: readonly ElementMember[] = [
    {
      ...memberOf('rows', { namespace: data.namespace, localName: data.name }, rows),
      documentation: 'The rows as they are now, by their tables.',
    },
    {
      ...memberOf('before', { namespace: DIFFGRAM, localName: 'before' }, before),
      documentation:
        'The rows that were changed or deleted, as they were, with the @id that they have in rows.',
    },
  ];
  const diffgram: ObjectShape = {
    ...objectOf(`${data.name}Diffgram`, members),
    omitted: [{ namespace: DIFFGRAM, localName: 'errors' }],
  };
  const member = {
    ...memberOf('diffgram', { namespace: DIFFGRAM, localName: 'diffgram' }, diffgram),
    min: 1,
  };
  const object: ObjectShape = {
    ...objectOf(`${data.name}DataSet`, [member]),
    omitted: [{ namespace: XSD, localName: 'schema' }],
  };
  return { kind: 'lifted', object, member, lead: schemaOf(data) };
}

/** All tables, each with the one that its rows are inside. */
function* allTables(
  tables: readonly Table[],
  parent?: Table,
): Generator<readonly [Table, Table | undefined]> {
  for (const table of tables) {
    yield [table, parent];
    yield* allTables(table.tables, table);
  }
}

function rowsOf(table: Table, string: ScalarShape, parent?: Table): ElementMember {
  const row = objectOf(table.name.localName, [
    ...elementsOf(table),
    ...table.tables.map((inner) => rowsOf(inner, string, table)),
  ]);
  const state: AttributeMember = {
    ...attributeOf('@hasChanges', 'hasChanges', {
      ...string,
      facets: { ...string.facets, enumeration: STATES },
    }),
    documentation: 'What was done to the row. Absent: nothing.',
  };
  return listOf(table, {
    ...row,
    attributes: [rowId(string), state, ...attributesOf(table)],
    omittedAttributes: [...passedOver(table, parent), { namespace: DIFFGRAM, localName: 'parentId' }],
  });
}

/** Rows before changes are in no other rows: an attribute names the row that they were inside. */
function rowsBefore(table: Table, parent: Table | undefined, string: ScalarShape): ElementMember {
  const inside: AttributeMember = {
    ...attributeOf('@parentId', 'parentId', string),
    documentation: `The row of ${parent?.name.localName} that the row was inside.`,
  };
  return listOf(table, {
    ...objectOf(`${table.name.localName}Before`, elementsOf(table)),
    attributes: [rowId(string), ...(parent === undefined ? [] : [inside]), ...attributesOf(table)],
    omittedAttributes: passedOver(table, parent),
  });
}

function listOf(table: Table, row: ObjectShape): ElementMember {
  return {
    ...memberOf(table.name.localName, table.name, row),
    max: Number.POSITIVE_INFINITY,
    array: true,
  };
}

function rowId(string: ScalarShape): AttributeMember {
  const id = attributeOf('@id', 'id', string);
  return { ...id, required: true, documentation: 'The row, in this DataSet only.' };
}

function attributeOf(key: string, localName: string, shape: SimpleShape): AttributeMember {
  return { key, name: { namespace: DIFFGRAM, localName }, shape, required: false };
}

/** The attributes that .NET adds to a row for itself, and the keys that it makes for tables inside others. */
function passedOver(table: Table, parent: Table | undefined): readonly ExpandedName[] {
  const keys = [...(parent === undefined ? [] : [parent]), ...(table.tables.length === 0 ? [] : [table])];
  const own = new Set(table.columns.flatMap(({ as, name }) => (as === 'hidden' ? [name.localName] : [])));
  const made = keys.map(({ name }) => `${name.localName}_Id`).filter((key) => !own.has(key));
  return [
    { namespace: MSDATA, localName: 'rowOrder' },
    { namespace: DIFFGRAM, localName: 'hasErrors' },
    ...made.map((key) => ({ namespace: MSDATA, localName: `hidden${key}` })),
  ];
}

function elementsOf({ columns }: Table): readonly ElementMember[] {
  return columns.flatMap(({ as, name, shape, documentation }) =>
    as === 'element'
      ? [{ ...memberOf(name.localName, name, shape), ...(documentation !== undefined && { documentation }) }]
      : [],
  );
}

function attributesOf({ columns }: Table): readonly AttributeMember[] {
  return columns.flatMap((column): readonly AttributeMember[] => {
    if (column.as === 'element') return [];
    const { name, shape, documentation } = column;
    return [
      {
        key: name.localName,
        name: column.as === 'hidden' ? { namespace: MSDATA, localName: `hidden${name.localName}` } : name,
        shape: shape as SimpleShape,
        required: false,
        ...(documentation !== undefined && { documentation }),
      },
    ];
  });
}

function memberOf(key: string, name: ExpandedName, shape: Shape): ElementMember {
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
function schemaOf({ name, namespace, tables }: DataSet): string {
  const target =
    namespace === ''
      ? ''
      : ` targetNamespace="${escapeAttribute(namespace)}" xmlns:mstns="${escapeAttribute(namespace)}" attributeFormDefault="qualified" elementFormDefault="qualified"`;
  const declared = tables.map((table) => tableSchema(table, namespace, ''));
  return (
    `<xs:schema xmlns:xs="${XSD}" xmlns:msdata="${MSDATA}" id="${name}"${target}>` +
    `<xs:element name="${name}" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">` +
    `${declared.join('')}</xs:choice></xs:complexType></xs:element></xs:schema>`
  );
}

function tableSchema({ name, columns, tables }: Table, namespace: string, occurs: string): string {
  const declarationOf = (column: Column): string => {
    const form = column.name.namespace === namespace ? '' : ' form="unqualified"';
    const type =
      column.type === 'guid' ? 'msdata:DataType="System.Guid" type="xs:string"' : `type="xs:${column.type}"`;
    return `name="${column.name.localName}"${form} ${type}`;
  };
  const elements = columns
    .filter(({ as }) => as === 'element')
    .map((column) => `<xs:element ${declarationOf(column)} minOccurs="0"/>`);
  const inner = tables.map((table) => tableSchema(table, namespace, ' minOccurs="0" maxOccurs="unbounded"'));
  const attributes = columns
    .filter(({ as }) => as !== 'element')
    .map(
      (column) =>
        `<xs:attribute ${declarationOf(column)}${column.as === 'hidden' ? ' use="prohibited"' : ''}/>`,
    );
  return `<xs:element name="${name.localName}"${occurs}><xs:complexType><xs:sequence>${elements.join('')}${inner.join('')}</xs:sequence>${attributes.join('')}</xs:complexType></xs:element>`;
}
