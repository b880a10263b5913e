import type {
  DeclaredElement,
  ElementMember,
  ObjectShape,
  PolymorphicShape,
} from '@soapstone/json-xml-mapper';
import { closedObject, nilSchema, tagProperty } from './closed-object.js';
import { localPart, type ProjectionScope, type Tag } from './projection-scope.js';
import type { Candidate, Decoration, Schema } from './schema-registry.js';
import { constraintsOfValue, fixedTextOf } from './value-constraints.js';

/** One of several objects that may stand in a place, and the value of the key that names it. */
interface Alternative {
  readonly value: string;
  readonly candidate: Candidate;
}

/** The union of a declared type and the types derived from it (PY-6). `tags` are those of the substitution around it. */
export function polymorphicCandidate(
  scope: ProjectionScope,
  shape: PolymorphicShape,
  tags: readonly Tag[],
): Candidate {
  const form = tags.map((tag) => `${tag.key}=${tag.value}`).join(' ');
  return scope.candidateOf(shape, form, () =>
    scope.registry.add(
      {
        always: true,
        name(names) {
          const [tag] = tags;
          if (tag !== undefined) return names.take(`${localPart(tag.value)}Any`);
          const { name } = shape.declared;
          return names.take(`${name === undefined ? 'Object' : (names.ofType(name) ?? name.localName)}Any`);
        },
      },
      () => {
        const alternatives: Alternative[] = [];
        const add = (value: string, object: ObjectShape, required: boolean): void => {
          const candidate = scope.object(object, [{ key: '$type', value, required }, ...tags]);
          alternatives.push({ value, candidate });
        };
        if (!shape.abstract) add(shape.declaredKey, shape.declared, false);
        for (const { key, shape: variant } of shape.variants) add(key, variant, true);
        return alternation(scope, '$type', alternatives, shape.abstract);
      },
    ),
  );
}

/**
 * The union of a substitution-group head and its members (SG-5). Inlined where only one element refers to the head.
 *
 * @param ofHead what the declaration of the head says of its own value
 */
export function substitutionCandidate(
  scope: ProjectionScope,
  member: ElementMember,
  substitution: NonNullable<ElementMember['substitution']>,
  ofHead: Decoration,
): Candidate {
  return scope.candidateOf(substitution, '', () =>
    scope.registry.add({ always: false, name: (names) => names.take(`${member.name.localName}Any`) }, () => {
      const alternatives = substitution.members.map((substitute): Alternative => {
        return { value: substitute.key, candidate: substituteCandidate(scope, substitute) };
      });
      const schema = alternation(scope, '$element', alternatives, substitution.abstract);
      if (!substitution.abstract) schema.anyOf = [scope.shape(member.shape, ofHead), ...(schema.anyOf ?? [])];
      return schema;
    }),
  );
}

/** A member of a substitution group: an object is tagged, any other value stands beside its tag (SG-1). */
function substituteCandidate(scope: ProjectionScope, substitute: DeclaredElement): Candidate {
  const { registry } = scope;
  const { key, shape, nillable, fixed, default: given } = substitute;
  const tag: Tag = { key: '$element', value: key, required: true };
  const isPlain = !nillable && fixedTextOf(substitute) === undefined;
  if (isPlain && shape.kind === 'object') return scope.object(shape, [tag]);
  if (isPlain && shape.kind === 'polymorphic') return polymorphicCandidate(scope, shape, [tag]);
  // Elements of one type and local name may stand for other heads, with other values.
  const form = JSON.stringify([key, nillable, fixed, given]);
  return scope.candidateOf(shape, form, () =>
    registry.add({ always: true, name: (names) => names.take(localPart(key)) }, () => {
      const value = substituteSchema(scope, substitute, tag);
      if (!nillable) return value;
      const nil = closedObject({ ...tagProperty(tag), $nil: nilSchema() }, [tag.key, '$nil']);
      return { anyOf: [value, nil] };
    }),
  );
}

function substituteSchema(scope: ProjectionScope, substitute: DeclaredElement, tag: Tag): Schema {
  const { registry } = scope;
  const { shape } = substitute;
  // Nothing is filled in: `$element` names what stands here, so its value is given.
  const constraints = constraintsOfValue(scope, substitute, false);
  if (shape.kind === 'object') return registry.use(scope.object(shape, [tag]), constraints);
  if (shape.kind === 'polymorphic')
    return registry.use(polymorphicCandidate(scope, shape, [tag]), constraints);
  return closedObject({ ...tagProperty(tag), $value: scope.shape(shape, constraints) }, [tag.key, '$value']);
}

/** `anyOf` the alternatives, with a discriminator where every one of them carries the tag (PY-6). */
function alternation(
  scope: ProjectionScope,
  key: Tag['key'],
  alternatives: readonly Alternative[],
  isTagged: boolean,
): Schema {
  // An abstract type without a concrete one has no value.
  if (alternatives.length === 0) return isTagged ? { not: {} } : {};
  const schema: Schema = { anyOf: alternatives.map(({ candidate }) => scope.registry.use(candidate)) };
  if (!isTagged) return schema;
  const mapping = Object.create(null) as Record<string, string>;
  schema.discriminator = { propertyName: key, mapping };
  for (const { value, candidate } of alternatives) {
    scope.registry.whenNamed(candidate, (reference) => {
      mapping[value] = reference;
    });
  }
  return schema;
}
