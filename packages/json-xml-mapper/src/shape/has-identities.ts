import { clarkName, type SchemaSet } from '@soapstone/soap-model';
import { foldPlan, type LeafNode } from './fold-plan.js';
import type { MessageShape, OperationShape } from './operation-shape.js';
import type { ElementMember, Scope, Shape } from './shape.js';

/**
 * Whether the content of a message may be subject to identity constraints (MO-6). Linear in the types of the message, and constant for a
 * schema without such constraints. True for a message with open content, if any element of the schema has one.
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
  // SOAP's encoding describes graphs, and identity constraints trees.
  if (encoded || !declaresIdentities(operation.schema)) return false;
  if (constraints !== undefined) return true;
  const seen = new Set<Shape>();
  const pending: Shape[] = headers === undefined ? [root] : [root, headers];
  for (let shape = pending.pop(); shape !== undefined; shape = pending.pop()) {
    if (seen.has(shape)) continue;
    seen.add(shape);
    if (shape.kind === 'anyType') return true;
    if (shape.kind === 'polymorphic') {
      pending.push(shape.declared);
      for (const variant of shape.variants) pending.push(variant.shape);
    } else if (shape.kind === 'object') {
      const { isOpen, members } = contentOf(shape);
      const elements = members.flatMap((member) => [member, ...(member.substitution?.members ?? [])]);
      if (isOpen || elements.some((element) => element.constraints !== undefined)) return true;
      for (const element of elements) pending.push(element.shape);
    }
  }
  return false;
}

/**
 * Whether a declaration of the schema has identity constraints (MO-6): a global one, or one in the content of a type.
 *
 * @example
 * ```ts
 * declaresIdentities(model.schema);
 * ```
 */
export function declaresIdentities(schema: SchemaSet): boolean {
  const found = known.get(schema) ?? findsIdentities(schema);
  known.set(schema, found);
  return found;
}

const known = new WeakMap<SchemaSet, boolean>();

function findsIdentities({ elements, types }: SchemaSet): boolean {
  if (elements.some(({ constraints }) => constraints !== undefined)) return true;
  for (const type of types) {
    const content = type.kind === 'complex' ? type.content : undefined;
    const isOfElements = content?.kind === 'element-only' || content?.kind === 'mixed';
    const pending = isOfElements && content.particle !== undefined ? [content.particle] : [];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next.kind === 'element' && next.constraints !== undefined) return true;
      if (next.kind !== 'element' && next.kind !== 'any')
        for (const each of next.particles) pending.push(each);
    }
  }
  return false;
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
