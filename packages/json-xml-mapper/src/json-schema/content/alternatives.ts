import type { JsonSchema } from '../../api/values.js';
import type {
  DeclaredElement,
  ElementMember,
  ObjectShape,
  PolymorphicShape,
  Substitution,
} from '../../shape/shape.js';
import {
  candidateOf,
  formOf,
  formOfHead,
  localPart,
  nameOfType,
  type SchemaContext,
  type Tag,
} from '../context/schema-context.js';
import { anyOf, closedObject } from '../context/schema-parts.js';
import type { Candidate } from '../context/schema-registry.js';
import { valueConstraints } from '../values/value-constraints.js';
import { nilObjects } from './nil-schema.js';

/** One of several objects that may appear in a place, and the value of the key that names it. */
interface Alternative {
  readonly value: string;
  readonly candidate: Candidate;
}

/** The union of a declared type and the types derived from it (PY-6). `tags` are those of the substitution around it. */
export function polymorphicCandidate(
  context: SchemaContext,
  shape: PolymorphicShape,
  tags: readonly Tag[],
): Candidate {
  const [around] = tags;
  return candidateOf(context, shape, formOf(tags), () =>
    context.state.registry.add(
      {
        always: true,
        name(names) {
          const { name } = shape.declared;
          const ofType = name && (names.ofType(name) ?? name.localName);
          const base = around?.value === undefined ? ofType : localPart(around.value);
          return nameOfType(context, names, shape, undefined, `${base ?? 'Object'}Any`);
        },
      },
      () => {
        const alternatives: Alternative[] = [];
        const add = (value: string, object: ObjectShape, required: boolean): void => {
          const candidate = context.object(object, [{ key: '$type', value, required }, ...tags]);
          alternatives.push({ value, candidate });
        };
        if (!shape.abstract) add(shape.declaredKey, shape.declared, false);
        for (const { key, shape: variant } of shape.variants) add(key, variant, true);
        const discriminator = shape.abstract ? discriminatorOf(context, '$type', alternatives) : {};
        return { ...unionOf(context, alternatives), ...discriminator };
      },
    ),
  );
}

/**
 * The union of a substitution-group head and its members (SG-5). Inlined if only one element refers to the head.
 *
 * @param ofHead the constraints that the declaration of the head puts on its own value
 */
export function substitutionCandidate(
  context: SchemaContext,
  member: ElementMember,
  substitution: Substitution,
  ofHead: JsonSchema | undefined,
): Candidate {
  // A value of an abstract head is always that of a substitute.
  const form = substitution.abstract ? '' : formOfHead(context, substitution, member.shape);
  return candidateOf(context, substitution, form, () =>
    context.state.registry.add(
      {
        always: false,
        name: (names) => nameOfType(context, names, substitution, undefined, `${member.name.localName}Any`),
      },
      () => {
        const { registry } = context.state;
        if (substitution.abstract) {
          const alternatives = substitutesOf(context, substitution);
          return { ...unionOf(context, alternatives), ...discriminatorOf(context, '$element', alternatives) };
        }
        const isShared = form !== '' && substitution.members.length > 1;
        const substitutes = isShared
          ? [registry.use(sharedSubstitutes(context, member, substitution))]
          : substitutesOf(context, substitution).map(({ candidate }) => registry.use(candidate));
        return anyOf([context.shape(member.shape, { constraint: ofHead }), ...substitutes]);
      },
    ),
  );
}

function substitutesOf(context: SchemaContext, { members }: Substitution): readonly Alternative[] {
  return members.map((substitute) => ({
    value: substitute.key,
    candidate: substituteCandidate(context, substitute),
  }));
}

/** The union of the substitutes alone: the heads to which a design gives other names have it in common, or the document would have their product. */
function sharedSubstitutes(
  context: SchemaContext,
  member: ElementMember,
  substitution: Substitution,
): Candidate {
  return candidateOf(context, substitution, 'substitutes', () =>
    context.state.registry.add(
      {
        always: true,
        name: (names) =>
          nameOfType(context, names, substitution, undefined, `${member.name.localName}Substitute`),
      },
      () => unionOf(context, substitutesOf(context, substitution)),
    ),
  );
}

/** A member of a substitution group: the tag is a member of an object, or a sibling of any other value (SG-1). */
function substituteCandidate(context: SchemaContext, substitute: DeclaredElement): Candidate {
  const { key, shape, nillable, fixed, default: given } = substitute;
  // Elements with this type and local name may substitute other heads, with other values.
  const form = `element ${JSON.stringify([key, nillable, fixed, given])}`;
  return candidateOf(context, shape, form, () => {
    const isObject = shape.kind === 'object' || shape.kind === 'polymorphic';
    if (isObject && !mayRepeat(context, shape)) return sharingCandidate(context, substitute, shape);
    // No default is inserted: `$element` names the element, so its value is given.
    const { ofValue, ofPlace } = valueConstraints(substitute, false);
    const tag: Tag = { key: '$element', value: key, required: true };
    if (isObject && !nillable && ofValue === undefined) return taggedCandidate(context, shape, tag);
    const { registry } = context.state;
    return registry.add(
      { always: true, name: (names) => nameOfType(context, names, shape, undefined, localPart(key)) },
      () => {
        const value = isObject
          ? registry.use(taggedCandidate(context, shape, tag), { constraint: ofValue })
          : closedObject(
              [
                ['$element', { const: key }],
                ['$value', context.shape(shape, { constraint: ofValue, annotations: ofPlace })],
              ],
              ['$element', '$value'],
            );
        return nillable ? anyOf([value, ...nilObjects(context, shape, [tag])]) : value;
      },
    );
  });
}

function taggedCandidate(context: SchemaContext, shape: ObjectShape | PolymorphicShape, tag: Tag): Candidate {
  return shape.kind === 'object' ? context.object(shape, [tag]) : polymorphicCandidate(context, shape, [tag]);
}

/** Whether the members of these objects may be repeated for one more element. */
function mayRepeat({ state }: SchemaContext, shape: ObjectShape | PolymorphicShape): boolean {
  const objects =
    shape.kind === 'object' ? [shape] : [shape.declared, ...shape.variants.map((variant) => variant.shape)];
  for (const { attributes, members } of objects) state.repeatedLeft -= 1 + attributes.length + members.length;
  return state.repeatedLeft >= 0;
}

/** The same for a schema with very many such elements: those of a type share its objects, and each adds its name. */
function sharingCandidate(
  context: SchemaContext,
  substitute: DeclaredElement,
  shape: ObjectShape | PolymorphicShape,
): Candidate {
  const { registry } = context.state;
  const { key, nillable } = substitute;
  const { ofValue } = valueConstraints(substitute, false);
  const shared: Tag = { key: '$element', value: undefined, required: false };
  return registry.add(
    { always: true, name: (names) => nameOfType(context, names, shape, undefined, localPart(key)) },
    () => {
      const value = registry.use(taggedCandidate(context, shape, shared), { constraint: ofValue });
      return {
        allOf: [
          nillable ? anyOf([value, ...nilObjects(context, shape, [shared])]) : value,
          { required: ['$element'], properties: { $element: { const: key } } },
        ],
      };
    },
  );
}

/** An abstract type without a concrete one has no value. */
function unionOf({ state }: SchemaContext, alternatives: readonly Alternative[]): JsonSchema {
  if (alternatives.length === 0) return { not: {} };
  return { anyOf: alternatives.map(({ candidate }) => state.registry.use(candidate)) };
}

/** For code generators, where every alternative carries the tag (PY-6). */
function discriminatorOf(
  { state }: SchemaContext,
  propertyName: Tag['key'],
  alternatives: readonly Alternative[],
): JsonSchema {
  if (state.options.audience === 'validators' || alternatives.length === 0) return {};
  const mapping = Object.create(null) as Record<string, string>;
  for (const { value, candidate } of alternatives) {
    state.registry.whenNamed(candidate, (reference) => {
      mapping[value] = reference;
    });
  }
  return { discriminator: { propertyName, mapping } };
}
