import type { ElementParticle, Occurs, Particle, Wildcard } from '@soapstone/soap-model';

/**
 * A particle in normal form (CM-1 to CM-5): nothing empty, every group spliced that can be, and no simpler spelling for a repeating
 * group. The language is that of the particle; `max` may be `Infinity`.
 */
export type ContentModel = ElementModel | WildcardModel | GroupModel;

export interface ElementModel {
  readonly kind: 'element';
  readonly particle: ElementParticle;
  readonly min: number;
  readonly max: number;
}

export interface WildcardModel {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
  readonly min: number;
  readonly max: number;
}

export interface GroupModel {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly min: number;
  readonly max: number;
  readonly children: readonly ContentModel[];
  /** Whether one repetition may have no element. */
  readonly emptiable: boolean;
}

interface Frame {
  readonly group: Extract<Particle, { kind: 'sequence' | 'choice' | 'all' }>;
  next: number;
  readonly children: ContentModel[];
  /** Whether a choice lost an empty branch, and so may match nothing. */
  lostBranch: boolean;
}

/**
 * Normalises a particle. Undefined if it has no content (CM-1). In encoded messages every struct member may be absent (EN-8) and is
 * unqualified (EN-1).
 *
 * Iterative, because a stranger's schema determines how deep flattened extensions and group references nest.
 */
export function normaliseParticle(particle: Particle, encoded: boolean): ContentModel | undefined {
  const stack: Frame[] = [];
  let done = enter(particle, encoded, stack);
  for (;;) {
    const frame = stack.at(-1);
    if (frame === undefined) return done === 'empty' || done === 'opened' ? undefined : done;
    if (done === 'empty') frame.lostBranch = true;
    else if (done !== 'opened') frame.children.push(done);
    const child = frame.group.particles[frame.next++];
    if (child === undefined) {
      stack.pop();
      done = finish(frame) ?? 'empty';
    } else {
      // A particle with maxOccurs="0" is absent, not an empty branch (CM-1).
      done = child.maxOccurs === 0 ? 'opened' : enter(child, encoded, stack);
    }
  }
}

/** A leaf is finished immediately; a group opens a frame. */
function enter(particle: Particle, encoded: boolean, stack: Frame[]): ContentModel | 'opened' | 'empty' {
  const max = upperBound(particle.maxOccurs);
  if (max === 0) return 'empty';
  switch (particle.kind) {
    case 'element':
      return encoded
        ? { kind: 'element', particle: unqualified(particle), min: 0, max }
        : { kind: 'element', particle, min: particle.minOccurs, max };
    case 'any':
      return { kind: 'any', wildcard: particle.wildcard, min: particle.minOccurs, max };
    default:
      stack.push({ group: particle, next: 0, children: [], lostBranch: false });
      return 'opened';
  }
}

/** EN-1: a struct member is written without a namespace. */
function unqualified(particle: ElementParticle): ElementParticle {
  if (particle.name.namespace === '') return particle;
  return { ...particle, name: { namespace: '', localName: particle.name.localName } };
}

function upperBound(occurs: Occurs): number {
  return occurs === 'unbounded' ? Number.POSITIVE_INFINITY : occurs;
}

function finish(frame: Frame): ContentModel | undefined {
  const { kind } = frame.group;
  const max = upperBound(frame.group.maxOccurs);
  const min = kind === 'choice' && frame.lostBranch ? 0 : frame.group.minOccurs;
  const children = splice(kind, frame.children);
  if (children.length === 0) return undefined;
  const single = children.length === 1 ? multiply(children[0]!, min, max) : undefined;
  return single ?? group(kind, min, max, children);
}

/** A group with its occurrence; CM-4 applies to an unbounded choice. */
function group(
  kind: GroupModel['kind'],
  min: number,
  max: number,
  children: readonly ContentModel[],
): GroupModel {
  if (kind === 'choice' && max === Number.POSITIVE_INFINITY) {
    const hadEmptyBranch = children.some(isEmptiable);
    const branches = children.map(oncePerRepetition);
    return {
      kind,
      min: hadEmptyBranch ? 0 : min,
      max,
      children: branches,
      emptiable: branches.some(isEmptiable),
    };
  }
  const emptiable = kind === 'choice' ? children.some(isEmptiable) : children.every(isEmptiable);
  return { kind, min, max, children, emptiable };
}

/** CM-2: a group that occurs exactly once disappears into a parent of the same kind. */
function splice(kind: GroupModel['kind'], children: readonly ContentModel[]): ContentModel[] {
  const result: ContentModel[] = [];
  for (const child of children) {
    if (child.kind === kind && kind !== 'all' && child.min === 1 && child.max === 1) {
      for (const grandchild of child.children) result.push(grandchild);
    } else {
      result.push(child);
    }
  }
  return result;
}

/** CM-4: `(a* | b)*` is `(a | b)*`. */
function oncePerRepetition(branch: ContentModel): ContentModel {
  if (branch.kind !== 'element' && branch.kind !== 'any') return branch;
  return branch.min <= 1 ? { ...branch, min: 1, max: 1 } : branch;
}

/**
 * CM-3: `(x{a,b}){min,max}` as `x{min·a, max·b}`. Undefined if the counts leave gaps (`(x{2}){0,3}` is 0, 2, 4 or 6): then the
 * group stays, because the product would admit what the schema rejects.
 */
function multiply(child: ContentModel, min: number, max: number): ContentModel | undefined {
  if (min === 1 && max === 1) return child;
  const spread = child.max - child.min;
  const gapless = min === max || ((min > 0 || child.min <= 1) && child.min <= Math.max(min, 1) * spread + 1);
  if (!gapless) return undefined;
  const bounds = { min: min * child.min, max: max * child.max };
  if (child.kind === 'element' || child.kind === 'any') return { ...child, ...bounds };
  return group(child.kind, bounds.min, bounds.max, child.children);
}

/** True if the model admits no element at all. */
function isEmptiable(model: ContentModel): boolean {
  if (model.kind === 'element' || model.kind === 'any') return model.min === 0;
  return model.min === 0 || model.emptiable;
}
