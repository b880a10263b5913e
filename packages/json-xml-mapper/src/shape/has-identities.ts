import {
  clarkName,
  type ElementDeclaration,
  type SchemaSet,
  type TypeReference,
} from '@soapstone/soap-model';
import { foldPlan, type LeafNode } from './fold-plan.js';
import type { MessageShape, OperationShape } from './operation-shape.js';
import type { ElementMember, ObjectShape, Scope, Shape } from './shape.js';

/**
 * Whether the content of a message may be subject to identity constraints, or to the uniqueness of xs:ID (MO-6). Linear in the types of the
 * message, and constant for a schema with neither. True for a message with open content, if any element of the schema has a constraint;
 * IDs that only open content may have do not count.
 *
 * @example
 * ```ts
 * hasIdentities(operation.shape.input, operation.shape);
 * ```
 */
export function hasIdentities(
  { root, headers, constraints, encoded }: MessageShape,
  operation: OperationShape,
): boolean {
  const declared = identitiesOf(operation.schema);
  // SOAP's encoding describes graphs, and identity constraints trees.
  if (encoded || !(declared.constraints || declared.ids)) return false;
  if (constraints !== undefined) return true;
  const seen = new Set<Shape>();
  const pending: Shape[] = headers === undefined ? [root] : [root, headers];
  for (let shape = pending.pop(); shape !== undefined; shape = pending.pop()) {
    if (seen.has(shape)) continue;
    seen.add(shape);
    if (declared.ids && (isId(shape) || (shape.kind === 'object' && hasIdInTag(shape)))) return true;
    if (shape.kind === 'anyType' && declared.constraints) return true;
    if (shape.kind === 'polymorphic') {
      pending.push(shape.declared);
      for (const variant of shape.variants) pending.push(variant.shape);
    } else if (shape.kind === 'lifted') {
      pending.push(shape.object);
    } else if (shape.kind === 'object') {
      const { isOpen, members } = contentOf(shape);
      const elements = members.flatMap((member) => [member, ...(member.substitution?.members ?? [])]);
      const isConstrained = isOpen || elements.some((element) => element.constraints !== undefined);
      if (declared.constraints && isConstrained) return true;
      for (const element of elements) pending.push(element.shape);
    }
  }
  return false;
}

/** Whether a value is an xs:ID, or of a type that restricts it. */
export function isId(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.builtin === 'ID';
}

function hasIdInTag({ attributes, value }: ObjectShape): boolean {
  return attributes.some(({ shape }) => isId(shape)) || (value !== undefined && isId(value));
}

/**
 * Whether a declaration of the schema has identity constraints, or the type xs:ID (MO-6): a global one, or one in the content of a type.
 *
 * @example
 * ```ts
 * declaresIdentities(model.schema);
 * ```
 */
export function declaresIdentities(schema: SchemaSet): boolean {
  const { constraints, ids } = identitiesOf(schema);
  return constraints || ids;
}

interface DeclaredIdentities {
  readonly constraints: boolean;
  readonly ids: boolean;
}

const known = new WeakMap<SchemaSet, DeclaredIdentities>();

function identitiesOf(schema: SchemaSet): DeclaredIdentities {
  const found = known.get(schema) ?? findIdentities(schema);
  known.set(schema, found);
  return found;
}

function findIdentities(schema: SchemaSet): DeclaredIdentities {
  const found = { constraints: false, ids: false };
  const isIdType = (type: TypeReference): boolean => {
    if (typeof type === 'string') return type === 'ID';
    const named = schema.types[type];
    return named?.kind === 'simple' && named.variety.kind === 'atomic' && named.variety.builtin === 'ID';
  };
  const take = (element: Pick<ElementDeclaration, 'constraints' | 'type'>): void => {
    if (element.constraints !== undefined) found.constraints = true;
    if (isIdType(element.type)) found.ids = true;
  };
  for (const element of schema.elements) take(element);
  for (const type of schema.types) {
    if (type.kind !== 'complex') continue;
    if (type.attributes.some((attribute) => isIdType(attribute.type))) found.ids = true;
    const { content } = type;
    if (content.kind === 'simple' && isIdType(content.type)) found.ids = true;
    const isOfElements = content.kind === 'element-only' || content.kind === 'mixed';
    const pending = isOfElements && content.particle !== undefined ? [content.particle] : [];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next.kind === 'element') take(next);
      else if (next.kind !== 'any') for (const each of next.particles) pending.push(each);
    }
    if (found.constraints && found.ids) break;
  }
  return found;
}

/** The elements that an object may contain, those of repeating groups included. */
export interface ObjectContent {
  readonly members: readonly ElementMember[];
  readonly wildcards: readonly (LeafNode & { readonly kind: 'any' })[];
  /** Whether a wildcard admits elements that are then checked. */
  readonly isOpen: boolean;
}

/** Collects the members and wildcards of a scope and of its repeating groups. */
export function contentOf(scope: Pick<Scope, 'members' | 'content'>): ObjectContent {
  const members = new Map<string, ElementMember>();
  const wildcards: (LeafNode & { readonly kind: 'any' })[] = [];
  const pending = [scope];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const member of next.members) members.set(clarkName(member.name), member);
    foldPlan(
      next.content,
      (leaf) => {
        if (leaf.kind === 'items') pending.push(leaf.body);
        else if (leaf.kind === 'any') wildcards.push(leaf);
      },
      () => undefined,
    );
  }
  const isOpen = wildcards.some(({ wildcard }) => wildcard.processContents !== 'skip');
  return { members: [...members.values()], wildcards, isOpen };
}
