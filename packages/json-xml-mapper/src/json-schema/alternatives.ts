import type { JsonSchema } from '../api/values.js';
import type { DeclaredElement, ElementMember, ObjectShape, PolymorphicShape } from '../shape/shape.js';
import { nilObjects } from './nil-schema.js';
import { candidateOf, localPart, nameOfType, type SchemaContext, type Tag } from './schema-context.js';
import { anyOf, closedObject } from './schema-parts.js';
import type { Candidate } from './schema-registry.js';
import { valueConstraints } from './value-constraints.js';

/** One of several objects that may stand in a place, and the value of the key that names it. */
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
  const form = tags.map((tag) => `${tag.key}=${tag.value}`).join(' ');
  const [around] = tags;
  return candidateOf(context, shape, form, () =>
    context.state.registry.add(
      {
        always: true,
        name(names) {
          const { name } = shape.declared;
          const base =
            around === undefined ? name && (names.ofType(name) ?? name.localName) : localPart(around.value);
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
 * The union of a substitution-group head and its members (SG-5). Inlined where only one element refers to the head.
 *
 * @param ofHead the constraints that the declaration of the head puts on its own value
 */
export function substitutionCandidate(
  context: SchemaContext,
  member: ElementMember,
  substitution: NonNullable<ElementMember['substitution']>,
  ofHead: JsonSchema | undefined,
): Candidate {
  return candidateOf(context, substitution, '', () =>
    context.state.registry.add(
      {
        always: false,
        name: (names) => nameOfType(context, names, substitution, undefined, `${member.name.localName}Any`),
      },
      () => {
        const alternatives = substitution.members.map((substitute): Alternative => {
          return { value: substitute.key, candidate: substituteCandidate(context, substitute) };
        });
        const { registry } = context.state;
        if (substitution.abstract) {
          return { ...unionOf(context, alternatives), ...discriminatorOf(context, '$element', alternatives) };
        }
        return anyOf([
          context.shape(member.shape, { constraint: ofHead }),
          ...alternatives.map(({ candidate }) => registry.use(candidate)),
        ]);
      },
    ),
  );
}

/** A member of a substitution group: the tag is a member of an object, or a sibling of any other value (SG-1). */
function substituteCandidate(context: SchemaContext, substitute: DeclaredElement): Candidate {
  const { registry } = context.state;
  const { key, shape, nillable, fixed, default: given } = substitute;
  const tag: Tag = { key: '$element', value: key, required: true };
  // No default is inserted: `$element` names the element, so its value is given.
  const { ofValue, ofPlace } = valueConstraints(substitute, false);
  const isPlain = !nillable && ofValue === undefined;
  if (isPlain && shape.kind === 'object') return context.object(shape, [tag]);
  if (isPlain && shape.kind === 'polymorphic') return polymorphicCandidate(context, shape, [tag]);
  // Elements of one type and local name may stand for other heads, with other values.
  const form = JSON.stringify([key, nillable, fixed, given]);
  return candidateOf(context, shape, form, () =>
    registry.add(
      { always: true, name: (names) => nameOfType(context, names, shape, undefined, localPart(key)) },
      () => {
        const value =
          shape.kind === 'object'
            ? registry.use(context.object(shape, [tag]), { constraint: ofValue })
            : shape.kind === 'polymorphic'
              ? registry.use(polymorphicCandidate(context, shape, [tag]), { constraint: ofValue })
              : closedObject(
                  [
                    ['$element', { const: key }],
                    ['$value', context.shape(shape, { constraint: ofValue, annotations: ofPlace })],
                  ],
                  ['$element', '$value'],
                );
        return nillable ? anyOf([value, ...nilObjects(context, shape, [tag])]) : value;
      },
    ),
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
