import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import { NC_NAME_PATTERN } from '@soapstone/soap-model/xml';
import type { JsonSchema } from '../../api/values.js';
import type { AnyNode, ElementMember } from '../../shape/shape.js';
import type { WildcardShape } from '../../shape/wildcard-shape.js';
import { admits } from '../../shape/wildcard-shape.js';
import { type SchemaContext, wellKnown } from '../context/schema-context.js';
import { NAME_PATTERNS } from '../values/name-patterns.js';
import { allPresent, memberKey } from './presence-schema.js';
import { ANY_ELEMENT } from './well-known-schemas.js';

/** The maximum number of members listed next to a wildcard. Above it, none are listed; the mapper still checks their names. */
const MAX_NAMES = 5_000;

/**
 * An entry of `$any` (AN-1, AN-3): one member whose name the wildcard admits. `members` are declared next to it; those that may occur any
 * number of times never appear here (AN-5).
 */
export function anyElementSchema(
  context: SchemaContext,
  wildcard: WildcardShape,
  members: readonly ElementMember[],
): JsonSchema {
  const { state, encoded, globalElementNames } = context;
  const { namespaces, processContents, described, short } = wildcard;
  // Content that is not restricted needs no names, so that most wildcards of a service share one definition.
  const isRestricted = processContents === 'strict' && globalElementNames !== undefined;
  const strictness = isRestricted ? [...(described ?? ['*'])].join(' ') : 'any';
  const isEncoded = encoded && state.options.audience === 'validators';
  const form = `${isEncoded ? 'encoded ' : ''}${JSON.stringify(namespaces)} ${strictness}${short === undefined ? '' : ' short'}`;
  const candidate = wellKnown(
    state,
    ANY_ELEMENT,
    form,
    (names) => names.number('AnyElement'),
    () => ({
      ...(short === undefined ? ANY_ELEMENT : anyElementOf(short)),
      propertyNames: orRaw(namesOf(context, wildcard, globalElementNames)),
      additionalProperties: context.shape({ kind: 'anyType' }),
    }),
  );
  const beside = members.filter(
    ({ name, max }) => max === Number.POSITIVE_INFINITY && admits(wildcard, name.namespace),
  );
  if (beside.length === 0 || beside.length > MAX_NAMES) return state.registry.use(candidate);
  const names = beside.map(({ name }) => keyOf(wildcard, name));
  return state.registry.use(candidate, { constraint: { propertyNames: { not: { enum: names } } } });
}

/** An element of any name (AN-1). */
export const ANY_NAME: WildcardShape = { namespaces: { kind: 'any' }, processContents: 'lax' };

/** The same for a wildcard whose keys leave out the only namespace (AN-10). */
function anyElementOf(namespace: string): JsonSchema {
  const description = `One element of the namespace ${namespace}: its local name, and its value. Or \`$xml\` and a finished element as text, which is sent as it is.`;
  return { ...ANY_ELEMENT, description };
}

/** The key of an element in an entry. */
function keyOf({ short }: WildcardShape, name: ExpandedName): string {
  return short === undefined ? clarkName(name) : name.localName;
}

/** AN-5: elements with a maximum number appear under a wildcard only if all of their own places are taken. */
export function surplusClauses(
  { state }: SchemaContext,
  { key, wildcard }: AnyNode,
  members: readonly ElementMember[],
): readonly JsonSchema[] {
  const bounded = members.filter(
    ({ name, max }) => max !== Number.POSITIVE_INFINITY && admits(wildcard, name.namespace),
  );
  if (bounded.length > MAX_NAMES) return [];
  return bounded.map((member) => {
    const own = allPresent([memberKey(member, state.options.absentAsNull)], member.max);
    const none = { propertyNames: { not: { const: keyOf(wildcard, member.name) } } };
    return { anyOf: [own, { properties: { [key]: { items: none } } }] };
  });
}

/** `$anyAttributes` (AN-4): names that the wildcard admits, with strings. The mapper checks which of them the schema declares. */
export function anyAttributesSchema(context: SchemaContext, wildcard: WildcardShape): JsonSchema {
  const { state } = context;
  const form = JSON.stringify(wildcard.namespaces);
  return state.registry.use(
    wellKnown(
      state,
      ANY_ATTRIBUTES,
      form,
      (names) => names.number('AnyAttributes'),
      () => ({
        ...ANY_ATTRIBUTES,
        propertyNames: namesOf(context, wildcard, undefined),
      }),
    ),
    { nullable: state.options.absentAsNull },
  );
}

const ANY_ATTRIBUTES: JsonSchema = {
  description: 'Attributes by their names, as {namespace}local.',
  type: 'object',
  additionalProperties: { type: 'string' },
};

/** A name is `{namespace}local`, or a bare one in no namespace (VO-4). */
const NC_NAME = `^${NC_NAME_PATTERN}$`;
const CLARK_NAME = `^(?:\\{[^{}]+\\})?${NC_NAME_PATTERN}$`;

function namesOf(
  { state }: SchemaContext,
  { namespaces, processContents, described, short }: WildcardShape,
  globalElementNames: SchemaContext['globalElementNames'],
): JsonSchema {
  if (short !== undefined) {
    const name = { pattern: state.options.audience === 'validators' ? NC_NAME : NAME_PATTERNS.NCName };
    if (processContents !== 'strict' || globalElementNames === undefined || described?.has(short) === false)
      return name;
    const names = globalElementNames().flatMap(({ namespace, localName }) =>
      namespace === short ? [localName] : [],
    );
    state.namesLeft -= names.length;
    if (state.namesLeft < 0) return name;
    return { ...name, allOf: [names.length === 0 ? { not: {} } : { enum: names }] };
  }
  // A table of all letters is more than readers of a document should need (OA-9).
  const pattern = state.options.audience === 'validators' ? CLARK_NAME : NAME_PATTERNS.QName;
  const clauses: JsonSchema[] = [];
  if (namespaces.kind === 'list') clauses.push({ pattern: inNamespaces(namespaces.list) });
  if (namespaces.kind === 'not') clauses.push({ not: { pattern: inNamespaces(['', namespaces.namespace]) } });
  if (processContents === 'strict' && globalElementNames !== undefined) {
    const names = globalElementNames()
      .filter(({ namespace }) => admits({ namespaces, processContents }, namespace))
      .map(clarkName);
    state.namesLeft -= names.length;
    const known = names.length === 0 ? [] : [{ enum: names }];
    const foreign = described === undefined ? [] : [{ not: { pattern: inNamespaces([...described]) } }];
    if (state.namesLeft >= 0)
      clauses.push(known.length + foreign.length === 0 ? { not: {} } : { anyOf: [...known, ...foreign] });
  }
  return clauses.length === 0 ? { pattern } : { pattern, allOf: clauses };
}

/** XM-1: an entry may be a finished element too, even if names are listed. */
function orRaw(names: JsonSchema): JsonSchema {
  return { anyOf: [names, { const: '$xml' }] };
}

/** A pattern for the names of some namespaces; `''` is not one. */
function inNamespaces(namespaces: readonly string[]): string {
  const starts = namespaces.map((namespace) =>
    namespace === '' ? '(?!\\{)' : `\\{${namespace.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}\\}`,
  );
  return starts.length === 0 ? '^(?!)' : `^(?:${starts.join('|')})`;
}
