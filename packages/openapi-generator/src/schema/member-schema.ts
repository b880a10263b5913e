import {
  type AttributeMember,
  type ElementMember,
  isFilledIn,
  leastEntries,
  type Scope,
  type Shape,
} from '@soapstone/json-xml-mapper';
import { substitutionCandidate } from './alternatives.js';
import {
  anyAttributesSchema,
  arraySchema,
  closedObject,
  emptyProperties,
  nilSchema,
} from './closed-object.js';
import { constraintsOf, leavesOf } from './content-constraints.js';
import type { ProjectionScope } from './projection-scope.js';
import { type Decoration, decorate, nullSchema, type Schema } from './schema-registry.js';
import { simpleSchema } from './simple-schema.js';
import { constraintsOfValue, defaultsOf } from './value-constraints.js';

/**
 * Add the keys of a scope, and what its plan demands of them, to the schema of an object (§8). `schema` must have
 * `properties` and `required`. `owner` names the components that the scope may need.
 */
export function addContent(scope: ProjectionScope, schema: Schema, content: Scope, owner: string): void {
  const properties = schema.properties as Record<string, Schema>;
  const required = schema.required as string[];
  if (content.form !== 'plain') {
    const least = leastEntries(content);
    const minItems = least > 0 ? { minItems: least } : {};
    properties['$content'] = { type: 'array', ...minItems, items: contentEntrySchema(scope, content) };
    required.push('$content');
    return;
  }
  const constraints = constraintsOf(content.content, scope.emptiableBodies);
  const wildcards: [string, Schema][] = [];
  for (const { node, conditional } of leavesOf(content.content)) {
    if (node.kind === 'element') {
      // A member that stands at several places has one key (CM-8).
      if (Object.hasOwn(properties, node.member.key)) continue;
      properties[node.member.key] = memberSchema(scope, node.member);
    } else if (node.kind === 'items') {
      // CM-21: a body that may be empty needs no entry.
      const min = conditional || scope.emptiableBodies.get(node.body) === true ? 0 : node.min;
      properties[node.key] = arraySchema(repetitionSchema(scope, node.body, owner), min, node.max);
    } else {
      wildcards.push([node.key, arraySchema(scope.anyElement(), conditional ? 0 : node.min, node.max)]);
    }
  }
  for (const [key, wildcard] of wildcards) properties[key] = wildcard;
  required.push(...constraints.required);
  const [first, ...others] = constraints.clauses;
  if (first === undefined) return;
  if (others.length === 0) Object.assign(schema, first);
  else schema.allOf = [first, ...others];
}

/** The object of one repetition (CM-17). It has no name, and is built from the queue because repetitions nest. */
function repetitionSchema(scope: ProjectionScope, body: Scope, owner: string): Schema {
  const name = `${owner}_items`;
  const candidate = scope.candidateOf(body, '', () =>
    scope.registry.add({ always: false, name: (names) => names.take(name) }, () => {
      const schema = closedObject(emptyProperties(), []);
      addContent(scope, schema, body, name);
      if (schema.required?.length === 0) delete schema.required;
      return schema;
    }),
  );
  return scope.registry.use(candidate);
}

/** One entry of `$content`: an object with one key, or text where the type is mixed (MX-1, MX-2). */
function contentEntrySchema(scope: ProjectionScope, content: Scope): Schema {
  const properties = emptyProperties();
  for (const member of content.members) properties[member.key] = occurrenceSchema(scope, member);
  const hasMembers = content.members.length > 0;
  const hasWildcard = leavesOf(content.content).some(({ node }) => node.kind === 'any');
  const entry: Schema = {
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    // The elements of a wildcard stand among the others, under their Clark names.
    additionalProperties: hasWildcard ? scope.anyValue() : false,
    ...(hasMembers ? { properties } : {}),
  };
  if (content.form === 'ordered') return entry;
  const text: Schema = { type: 'string' };
  return hasMembers || hasWildcard ? { anyOf: [text, entry] } : text;
}

/** The schema of an element key: an array where it may repeat, always (CM-6). */
export function memberSchema(scope: ProjectionScope, member: ElementMember): Schema {
  const { documentation: description } = member;
  if (!member.array) return occurrenceSchema(scope, member, { description });
  const min = member.conditional ? 0 : member.min;
  return decorate(arraySchema(occurrenceSchema(scope, member), min, member.max), { description });
}

/** The schema of one occurrence of an element: its value, nil (OA-5, NL-5), or what may stand for it (SG-5). */
export function occurrenceSchema(
  scope: ProjectionScope,
  member: ElementMember,
  decoration: Decoration = {},
): Schema {
  const { default: byDefault, ...only } = constraintsOfValue(scope, member, isFilledIn(member));
  const all = { ...decoration, nullable: member.nillable, default: byDefault };
  if (member.substitution !== undefined) {
    return scope.registry.use(substitutionCandidate(scope, member, member.substitution, only), all);
  }
  if (member.shape.kind === 'anyType' && !member.nillable) {
    // A value of any type may be nil itself (AN-6), that of an element only where it is nillable (NL-1).
    return decorate({ allOf: [scope.anyValue()], not: nullSchema() }, decoration);
  }
  const nil = member.nillable ? nilObjectSchema(scope, member.shape) : undefined;
  if (nil === undefined) return scope.shape(member.shape, { ...all, ...only });
  return decorate({ anyOf: [scope.shape(member.shape, only), nil] }, all);
}

/** A nil element keeps its attributes (NL-5). `undefined` where it can have none: then nil is plain null. */
export function nilObjectSchema(scope: ProjectionScope, shape: Shape): Schema | undefined {
  const object = shape.kind === 'polymorphic' ? shape.declared : shape;
  if (object.kind !== 'object') return undefined;
  if (object.attributes.length === 0 && object.anyAttributes === undefined) return undefined;
  const properties = emptyProperties();
  properties['$nil'] = nilSchema();
  for (const attribute of object.attributes) properties[attribute.key] = attributeSchema(scope, attribute);
  if (object.anyAttributes !== undefined) properties['$anyAttributes'] = anyAttributesSchema();
  return closedObject(properties, ['$nil', ...object.attributes.filter(isDemanded).map(({ key }) => key)]);
}

/** NL-3: an attribute with a value of its own is written with it where the JSON leaves it out. */
export function isDemanded(attribute: AttributeMember): boolean {
  return attribute.required && attribute.default === undefined && attribute.fixed === undefined;
}

/** The schema of an attribute key (SC-2). */
export function attributeSchema(scope: ProjectionScope, attribute: AttributeMember): Schema {
  const description = attribute.documentation;
  return simpleSchema(scope, attribute.shape, { description, ...defaultsOf(attribute.shape, attribute) });
}
