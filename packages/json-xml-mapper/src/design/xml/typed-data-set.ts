import { clarkName } from '@soapstone/soap-model';
import { childrenOf } from '../../shape/fold-plan.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import type { ContentNode, ElementMember, ObjectShape, Scope, Shape } from '../../shape/shape.js';
import type { Column, DataSet, Table } from './data-set-shape.js';
import { findGlobalElement } from './find-global-element.js';
import { MOST_NESTED } from './parse-data-sets.js';
import { PlaceProblem } from './place-lines.js';

/**
 * The tables of a typed DataSet (DS-4): the elements inside a global element, which .NET marks with `msdata:IsDataSet`. Their elements and
 * attributes of simple types are columns, and their other elements tables inside them. Throws `PlaceProblem`.
 */
export function dataSetOfElement(element: string, operation: OperationShape): DataSet {
  const found = findGlobalElement(element, operation.globalElementNames());
  if ('problem' in found) throw new PlaceProblem(found.problem, found.nearest);
  const { name } = found;
  const root = objectIn(operation.globalElement(name, 'literal')?.shape);
  const reader: TableReader = { dataSet: name.localName, namespace: name.namespace, names: new Set() };
  const tables = (root === undefined ? [] : elementsIn(root)).map((member) => tableOf(member, reader, 1));
  if (tables.length === 0) throw new PlaceProblem(`the element ${clarkName(name)} has no tables`);
  return { name: name.localName, namespace: name.namespace, tables };
}

interface TableReader {
  readonly dataSet: string;
  readonly namespace: string;
  /** The tables so far: a DataSet has each name once. */
  readonly names: Set<string>;
}

function tableOf(member: ElementMember, reader: TableReader, depth: number): Table {
  const { name } = member;
  const refuse = (why: string): PlaceProblem =>
    new PlaceProblem(`${name.localName} in ${reader.dataSet} ${why}; list its tables and columns instead`);
  const row = objectIn(member.shape);
  if (row === undefined || row.value !== undefined) throw refuse('is no table of elements and attributes');
  if (name.namespace !== reader.namespace) throw refuse('is in another namespace');
  if (depth > MOST_NESTED || reader.names.has(name.localName)) throw refuse('is a table twice');
  reader.names.add(name.localName);
  const tables: Table[] = [];
  const columns: Column[] = row.attributes.map((attribute) => ({
    name: attribute.name,
    type: schemaType(attribute.shape),
    as: 'attribute',
    shape: attribute.shape,
    documentation: attribute.documentation,
  }));
  for (const each of elementsIn(row)) {
    if (objectIn(each.shape) === undefined) columns.push(columnOf(each));
    else tables.push(tableOf(each, reader, depth + 1));
  }
  const keys = [...columns, ...tables].map((each) => each.name.localName);
  const outside = columns.some((column) => ![reader.namespace, ''].includes(column.name.namespace));
  if (outside || new Set(keys).size < keys.length)
    throw refuse('has columns of other namespaces, or two of one name');
  return { name, columns, tables };
}

function columnOf({ name, shape, documentation }: ElementMember): Column {
  return { name, type: schemaType(shape), as: 'element', shape, documentation };
}

/** The built-in type that the schema of a request has for a column. */
function schemaType(shape: Shape): string {
  if (shape.kind === 'scalar') return shape.builtin;
  return shape.kind === 'anyType' || shape.kind === 'anySimpleType' ? shape.kind : 'string';
}

function objectIn(shape: Shape | undefined): ObjectShape | undefined {
  const object = shape?.kind === 'polymorphic' ? shape.declared : shape;
  return object?.kind === 'object' ? object : undefined;
}

/** The elements of an object, those of groups that repeat too, each once. */
function elementsIn(scope: Scope): readonly ElementMember[] {
  const found = new Map<string, ElementMember>();
  const scopes: Scope[] = [scope];
  for (let next = scopes.pop(); next !== undefined; next = scopes.pop()) {
    for (const member of next.members) {
      const key = clarkName(member.name);
      if (!found.has(key)) found.set(key, member);
    }
    const pending: ContentNode[] = [next.content];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (node.kind === 'items') scopes.push(node.body);
      else if (node.kind === 'sequence' || node.kind === 'choice') pending.push(...childrenOf(node));
    }
  }
  return [...found.values()];
}
