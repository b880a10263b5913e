import type { ElementParticle, Particle, SchemaSet, TypeReference } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';

/**
 * Tells which complex types have any value. A type has a value if its content has one, or if a derived type has one; a sequence
 * if each of its particles does, a choice if one does. An optional or nillable particle needs none.
 */
export interface LeastValues {
  hasValue(type: TypeReference): boolean;
  ofElement(particle: ElementParticle): boolean;
  ofParticle(particle: Particle): boolean;
}

/** A fact that holds once `missing` more facts do. */
interface Fact {
  holds: boolean;
  missing: number;
  readonly dependents: Fact[];
}

/**
 * Computes them as the least fixed point of these rules. Each fact is propagated once to its dependents, so the time is linear in
 * the size of the schema.
 */
export function computeLeastValues(schema: SchemaSet): LeastValues {
  const types = schema.types.map(newFact);
  const elements = new Map(schema.elements.map((element) => [clarkName(element.name), newFact()]));
  const settled: Fact[] = [];

  function newFact(): Fact {
    return { holds: false, missing: 1, dependents: [] };
  }

  const settle = (fact: Fact): void => {
    if (fact.holds) return;
    fact.holds = true;
    settled.push(fact);
  };
  /** Any one of several is enough. */
  const suffices = (fact: Fact, whole: Fact): void => {
    if (fact.holds) settle(whole);
    else fact.dependents.push(whole);
  };
  const every = (facts: readonly Fact[]): Fact => {
    const whole = newFact();
    whole.missing = facts.length;
    for (const fact of facts) {
      if (fact.holds) whole.missing--;
      else fact.dependents.push(whole);
    }
    if (whole.missing <= 0) settle(whole);
    return whole;
  };
  const always = newFact();
  always.holds = true;

  const factOfType = (type: TypeReference): Fact => {
    const complex = typeof type === 'number' && schema.types[type]?.kind === 'complex';
    return complex ? (types[type] ?? always) : always;
  };
  const factOfElement = (particle: ElementParticle): Fact => {
    if (particle.nillable) return always;
    const declared = particle.global ? elements.get(clarkName(particle.name)) : undefined;
    return declared ?? factOfType(particle.type);
  };
  const factOfParticle = (particle: Particle): Fact => {
    if (particle.minOccurs === 0 || particle.kind === 'any') return always;
    if (particle.kind === 'element') return factOfElement(particle);
    const facts = particle.particles.map(factOfParticle);
    if (particle.kind !== 'choice' || facts.length === 0) return every(facts);
    const whole = newFact();
    for (const fact of facts) suffices(fact, whole);
    return whole;
  };

  for (const [index, type] of schema.types.entries()) {
    if (type.kind !== 'complex') continue;
    const own = types[index] as Fact;
    const { base, content } = type;
    const particle = 'particle' in content ? content.particle : undefined;
    const isFree = particle === undefined || type.soapArray !== undefined;
    if (!type.abstract) suffices(isFree ? always : factOfParticle(particle), own);
    if (typeof base === 'number' && base !== index) suffices(own, types[base] ?? always);
  }
  for (const element of schema.elements) {
    const own = elements.get(clarkName(element.name)) as Fact;
    if (element.nillable && !element.abstract) settle(own);
    else if (!element.abstract) suffices(factOfType(element.type), own);
    const head = element.substitutionGroup && elements.get(clarkName(element.substitutionGroup));
    if (head !== undefined && head !== own) suffices(own, head);
  }
  for (let fact = settled.pop(); fact !== undefined; fact = settled.pop()) {
    for (const dependent of fact.dependents) if (--dependent.missing === 0) settle(dependent);
  }
  return {
    hasValue: (type) => factOfType(type).holds,
    ofElement: (particle) => factOfElement(particle).holds,
    ofParticle: (particle) => factOfParticle(particle).holds,
  };
}
