import type {
  BoundMessage,
  ElementParticle,
  ExpandedName,
  Operation,
  Particle,
  ServiceModel,
  TypeReference,
} from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import type { LooseObject } from '../loosely-typed-values.js';

/**
 * The part of an element that `describe` of node-soap shows: the name of its simple type, or its children, each list under its name with
 * `[]`. Responses are read by it too, because node-soap does: what is not described is a string.
 */
export type Description = string | DescriptionObject;
export interface DescriptionObject {
  [name: string]: Description;
}

/** An element that a schema or a message declares. */
export interface Declared {
  readonly name: ExpandedName;
  readonly type: TypeReference | undefined;
}

/** A child of a type. `place` orders the children; the alternatives of a choice share one, and so do the elements of an `xs:all`. */
export interface Child extends Declared {
  readonly place: number;
}

/** Look-ups in the schema of a service. */
export interface SchemaView {
  /** The description of `type`, shared by all elements of the type. */
  describe(type: TypeReference): Description;
  /** The description of the children of `soap:Body` with this name: an element, or the wrapper of an rpc message. */
  describeBody(localName: string): Description | undefined;
  describeMessage(message: BoundMessage | undefined): Description | null;
  /** The named type, for `xsi:type`. Without a namespace: the only one with this name. */
  typeNamed(namespace: string | undefined, localName: string): TypeReference | undefined;
  /** The elements in a type, by local name. */
  childrenOf(type: TypeReference | undefined): ReadonlyMap<string, Child>;
  /** A global element that stands for another one of its substitution group. */
  substitute(localName: string): Declared | undefined;
  element(name: ExpandedName): Declared | undefined;
  /** The name of the built-in type that values of `type` are written as; `undefined` for a type with elements. */
  builtinOf(type: TypeReference | undefined): string | undefined;
}

const NO_CHILDREN: ReadonlyMap<string, Child> = new Map();

export function createSchemaView(model: ServiceModel): SchemaView {
  const { types, elements } = model.schema;
  const declared = new Map<string, Declared>(elements.map((each) => [clarkName(each.name), each]));
  const descriptions = new Map<number, Description>();
  const children = new Map<number, ReadonlyMap<string, Child>>();

  const references = new Map<string, number>();
  for (const type of types) {
    if (type.kind !== 'complex' || !('particle' in type.content) || type.content.particle === undefined)
      continue;
    for (const { name, global } of elementsIn(type.content.particle)) {
      if (global) references.set(clarkName(name), (references.get(clarkName(name)) ?? 0) + 1);
    }
  }

  const describe = (reference: TypeReference): Description => {
    if (typeof reference === 'string') return `xsd:${reference}`;
    const known = descriptions.get(reference);
    if (known !== undefined) return known;
    const type = types[reference];
    if (type === undefined) return 'xsd:anyType';
    if (type.kind === 'simple') {
      const text = type.variety.kind === 'atomic' ? simpleText(reference) : type.name?.localName;
      descriptions.set(reference, text ?? {});
      return text ?? {};
    }
    const { content } = type;
    if (content.kind === 'simple') {
      const text = describe(content.type);
      descriptions.set(reference, text);
      return text;
    }
    // Before its children: a type may contain itself.
    const description: DescriptionObject = {};
    descriptions.set(reference, description);
    if (content.kind !== 'empty' && content.particle !== undefined && type.soapArray === undefined) {
      for (const particle of elementsIn(content.particle)) {
        const isRepeated = particle.maxOccurs === 'unbounded' || particle.maxOccurs > 1;
        // node-soap does not see the repetition of the first reference to an element: one item is not a list there.
        const isList = isRepeated && !(particle.global && references.get(clarkName(particle.name)) === 1);
        description[`${particle.name.localName}${isList ? '[]' : ''}`] = describe(particle.type);
      }
    }
    if (type.name !== undefined) {
      description['targetNSAlias'] = 'tns';
      description['targetNamespace'] = type.name.namespace;
    }
    return description;
  };

  /** `Name|xsd:base|facets`, as node-soap writes a restriction. */
  const simpleText = (reference: number): string | undefined => {
    const type = types[reference];
    if (type?.kind !== 'simple') return undefined;
    const { base, name, facets } = type;
    const baseName =
      typeof base === 'number'
        ? (types[base]?.name?.localName ?? 'anySimpleType')
        : `xsd:${base ?? 'anySimpleType'}`;
    const step = facets.at(-1) ?? {};
    const told = Object.entries(step).flatMap(([facet, value]) =>
      facet === 'enumeration' ? (value as readonly string[]) : [facet === 'patterns' ? 'pattern' : facet],
    );
    return [name?.localName, baseName, told.join(',')].filter(Boolean).join('|');
  };

  const childrenOf = (reference: TypeReference | undefined): ReadonlyMap<string, Child> => {
    if (typeof reference !== 'number') return NO_CHILDREN;
    const known = children.get(reference);
    if (known !== undefined) return known;
    const found = new Map<string, Child>();
    children.set(reference, found);
    const type = types[reference];
    if (type?.kind === 'complex' && 'particle' in type.content && type.content.particle !== undefined) {
      for (const { particle, place } of placed(type.content.particle)) {
        const { localName } = particle.name;
        if (!found.has(localName)) found.set(localName, { name: particle.name, type: particle.type, place });
      }
    }
    return found;
  };

  const describeParts = ({ parts }: BoundMessage): DescriptionObject => {
    const members: DescriptionObject = {};
    for (const part of parts) {
      if (part.kind === 'type') members[part.name] = describe(part.type);
      else members[part.name] = describe(declared.get(clarkName(part.element))?.type ?? 'anyType');
    }
    return members;
  };

  const describeMessage = (message: BoundMessage | undefined): Description | null => {
    if (message === undefined) return null;
    const [part] = message.parts;
    if (message.wrapper !== undefined || part?.kind !== 'element') return describeParts(message);
    return describe(declared.get(clarkName(part.element))?.type ?? 'anyType');
  };

  const bodies = new Map<string, Description>();
  for (const { name, type } of elements) bodies.set(name.localName, describe(type));
  for (const { name, input, output } of operationsOf(model)) {
    const [request, response] = [describeMessage(input) ?? {}, describeMessage(output) ?? {}];
    for (const each of [`${name}Request`, `${name}Solicit`]) if (!bodies.has(each)) bodies.set(each, request);
    for (const each of [name, `${name}Response`]) if (!bodies.has(each)) bodies.set(each, response);
    bodies.set(bodyName(input) ?? '', request);
    bodies.set(bodyName(output) ?? '', response);
  }

  return {
    describe,
    describeMessage,
    describeBody: (localName) => bodies.get(localName),
    typeNamed(namespace, localName) {
      const found = types.flatMap(({ name }, index) =>
        name?.localName === localName && (namespace === undefined || name.namespace === namespace)
          ? [index]
          : [],
      );
      return found.length === 1 || namespace !== undefined ? found[0] : undefined;
    },
    childrenOf,
    substitute: (localName) =>
      elements.find(
        ({ name, substitutionGroup }) => substitutionGroup !== undefined && name.localName === localName,
      ),
    element: (name) => declared.get(clarkName(name)),
    builtinOf(reference) {
      let type: TypeReference | undefined = reference;
      // A chain of simple types: each step leads to another type, so it ends.
      for (let step = 0; typeof type === 'number' && step <= types.length; step += 1) {
        const found: ServiceModel['schema']['types'][number] | undefined = types[type];
        if (found?.kind === 'simple')
          return found.variety.kind === 'atomic' ? found.variety.builtin : 'string';
        type = found?.content.kind === 'simple' ? found.content.type : undefined;
      }
      return typeof type === 'string' ? type : undefined;
    },
  };
}

/** Every operation of every port. */
export function operationsOf(model: ServiceModel): Operation[] {
  return model.services.flatMap(({ ports }) => ports.flatMap(({ operations }) => operations));
}

/** The local name of the element in the Body: the wrapper of an rpc message, or the element of the first part. */
export function bodyName(message: BoundMessage | undefined): string | undefined {
  if (message?.wrapper !== undefined) return message.wrapper.localName;
  const [part] = message?.parts ?? [];
  return part?.kind === 'element' ? part.element.localName : part?.name;
}

/** A copy of a description without cycles: a type inside itself is shown once more, empty. */
export function copyDescription(
  description: Description | null,
  around: readonly Description[] = [],
): Description | null {
  if (description === null || typeof description === 'string') return description;
  const copy: DescriptionObject = {};
  if (around.includes(description)) return copy;
  const outer = [...around, description];
  for (const [name, child] of Object.entries(description)) {
    (copy as LooseObject)[name] = copyDescription(child, outer);
  }
  return copy;
}

function* elementsIn(particle: Particle): Generator<ElementParticle> {
  for (const { particle: found } of placed(particle)) yield found;
}

interface Placed {
  readonly particle: ElementParticle;
  readonly place: number;
}

/** The elements of a particle with their places. Linked schemas have a limit on nesting. */
function placed(particle: Particle): Placed[] {
  const found: Placed[] = [];
  let next = 0;
  const visit = (each: Particle, fixed: number | undefined): void => {
    if (each.kind === 'element') {
      found.push({ particle: each, place: fixed ?? next });
      if (fixed === undefined) next += 1;
      return;
    }
    if (each.kind === 'any') return;
    const place = fixed ?? (each.kind === 'sequence' ? undefined : next);
    for (const child of each.particles) visit(child, place);
    if (fixed === undefined && place !== undefined) next += 1;
  };
  visit(particle, undefined);
  return found;
}
