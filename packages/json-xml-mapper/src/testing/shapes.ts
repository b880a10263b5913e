import type { ServiceModel, TypeIndex } from '@soapstone/soap-model';
import type { UnwrapMode, WildcardMode } from '../api/options.js';
import { buildOperation, resolveExposed } from '../build/build-operation.js';
import type { NumberMode } from '../build/build-simple.js';
import { ShapeBuilder } from '../build/shape-builder.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { ContentNode, ObjectShape, PolymorphicShape, Scope, Shape, Use } from '../shape/shape.js';
import type { SchemaLiteral } from './schema-literal.js';

/** The Shape of an exposed operation. */
export function operationShape(
  model: ServiceModel,
  name: string,
  options: { numbers?: NumberMode; unwrap?: UnwrapMode; wildcards?: WildcardMode } = {},
): OperationShape {
  const exposed = model.exposed.find((candidate) => candidate.name === name);
  if (exposed === undefined) throw new Error(`no operation ${name}`);
  const builder = new ShapeBuilder(model.schema, options.numbers ?? 'number', options.wildcards);
  const { operation } = resolveExposed(model, exposed);
  return buildOperation(builder, model, operation, options.unwrap ?? 'record');
}

/** The Shape of one type of a schema literal. */
export function shapeOf(
  schema: SchemaLiteral,
  type: TypeIndex,
  options: { numbers?: NumberMode; use?: Use } = {},
): Shape {
  const model = schema.service({});
  const builder = new ShapeBuilder(model.schema, options.numbers ?? 'number');
  const shape = builder.typeShape(type, options.use ?? 'literal');
  builder.settle();
  return shape;
}

/** The same for a type that must be an object. */
export function objectOf(schema: SchemaLiteral, type: TypeIndex, options: { use?: Use } = {}): ObjectShape {
  const shape = shapeOf(schema, type, options);
  if (shape.kind !== 'object') throw new Error(`expected an object, got ${shape.kind}`);
  return shape;
}

/**
 * A plan in one line: `id, code*, (card | (iban, bic?)), $items*(info | code), $any*`. `&` joins what may come in any order; counts
 * are `?`, `*`, `+` or `{min,max}`.
 */
export function printPlan(scope: Pick<Scope, 'content'>): string {
  return scope.content.children.map(printNode).join(scope.content.unordered ? ' & ' : ', ');
}

function printNode(node: ContentNode): string {
  switch (node.kind) {
    case 'element':
      return `${node.member.key}${count(node.min, node.max)}`;
    case 'any':
      return `${node.key}${count(node.min, node.max)}`;
    case 'items': {
      const body = printPlan(node.body);
      return `${node.key}${count(node.min, node.max)}${body.startsWith('(') ? body : `(${body})`}`;
    }
    case 'choice':
      return `(${node.branches.map(printNode).join(' | ')})${node.optional ? '?' : ''}`;
    case 'sequence':
      return `(${node.children.map(printNode).join(node.unordered ? ' & ' : ', ')})${node.optional ? '?' : ''}`;
  }
}

function count(min: number, max: number): string {
  if (min === 1 && max === 1) return '';
  if (min === 0 && max === 1) return '?';
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  return `{${min},${max}}`;
}

/** The keys of a scope with their properties: `role: array`, `email?`. */
export function printMembers(scope: Scope): string[] {
  return scope.members.map(
    (member) =>
      `${member.key}${member.min === 0 ? '?' : ''}${member.array ? '[]' : ''}${member.nillable ? ' nil' : ''}${
        member.conditional ? ' conditional' : ''
      }`,
  );
}

/** The same for a type that others derive from. */
export function polymorphic(shape: Shape | undefined): PolymorphicShape {
  if (shape?.kind !== 'polymorphic') throw new Error(`expected a polymorphic shape, got ${shape?.kind}`);
  return shape;
}
