import type {
  ComplexType,
  Diagnostic,
  ElementParticle,
  Particle,
  SchemaSet,
  TypeIndex,
} from '@soapstone/soap-model';
import { clarkName, type SourceLocation } from '@soapstone/soap-model';
import { diagnose } from '../diagnostics.js';
import { computeLeastValues, type LeastValues } from './least-values.js';

/** A type whose every value contains another value of it. */
export interface EndlessType {
  readonly type: ComplexType;
  /** Local names of the elements from a value to the next value of its type. */
  readonly path: readonly string[];
}

/** The path from a type without values to the type that it waits for. */
interface Step {
  readonly element: string | undefined;
  readonly next: TypeIndex | undefined;
}

/**
 * Finds the types of a schema that require themselves, one per cycle: a message that must contain one can never end. XML Schema
 * allows such types, but nothing is valid against them.
 */
function findEndlessTypes(schema: SchemaSet): readonly EndlessType[] {
  const values = computeLeastValues(schema);
  const stepOf = createSteps(schema, values);
  const found: EndlessType[] = [];
  const seen = new Set<TypeIndex>();
  for (const start of schema.types.keys()) {
    const steps = new Map<TypeIndex, Step>();
    let at: TypeIndex | undefined = values.hasValue(start) ? undefined : start;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      const step = stepOf(at);
      steps.set(at, step);
      at = step.next;
    }
    // Otherwise it leads to a cycle that was found before.
    if (at !== undefined && steps.has(at)) found.push(circleFrom(at, steps, schema));
  }
  return found;
}

function circleFrom(start: TypeIndex, steps: ReadonlyMap<TypeIndex, Step>, schema: SchemaSet): EndlessType {
  const path: string[] = [];
  let at = start;
  do {
    const { element, next } = steps.get(at) as Step;
    if (element !== undefined) path.push(element);
    at = next as TypeIndex;
  } while (at !== start);
  return { type: schema.types[start] as ComplexType, path };
}

/** For a type without values: its first requirement that has no value either. */
function createSteps(schema: SchemaSet, values: LeastValues): (type: TypeIndex) => Step {
  const derived = new Map<TypeIndex, TypeIndex>();
  for (const [index, type] of schema.types.entries()) {
    if (typeof type.base === 'number' && !derived.has(type.base)) derived.set(type.base, index);
  }
  const elements = new Map(schema.elements.map((element) => [clarkName(element.name), element]));
  const substitutes = new Map(
    schema.elements.flatMap((element) =>
      element.substitutionGroup === undefined ? [] : [[clarkName(element.substitutionGroup), element]],
    ),
  );
  const typeOf = (particle: ElementParticle): TypeIndex | undefined => {
    const seen = new Set<string>();
    let name = particle.global ? clarkName(particle.name) : undefined;
    // Only substitutes can stand for an abstract element.
    for (; name !== undefined && elements.get(name)?.abstract === true && !seen.has(name); ) {
      seen.add(name);
      const substitute = substitutes.get(name);
      name = substitute && clarkName(substitute.name);
    }
    const type = particle.global && name !== undefined ? elements.get(name)?.type : particle.type;
    return typeof type === 'number' ? type : undefined;
  };
  return (index) => {
    const type = schema.types[index] as ComplexType;
    const particle = 'particle' in type.content ? type.content.particle : undefined;
    if (type.abstract || particle === undefined) return { element: undefined, next: derived.get(index) };
    const element = firstMissing(particle, values);
    return { element: element?.name.localName, next: element && typeOf(element) };
  };
}

function firstMissing(particle: Particle, values: LeastValues): ElementParticle | undefined {
  let at: Particle | undefined = particle;
  while (at !== undefined && at.kind !== 'element' && at.kind !== 'any') {
    at = at.particles.find((child) => !values.ofParticle(child));
  }
  return at?.kind === 'element' ? at : undefined;
}

/**
 * Reports which types require themselves.
 *
 * @param start the location to report if the location of a type is unknown
 */
export function reportEndlessTypes(
  schema: SchemaSet,
  start: SourceLocation,
  report: (diagnostic: Diagnostic) => void,
): void {
  for (const { type, path } of findEndlessTypes(schema)) {
    const name = type.name ?? type.owner;
    const kind = type.name === undefined ? 'the complexType of' : 'complexType';
    const component = name === undefined ? 'complexType' : `${kind} ${clarkName(name)}`;
    const message = `a value of ${component} always holds another one, in ${path.join('/')}`;
    report(diagnose('ENDLESS_TYPE', type.location ?? start, message, component));
  }
}
