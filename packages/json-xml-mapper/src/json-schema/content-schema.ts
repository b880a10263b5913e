import type { JsonSchema } from '../api.js';
import { childrenOf, type LeafNode } from '../shape/fold-plan.js';
import { leastEntries } from '../shape/least-entries.js';
import type { ContentNode, ElementNode, Scope } from '../shape/shape.js';
import { contentConstraints } from './content-constraints.js';
import { elementSchema } from './element-schema.js';
import { closedObject, type PropertyList } from './object-parts.js';
import type { SchemaContext } from './schema-context.js';
import { anyElementSchema, surplusClauses } from './wildcard-schema.js';

/** More values are not counted (CM-6). */
const MAX_ITEMS = 10_000;

/** What an object schema needs to know of its content. */
export interface ContentSchema {
  readonly properties: PropertyList;
  readonly required: readonly string[];
  readonly clauses: readonly JsonSchema[];
}

/** The members of a scope, and what its plan asks of them. `owner` names the definitions inside. */
export function contentSchema(scope: Scope, owner: string, context: SchemaContext): ContentSchema {
  if (scope.form !== 'plain') {
    const items = orderedEntries(scope, owner, context);
    const least = leastEntries(scope);
    const entries = { type: 'array', items, ...(least > 0 ? { minItems: least } : {}) };
    return { properties: [['$content', entries]], required: ['$content'], clauses: [] };
  }
  const properties = new Map<string, JsonSchema>();
  const surplus: JsonSchema[] = [];
  for (const { node, conditional } of leavesOf(scope)) {
    if (node.kind === 'element') {
      properties.set(node.member.key, memberSchema(node, context.of(node.member)));
    } else if (node.kind === 'any') {
      properties.set(
        node.key,
        arraySchema(anyElementSchema(node.wildcard, scope.members, context), node.min, node.max, conditional),
      );
      surplus.push(...surplusClauses(node.key, node.wildcard, scope.members));
    } else {
      const entry = bodyReference(node.body, owner, node.key, context);
      properties.set(node.key, arraySchema(entry, node.min, node.max, conditional));
    }
  }
  const { required, clauses } = contentConstraints(scope.content);
  return { properties: [...properties], required, clauses: [...clauses, ...surplus] };
}

interface Leaf {
  readonly node: LeafNode;
  /** Inside a choice or an optional group. */
  readonly conditional: boolean;
}

/** The leaves in schema order. */
function leavesOf(scope: Scope): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const stack: { node: ContentNode; conditional: boolean }[] = [{ node: scope.content, conditional: false }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, conditional } = top;
    if (node.kind !== 'sequence' && node.kind !== 'choice') {
      leaves.push({ node, conditional });
      continue;
    }
    const inside = conditional || node.kind === 'choice' || node.optional;
    for (const child of childrenOf(node).toReversed()) stack.push({ node: child, conditional: inside });
  }
  return leaves;
}

function bodyReference(body: Scope, owner: string, key: string, context: SchemaContext): JsonSchema {
  const name = `${owner}.${key.slice(1)}`;
  return context.definitions.reference(body, '', name, () => {
    const { properties, required, clauses } = contentSchema(body, name, context);
    return closedObject(properties, required, clauses);
  });
}

/** MX-1, MX-2: text where it is mixed, and single-key objects. Their order is the mapper's to check (MX-3). */
function orderedEntries(scope: Scope, owner: string, context: SchemaContext): JsonSchema {
  return context.definitions.reference(scope, 'entry', `${owner}.entry`, () => {
    const properties = scope.members.map((member): [string, JsonSchema] => [
      member.key,
      elementSchema(member, context),
    ]);
    const entry = {
      type: 'object',
      properties: Object.fromEntries(properties),
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: hasWildcard(scope) ? context.shape({ kind: 'anyType' }) : false,
    };
    return scope.form === 'mixed' ? { anyOf: [{ type: 'string' }, entry] } : entry;
  });
}

function hasWildcard(scope: Scope): boolean {
  const pending: Scope[] = [scope];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { node } of leavesOf(next)) {
      if (node.kind === 'any') return true;
      if (node.kind === 'items') pending.push(node.body);
    }
  }
  return false;
}

function memberSchema({ member, min }: ElementNode, context: SchemaContext): JsonSchema {
  const element = elementSchema(member, context);
  if (!member.array) return element;
  const least = member.conditional ? min : member.min;
  return arraySchema(element, least, member.max, member.conditional);
}

/** Where an array may be absent as a whole, an empty one says nothing (CM-12), and is left out of the normal form (CM-11, N). */
function arraySchema(items: JsonSchema, min: number, max: number, conditional: boolean): JsonSchema {
  const mayBeEmpty = conditional && min > 1;
  return {
    type: 'array',
    items,
    ...(mayBeEmpty ? { anyOf: [{ maxItems: 0 }, { minItems: min }] } : {}),
    ...(min > 0 && !conditional ? { minItems: min } : {}),
    ...(max <= MAX_ITEMS ? { maxItems: max } : {}),
  };
}
