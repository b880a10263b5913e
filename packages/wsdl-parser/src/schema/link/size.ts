import type { Particle } from '@soapstone/soap-model';
import type { ParseLimits } from '../../limits.js';
import type { Reference } from '../read/declarations.js';
import type { LinkContext } from './link-context.js';

/**
 * The size of a part of effective content, computed by addition before anything is expanded: nested groups can double with every
 * level, and a type contains a copy of everything that it inherits.
 */
export interface Size {
  /** Particles and attribute uses. */
  readonly particles: number;
  /** Characters of names, namespaces, documentation, default, fixed and facet values. */
  readonly text: number;
  /** Nesting of model groups. */
  readonly depth: number;
}

export const NO_SIZE: Size = { particles: 0, text: 0, depth: 0 };

/** Adds two sizes. Sums beyond 2^53 lose digits, which no limit notices. */
export function addSizes(a: Size, b: Size): Size {
  return {
    particles: a.particles + b.particles,
    text: a.text + b.text,
    depth: Math.max(a.depth, b.depth),
  };
}

/** The size of one use of a name and its strings, without its content. */
export function sizeOfUse(use: {
  readonly name: { readonly namespace: string; readonly localName: string };
  readonly default?: string;
  readonly fixed?: string;
  readonly mediaTypes?: readonly string[];
  readonly documentation?: string;
}): Size {
  const { name, mediaTypes } = use;
  const types = mediaTypes === undefined ? 0 : mediaTypes.join(' ').length;
  const strings =
    types + (use.default?.length ?? 0) + (use.fixed?.length ?? 0) + (use.documentation?.length ?? 0);
  return { particles: 1, text: name.namespace.length + name.localName.length + strings, depth: 0 };
}

/** A particle with its total size. */
export interface SizedParticle {
  readonly particle: Particle;
  readonly size: Size;
}

/** `inner` as the only particle of a sequence. */
export function inSequence(
  inner: SizedParticle,
  minOccurs = 1,
  maxOccurs: Particle['maxOccurs'] = 1,
): SizedParticle {
  const { particle, size } = inner;
  return {
    particle: { kind: 'sequence', minOccurs, maxOccurs, particles: [particle] },
    size: { ...size, particles: size.particles + 1, depth: size.depth + 1 },
  };
}

/** The remaining budget for effective content. */
export interface Budget {
  /** Whether `size` still fits; if so, deducts it. The first rejection is reported at `at`. */
  take(size: Size, at: Pick<Reference, 'location' | 'component'>): boolean;
  /** Whether a simple type may have `count` alternatives. */
  takeAlternatives(count: number, at: Pick<Reference, 'location' | 'component'>): boolean;
}

export function createBudget(
  limits: Pick<ParseLimits, 'particles' | 'effectiveText' | 'contentDepth' | 'unionMembers'>,
  report: LinkContext['report'],
): Budget {
  let { particles, effectiveText: text } = limits;
  const reported = new Set<string>();
  /** Reported once per limit: thousands of types may follow the first that does not fit. */
  const refuse = (over: string, at: Pick<Reference, 'location' | 'component'>): false => {
    if (!reported.has(over)) {
      reported.add(over);
      report('SCHEMA_LIMIT', at, `${over}; this is the first that does not fit`);
    }
    return false;
  };
  return {
    take(size, at) {
      if (size.depth > limits.contentDepth) {
        return refuse(`content is nested deeper than ${limits.contentDepth}, groups and unions expanded`, at);
      }
      if (size.particles > particles) {
        return refuse(
          `the types have more than ${limits.particles} particles and attributes, all expanded`,
          at,
        );
      }
      if (size.text > text) {
        return refuse(`the types hold more than ${limits.effectiveText} characters, all expanded`, at);
      }
      particles -= size.particles;
      text -= size.text;
      return true;
    },
    takeAlternatives(count, at) {
      return (
        count <= limits.unionMembers ||
        refuse(`a union has more than ${limits.unionMembers} member types, unions among them expanded`, at)
      );
    },
  };
}
