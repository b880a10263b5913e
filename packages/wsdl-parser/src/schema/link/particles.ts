import { defined } from '@soapstone/options/defined';
import type { ElementParticle, GroupParticle, Particle, Wildcard } from '@soapstone/soap-model';
import type {
  ElementDefinition,
  ModelGroupDeclaration,
  ParticleDeclaration,
  Reference,
} from '../read/declarations.js';
import { type Component, describeComponent } from '../read/schema.js';
import { UNKNOWN_ELEMENTS } from '../read/wildcard.js';
import { visitInDependencyOrder } from './dependency-order.js';
import { type GlobalDeclarations, valueConstraint } from './elements.js';
import { foldParticle } from './fold-particle.js';
import { type LinkContext, reportCircular } from './link-context.js';
import { anyTypeReference, NO_MARK, typeMark, useTarget } from './references.js';
import { addSizes, inSequence, NO_SIZE, type Size, type SizedParticle, sizeOfUse } from './size.js';

/** Links content models, and each named group once. */
export interface ParticleLinker {
  /** `undefined` if nothing is left: no content, or only particles with `maxOccurs="0"` (MO-5). */
  link(declared: ParticleDeclaration, component: string): SizedParticle | undefined;
}

/** `absent`: `maxOccurs="0"`, as if it were not declared. `empty`: a group without content, which a choice can still select. */
type Outcome = SizedParticle | 'absent' | 'empty';

export function createParticleLinker(context: LinkContext, globals: GlobalDeclarations): ParticleLinker {
  const groups = new Map<Component, SizedParticle | undefined>();
  const seen = new Map<Component, 'open' | 'done'>();

  const ensure = (start: Component): void =>
    visitInDependencyOrder(start, seen, {
      dependencies: (component) => {
        const found: Component[] = [];
        for (const reference of groupReferences(particleOf(component))) {
          const group = context.references.group(reference, component);
          if (group !== undefined) found.push(group.component);
        }
        return found;
      },
      circular: (component, dependency) =>
        reportCircular(context, component, `the group refers back to ${describeComponent(dependency)}`),
      visit: (component) => {
        const particle = particleOf(component);
        groups.set(component, particle && link(particle, component, describeComponent(component)));
      },
    });

  const link = (
    declared: ParticleDeclaration,
    within: Component | undefined,
    component: string,
  ): SizedParticle | undefined => {
    const outcome = foldParticle<Outcome>(
      declared,
      (term) => linkTerm(term, within, component),
      (group, children) => linkModelGroup(group, children),
    );
    if (outcome === 'absent' || outcome === 'empty') return undefined;
    // Content is always a model group; here it holds the wildcard that replaces a missing group.
    return 'particles' in outcome.particle ? outcome : inSequence(outcome);
  };

  const linkTerm = (
    term: Exclude<ParticleDeclaration, ModelGroupDeclaration>,
    within: Component | undefined,
    component: string,
  ): Outcome => {
    const { minOccurs, maxOccurs } = term;
    if (maxOccurs === 0) return 'absent';
    switch (term.kind) {
      case 'any':
        return leaf({ kind: 'any', minOccurs, maxOccurs, wildcard: term.wildcard });
      case 'element': {
        const { element } = term;
        const target = element.type === undefined ? 'anyType' : useTarget(context.references, element.type);
        const plain: ElementParticle = {
          kind: 'element',
          minOccurs,
          maxOccurs,
          name: element.name,
          type: anyTypeReference(target),
          nillable: element.nillable,
          global: false,
        };
        const { block, constraints, mediaTypes, documentation } = element;
        // Most elements have none of these, and a spread would cost more than everything else here.
        const mark = typeMark(context.references, element.type, target);
        if (isPlain(element) && mark === NO_MARK) return leaf(plain);
        return leaf({
          ...plain,
          ...mark,
          ...(block.length === 0 ? {} : { block }),
          ...valueConstraint(context, element, target, component),
          ...defined({ constraints, mediaTypes, documentation }),
        });
      }
      case 'element-reference': {
        const found = context.references.elementOrType(term.reference, term.name);
        if (found === undefined) {
          return leaf({ kind: 'any', minOccurs, maxOccurs, wildcard: standIn(term.reference) });
        }
        if ('type' in found) {
          const type = anyTypeReference(found.type);
          const { documentation } = term;
          return leaf({
            kind: 'element',
            minOccurs,
            maxOccurs,
            name: found.name,
            type,
            nillable: false,
            global: false,
            ...defined({ documentation }),
          });
        }
        const element = globals.element(found);
        const documentation = term.documentation ?? element.documentation;
        return leaf({
          kind: 'element',
          minOccurs,
          maxOccurs,
          name: element.name,
          type: element.type,
          ...defined({ unknownType: element.unknownType, correctedType: element.correctedType }),
          nillable: element.nillable,
          global: true,
          ...defined({
            default: element.default,
            fixed: element.fixed,
            constraints: element.constraints,
            mediaTypes: element.mediaTypes,
            documentation,
          }),
        });
      }
      case 'group-reference': {
        const found = context.references.group(term.reference, within);
        if (found === undefined) {
          return leaf({ kind: 'any', minOccurs: 0, maxOccurs: 'unbounded', wildcard: UNKNOWN_ELEMENTS });
        }
        if (within === undefined) ensure(found.component);
        const group = groups.get(found.component);
        return group === undefined ? 'empty' : repeat(group, minOccurs, maxOccurs);
      }
    }
  };

  return { link: (declared, component) => link(declared, undefined, component) };
}

/** Whether the element consists of a name, a type and nillability only. */
function isPlain(element: ElementDefinition): boolean {
  return (
    element.block.length === 0 &&
    element.default === undefined &&
    element.fixed === undefined &&
    element.constraints === undefined &&
    element.mediaTypes === undefined &&
    element.documentation === undefined
  );
}

function particleOf({ declaration }: Component): ParticleDeclaration | undefined {
  if (declaration?.kind !== 'group') throw new TypeError('not a group');
  return declaration.particle;
}

/** MO-4: elements in the namespace of the unknown element. */
function standIn(reference: Reference): Wildcard {
  return reference.unbound
    ? UNKNOWN_ELEMENTS
    : { ...UNKNOWN_ELEMENTS, namespaces: { kind: 'list', list: [reference.name.namespace] } };
}

function leaf(particle: Particle): SizedParticle {
  return { particle, size: particle.kind === 'element' ? sizeOfUse(particle) : { ...NO_SIZE, particles: 1 } };
}

/**
 * The content of a group with the occurrence of the reference. The group's own occurrence is 1..1 unless an author set it; then
 * both count.
 */
function repeat(
  { particle, size }: SizedParticle,
  minOccurs: number,
  maxOccurs: Particle['maxOccurs'],
): SizedParticle {
  if (particle.minOccurs === 1 && particle.maxOccurs === 1) {
    return { particle: { ...particle, minOccurs, maxOccurs }, size };
  }
  if (minOccurs === 1 && maxOccurs === 1) return { particle, size };
  return inSequence({ particle, size }, minOccurs, maxOccurs);
}

function linkModelGroup(group: ModelGroupDeclaration, children: readonly Outcome[]): Outcome {
  if (group.maxOccurs === 0) return 'absent';
  const particles: Particle[] = [];
  let size: Size = NO_SIZE;
  let choosesNothing = false;
  for (const child of children) {
    if (child === 'empty') choosesNothing = true;
    if (typeof child === 'string') continue;
    particles.push(child.particle);
    size = addSizes(size, child.size);
  }
  if (particles.length === 0) return 'empty';
  const { kind, maxOccurs } = group;
  // A branch without content makes the whole choice optional.
  const minOccurs = kind === 'choice' && choosesNothing ? 0 : group.minOccurs;
  const particle: GroupParticle = { kind, minOccurs, maxOccurs, particles };
  return { particle, size: { ...size, particles: size.particles + 1, depth: size.depth + 1 } };
}

/** All group references in a particle, in document order. */
function groupReferences(particle: ParticleDeclaration | undefined): readonly Reference[] {
  const references: Reference[] = [];
  if (particle === undefined) return references;
  foldParticle<undefined>(
    particle,
    (term) => {
      if (term.kind === 'group-reference') references.push(term.reference);
      return undefined;
    },
    () => undefined,
  );
  return references;
}
