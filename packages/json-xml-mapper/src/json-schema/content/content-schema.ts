import type { JsonSchema } from '../../api/values.js';
import { leastEntries } from '../../shape/least-entries.js';
import type { ElementMember, Scope } from '../../shape/shape.js';
import { isFilledIn } from '../../shape/value-constraint.js';
import { isAlwaysInResults } from '../context/directed-types.js';
import { bodiesIn, leastRepetitions, leavesOf, repetitionsOf } from '../context/plan-leaves.js';
import {
  candidateOf,
  isForGenerators,
  isOutput,
  nameOfType,
  type SchemaContext,
} from '../context/schema-context.js';
import { arraySchema, closedObject, type PropertyList } from '../context/schema-parts.js';
import { placed } from '../context/schema-registry.js';
import { type ChoiceKeys, contentConstraints } from './content-constraints.js';
import { elementSchema } from './element-schema.js';
import { anyElementSchema, surplusClauses } from './wildcard-schema.js';

/** The properties of a content plan that an object schema needs. */
export interface ContentSchema {
  readonly properties: PropertyList;
  readonly required: readonly string[];
  /** Keywords about which keys go together. */
  readonly clauses: JsonSchema;
}

/** The keys of a scope, and what its plan requires of them (§8). `owner` names the definitions inside. */
export function contentSchema(context: SchemaContext, scope: Scope, owner: string): ContentSchema {
  if (scope.form !== 'plain') {
    const entries = arraySchema(contentEntry(context, scope), leastEntries(scope), Number.POSITIVE_INFINITY);
    return { properties: [['$content', entries]], required: ['$content'], clauses: {} };
  }
  const properties = new Map<string, JsonSchema>();
  const wildcards: PropertyList = [];
  const surplus: JsonSchema[] = [];
  for (const { node, conditional } of leavesOf(scope.content)) {
    if (node.kind === 'element') {
      // A member that appears at several places has one key (CM-8).
      if (properties.has(node.member.key)) continue;
      // The plan of open order says nothing about single places.
      const min = scope.openOrder && node.member.conditional ? 0 : node.min;
      properties.set(node.member.key, memberSchema(context.of(node.member), node.member, min));
    } else if (node.kind === 'any') {
      const entry = anyElementSchema(context, node.wildcard, scope.members);
      wildcards.push([node.key, repeated(context, entry, node.min, node.max, conditional)]);
      surplus.push(...surplusClauses(context, node, scope.members));
    } else {
      const { max, body } = repetitionsOf(node);
      const entry = repetitionSchema(context, body, owner);
      properties.set(node.key, repeated(context, entry, leastRepetitions(node), max, conditional));
    }
  }
  const { required, clauses, choices } = scope.openOrder
    ? { required: alwaysPresent(scope), clauses: [], choices: [] }
    : contentConstraints(scope.content, context.state.options.absentAsNull);
  return {
    properties: [...properties, ...wildcards],
    required: isOutput(context) ? withLists(required, scope) : required,
    clauses: isForGenerators(context)
      ? besideProperties(joined([...clauses, ...surplus]), choices)
      : joined([...clauses, ...surplus]),
  };
}

/** CM-11: a result has `[]` for a list without entries. */
function withLists(required: readonly string[], scope: Scope): readonly string[] {
  const keys = new Set(required);
  for (const member of scope.members) if (isAlwaysInResults(member)) keys.add(member.key);
  return [...keys];
}

/** CM-8: the keys that every order has. Which other keys go together is the mapper's to check. */
function alwaysPresent(scope: Scope): readonly string[] {
  const keys = new Set<string>();
  for (const { node, conditional } of leavesOf(scope.content)) {
    if (node.kind !== 'element') {
      const min = node.kind === 'items' ? leastRepetitions(node) : node.min;
      if (min > 0 && !conditional) keys.add(node.key);
    } else if (node.member.min > 0 && !node.member.conditional && !isFilledIn(node.member)) {
      keys.add(node.member.key);
    }
  }
  return [...keys];
}

/** One clause appears in the object itself, where it reads best. */
function joined(clauses: readonly JsonSchema[]): JsonSchema {
  const [first, ...others] = clauses;
  if (first === undefined) return {};
  return others.length === 0 ? first : { allOf: clauses };
}

/**
 * OA-11: the same for code generators. Many of them replace the properties of an object by its `oneOf`, `anyOf` or `allOf`, or merge an
 * unknown type into it; all of them skip `not`, and a schema that does not fail to hold, holds.
 */
function besideProperties(rule: JsonSchema, choices: readonly ChoiceKeys[]): JsonSchema {
  if (Object.keys(rule).length === 0) return {};
  return { ...(choices.length === 0 ? {} : { 'x-xsd-choice': choices }), not: { not: withProperties(rule) } };
}

/** The same rule, where every required key is among the properties beside it: linters take another one for a misspelling. */
function withProperties(rule: JsonSchema): JsonSchema {
  const { required, properties, ...rest } = rule as {
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, JsonSchema>>;
  };
  // Rules do not nest deeper than a list of alternatives of keys.
  const parts = Object.entries(rest).map(([keyword, value]): [string, unknown] => {
    if (['allOf', 'anyOf', 'oneOf'].includes(keyword))
      return [keyword, (value as JsonSchema[]).map(withProperties)];
    return [keyword, keyword === 'not' ? withProperties(value as JsonSchema) : value];
  });
  const keys = Object.fromEntries((required ?? []).map((key) => [key, {}]));
  return {
    ...(required === undefined ? {} : { required }),
    ...(required === undefined && properties === undefined ? {} : { properties: { ...keys, ...properties } }),
    ...Object.fromEntries(parts),
  };
}

/** The object of one repetition (CM-17). It has no name, and is built from the queue because repetitions nest. */
function repetitionSchema(context: SchemaContext, body: Scope, owner: string): JsonSchema {
  const name = `${owner}_items`;
  const candidate = candidateOf(context, body, '', () =>
    context.state.registry.add(
      { always: false, name: (names) => nameOfType(context, names, body, undefined, name) },
      () => {
        const { properties, required, clauses } = contentSchema(context, body, name);
        return { ...closedObject(properties, required), ...clauses };
      },
    ),
  );
  return context.state.registry.use(candidate);
}

/**
 * An entry of `$content`: an object with one key, or text if the type is mixed (MX-1, MX-2). Their order is the mapper's to check (MX-3).
 */
function contentEntry(context: SchemaContext, scope: Scope): JsonSchema {
  const hasWildcard = bodiesIn(scope).some((body) =>
    leavesOf(body.content).some(({ node }) => node.kind === 'any'),
  );
  const text: JsonSchema = { type: 'string' };
  if (scope.form === 'mixed' && scope.members.length === 0 && !hasWildcard) return text;
  const properties = scope.members.map((member): [string, JsonSchema] => [
    member.key,
    elementSchema(context, member, member.documentation),
  ]);
  const entry = {
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    // The elements of a wildcard appear among the others, under their Clark names.
    additionalProperties: hasWildcard ? context.shape({ kind: 'anyType' }) : false,
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  };
  return scope.form === 'mixed' ? { anyOf: [text, entry] } : entry;
}

/** The schema of a member whose value takes the place of the object around it (DF-14). Null is that of the object. */
export function liftedSchema(context: SchemaContext, member: ElementMember): JsonSchema {
  const value = elementSchema(context.of(member), member, member.array ? undefined : member.documentation);
  return member.array ? arraySchema(value, member.min, member.max) : value;
}

/** The schema of an element key: always an array if it may repeat (CM-6). `min` is that of the place where it appears. */
export function memberSchema(context: SchemaContext, member: ElementMember, min: number): JsonSchema {
  const { documentation: description, conditional } = member;
  if (!member.array) {
    const mayBeAbsent = context.state.options.absentAsNull && (min === 0 || conditional);
    return elementSchema(context, member, description, mayBeAbsent);
  }
  const items = elementSchema(context, member, undefined);
  const array = repeated(context, items, conditional ? min : member.min, member.max, conditional);
  return placed(array, { description });
}

/** Allows an empty array only if the array must be present: otherwise it means absence (CM-12) and the normal form omits it (CM-11, N). */
function repeated(
  context: SchemaContext,
  items: JsonSchema,
  min: number,
  max: number,
  conditional: boolean,
): JsonSchema {
  const array = arraySchema(items, conditional ? 0 : min, max);
  const nullable = context.state.options.absentAsNull && (min === 0 || conditional);
  const rule = conditional && min > 1 ? { anyOf: [{ maxItems: 0 }, { minItems: min }] } : {};
  const bounded = { ...array, ...(isForGenerators(context) ? besideProperties(rule, []) : rule) };
  return placed(bounded, { nullable });
}
