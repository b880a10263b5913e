import { clarkName } from '@soapstone/soap-model';
import { NC_NAME_PATTERN } from '@soapstone/soap-model/xml';
import type { JsonSchema } from '../api.js';
import type { ElementMember, WildcardShape } from '../shape/shape.js';
import { admits } from '../shape/wildcard-admission.js';
import type { SchemaContext } from './schema-context.js';
import { ANY_ELEMENT } from './well-known-schemas.js';

/**
 * An entry of `$any` (AN-1, AN-3): one member whose name the wildcard takes. `members` are declared beside it: those that have a place
 * whatever their number do not stand there (AN-5).
 */
export function anyElementSchema(
  wildcard: WildcardShape,
  members: readonly ElementMember[],
  context: SchemaContext,
): JsonSchema {
  const { namespaces, processContents, described } = wildcard;
  // Other contents are taken as they come, so that most wildcards of a service share one definition.
  const strictness = processContents === 'strict' ? [...(described ?? ['*'])].join(' ') : 'any';
  const variant = `${context.encoded ? 'encoded ' : ''}${JSON.stringify(namespaces)} ${strictness}`;
  const entry = context.definitions.reference(ANY_ELEMENT, variant, 'AnyElement', () => ({
    ...ANY_ELEMENT,
    propertyNames: { allOf: nameClauses(wildcard, context.globalElementNames) },
    additionalProperties: context.shape({ kind: 'anyType' }),
  }));
  const beside = members.filter(
    ({ name, max }) => max === Number.POSITIVE_INFINITY && admits(wildcard, name.namespace),
  );
  if (beside.length === 0) return entry;
  const names = beside.map(({ name }) => clarkName(name));
  return { allOf: [entry, { propertyNames: { not: { enum: names } } }] };
}

/** AN-5: elements that may occur so often and no oftener stand in a wildcard only where all of their own places are taken. */
export function surplusClauses(
  key: string,
  wildcard: WildcardShape,
  members: readonly ElementMember[],
): readonly JsonSchema[] {
  return members
    .filter(({ name, max }) => max !== Number.POSITIVE_INFINITY && admits(wildcard, name.namespace))
    .map((member) => {
      const own = member.array ? { properties: { [member.key]: { minItems: member.max } } } : {};
      const none = { propertyNames: { not: { const: clarkName(member.name) } } };
      return { anyOf: [{ required: [member.key], ...own }, { properties: { [key]: { items: none } } }] };
    });
}

/** `$anyAttributes` (AN-4): names that the wildcard takes, to texts. Which of them the schema declares is the mapper's to check. */
export function anyAttributesSchema(wildcard: WildcardShape): JsonSchema {
  return {
    type: 'object',
    propertyNames: { allOf: nameClauses(wildcard, undefined) },
    additionalProperties: { type: 'string' },
  };
}

/** A name is `{namespace}local`, or a bare one in no namespace (VO-4). */
const CLARK_NAME = `^(?:\\{[^{}]+\\})?${NC_NAME_PATTERN}$`;

function nameClauses(
  wildcard: WildcardShape,
  globalElementNames: SchemaContext['globalElementNames'],
): readonly JsonSchema[] {
  const { namespaces, processContents, described } = wildcard;
  const clauses: JsonSchema[] = [{ pattern: CLARK_NAME }];
  if (namespaces.kind === 'list') clauses.push({ pattern: inNamespaces(namespaces.list) });
  if (namespaces.kind === 'not') clauses.push({ not: { pattern: inNamespaces(['', namespaces.namespace]) } });
  if (processContents !== 'strict' || globalElementNames === undefined) return clauses;
  const declared = {
    enum: globalElementNames()
      .filter(({ namespace }) => admits(wildcard, namespace))
      .map(clarkName),
  };
  const known = declared.enum.length === 0 ? [] : [declared];
  const foreign = described === undefined ? [] : [{ not: { pattern: inNamespaces([...described]) } }];
  const allowed = [...known, ...foreign];
  clauses.push(allowed.length === 0 ? { not: {} } : { anyOf: allowed });
  return clauses;
}

/** A pattern for the names of some namespaces; `''` is none. */
function inNamespaces(namespaces: readonly string[]): string {
  const starts = namespaces.map((namespace) =>
    namespace === '' ? '(?!\\{)' : `\\{${namespace.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}\\}`,
  );
  return starts.length === 0 ? '^(?!)' : `^(?:${starts.join('|')})`;
}
