import { defined } from '@soapstone/options/defined';
import type { DerivationMethod, ElementParticle, Wildcard } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { MappingError } from '../errors.js';
import type {
  ContentNode,
  ElementMember,
  ElementNode,
  Scope,
  SequenceNode,
  Shape,
  Substitution,
} from '../shape/shape.js';
import { valueConstraint } from '../shape/value-constraint.js';
import type { WildcardShape } from '../shape/wildcard-shape.js';
import type { ContentModel, ElementModel, GroupModel } from './content/content-model.js';
import { placeTotals } from './content/place-totals.js';
import { elementKeys } from './element-keys.js';
import { simpleBlock } from './simple-block.js';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Builds what the particles of a scope refer to. Shapes may be unfinished shells, which are filled later. */
export interface ParticleShapes {
  shapeOf(particle: ElementParticle): Shape;
  substitutionOf(particle: ElementParticle): Substitution | undefined;
  isNillable(particle: ElementParticle): boolean;
  blockOf(particle: ElementParticle): readonly DerivationMethod[] | undefined;
  wildcardShape(wildcard: Wildcard): WildcardShape;
  /** The last member built for each Clark name: the types in a chain of extensions share those of their bases. */
  readonly built: Map<string, BuiltMember>;
}

export interface BuiltMember {
  readonly particle: ElementParticle;
  readonly member: ElementMember;
  node?: ElementNode;
}

/** The content of an object without elements. */
export const NO_CONTENT: SequenceNode = { kind: 'sequence', optional: false, unordered: false, children: [] };

/**
 * The maximum number of element names per object. Compiling an object takes about 14 microseconds for each, during which no other
 * call of the process proceeds.
 */
const MAX_MEMBERS = 5_000;

/**
 * Builds the keys and the plan of one object's content (KY-1, §8.1). Throws `MappingError` with code `LIMIT` if it has more than
 * `MAX_MEMBERS` element names.
 *
 * Repeating groups become their own scopes (CM-17), except in the `$content` forms, where all element names of the
 * type are the keys of its entries and a repeating group only says what may follow what (MX-2).
 *
 * @param openOrder the keys do not determine the order, because the type is that of a result (CM-8)
 */
export function buildScope(
  model: ContentModel | undefined,
  form: Scope['form'],
  targetNamespace: string,
  shapes: ParticleShapes,
  openOrder = false,
): Scope {
  const root: Mutable<Scope> = { form, members: [], content: NO_CONTENT, ...(openOrder && { openOrder }) };
  if (model === undefined) return root;
  const place = { form, openOrder, targetNamespace };
  const shared = form === 'plain' ? undefined : buildMembers(model, place, shapes);
  const pending: { model: ContentModel; scope: Mutable<Scope> }[] = [{ model, scope: root }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const members = shared ?? buildMembers(next.model, place, shapes);
    next.scope.members = [...members.values()];
    next.scope.content = buildPlan(next.model, members, shapes, (body, scope) => {
      scope.form = form;
      if (openOrder) scope.openOrder = openOrder;
      pending.push({ model: body, scope });
    });
  }
  return root;
}

interface ScopePlace {
  readonly form: Scope['form'];
  readonly openOrder: boolean;
  readonly targetNamespace: string;
}

interface Tally {
  particle: ElementParticle;
  min: number;
  max: number;
  conditional: boolean;
  nillable: boolean;
}

/** The members of one scope in schema order, by Clark name, with their totals (CM-6). */
function buildMembers(
  model: ContentModel,
  { form, openOrder, targetNamespace }: ScopePlace,
  shapes: ParticleShapes,
): ReadonlyMap<string, ElementMember> {
  const tallies = tally(model, form !== 'plain', shapes);
  if (openOrder) correctTotals(tallies, model);
  if (tallies.size > MAX_MEMBERS) throw tooManyMembers(tallies);
  const names = [...tallies.values()].map(({ particle }) => particle.name);
  const keys = elementKeys(names, targetNamespace);
  const members = new Map<string, ElementMember>();
  for (const [name, { particle, min, max, conditional, nillable }] of tallies) {
    // In the `$content` forms an entry contains one value; the plan checks the bounds there.
    const bounds = form === 'plain' ? { min, max, array: max > 1 } : { min: 0, max: Infinity, array: false };
    const place: Place = { key: keys.get(name)!, nillable, ...bounds, conditional };
    const built = shapes.built.get(name);
    if (built !== undefined && isSameElement(built.particle, particle) && isAt(built.member, place)) {
      members.set(name, built.member);
      continue;
    }
    const substitution = shapes.substitutionOf(particle);
    const shape = shapes.shapeOf(particle);
    const member: ElementMember = {
      name: particle.name,
      shape,
      ...place,
      ...simpleBlock(shape, shapes.blockOf(particle)),
      ...valueConstraint(particle),
      ...defined({
        substitution,
        constraints: particle.constraints,
        mediaTypes: particle.mediaTypes,
        documentation: particle.documentation,
      }),
    };
    shapes.built.set(name, { particle, member });
    members.set(name, member);
  }
  return members;
}

/** Whether two particles of one name have equal declarations. A stored model has a copy for each derived type. */
function isSameElement(one: ElementParticle, other: ElementParticle): boolean {
  return (
    one === other ||
    (one.type === other.type &&
      one.unknownType === other.unknownType &&
      one.correctedType === other.correctedType &&
      one.nillable === other.nillable &&
      one.global === other.global &&
      one.default === other.default &&
      one.fixed === other.fixed &&
      one.documentation === other.documentation &&
      String(one.block) === String(other.block) &&
      one.mediaTypes === other.mediaTypes &&
      isSameIdentity(one, other))
  );
}

function isSameIdentity({ constraints }: ElementParticle, other: ElementParticle): boolean {
  if (constraints === other.constraints) return true;
  return JSON.stringify(constraints) === JSON.stringify(other.constraints);
}

/** The properties that a member gets from its scope and not from its particle. */
type Place = Pick<ElementMember, 'key' | 'nillable' | 'min' | 'max' | 'array' | 'conditional'>;

function isAt(member: ElementMember, place: Place): boolean {
  return (
    member.key === place.key &&
    member.nillable === place.nillable &&
    member.min === place.min &&
    member.max === place.max &&
    member.array === place.array &&
    member.conditional === place.conditional
  );
}

/**
 * Sums the places of each name. An unconditional name occurs in sequences only, so its places add up; several conditional places of
 * one name are branches of one choice (anything else needs `$content`), so the maximum counts.
 */
function tally(
  model: ContentModel,
  throughRepeats: boolean,
  shapes: ParticleShapes,
): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  const pending = [{ model, conditional: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { model: node, conditional } = next;
    if (node.kind === 'any') continue;
    if (node.kind === 'element') {
      const name = clarkName(node.particle.name);
      const known = tallies.get(name);
      const min = conditional ? 0 : node.min;
      const nillable = shapes.isNillable(node.particle);
      if (known === undefined) {
        tallies.set(name, { particle: node.particle, min, max: node.max, conditional, nillable });
      } else {
        known.particle = withCommonValue(known.particle, node.particle);
        known.max = conditional ? Math.max(known.max, node.max) : known.max + node.max;
        known.min += min;
        known.conditional &&= conditional;
        known.nillable ||= nillable;
      }
      continue;
    }
    // The body of a repeating group is another object.
    if (node.max > 1 && !throughRepeats) continue;
    const inside = conditional || node.kind === 'choice' || node.min === 0;
    for (const child of node.children.toReversed()) pending.push({ model: child, conditional: inside });
  }
  return tallies;
}

/** NL-3: places of one name share their values, so a default or fixed value counts only if it is that of all places. */
function withCommonValue(particle: ElementParticle, other: ElementParticle): ElementParticle {
  if (particle.default === other.default && particle.fixed === other.fixed) return particle;
  const { default: _default, fixed: _fixed, ...rest } = particle;
  return rest;
}

/** With `openOrder`, one name may have places in a choice and next to it, which `tally` does not tell apart. */
function correctTotals(tallies: ReadonlyMap<string, Tally>, model: ContentModel): void {
  for (const [name, max] of placeTotals(model)) {
    const known = tallies.get(name);
    if (known !== undefined) known.max = max;
  }
}

type OpenBody = (body: GroupModel, scope: Mutable<Scope>) => void;

interface PlanFrame {
  readonly model: GroupModel;
  next: number;
  readonly children: ContentNode[];
}

/** Converts a normal form into plan nodes, bottom-up and iteratively. `$items` and `$any` are numbered in document order. */
function buildPlan(
  model: ContentModel,
  members: ReadonlyMap<string, ElementMember>,
  shapes: ParticleShapes,
  openBody: OpenBody,
): SequenceNode {
  const counts = { items: 0, any: 0 };
  const numbered = (key: '$items' | '$any', count: number): string => (count === 1 ? key : `${key}${count}`);
  const stack: PlanFrame[] = [];

  const enter = (node: ContentModel): ContentNode | undefined => {
    switch (node.kind) {
      case 'element':
        return elementNode(node, members, shapes);
      case 'any':
        return {
          kind: 'any',
          key: numbered('$any', ++counts.any),
          min: node.min,
          max: node.max,
          wildcard: shapes.wildcardShape(node.wildcard),
        };
      default: {
        if (node.max <= 1) {
          stack.push({ model: node, next: 0, children: [] });
          return undefined;
        }
        const body: Mutable<Scope> = { form: 'plain', members: [], content: NO_CONTENT };
        openBody({ ...node, min: 1, max: 1 }, body);
        return {
          kind: 'items',
          key: numbered('$items', ++counts.items),
          min: node.emptiable ? 0 : node.min,
          max: node.max,
          body,
        };
      }
    }
  };

  let done = enter(model);
  for (;;) {
    const frame = stack.at(-1);
    if (frame === undefined) return asRoot(done!);
    if (done !== undefined) frame.children.push(done);
    const child = frame.model.children[frame.next++];
    if (child === undefined) {
      stack.pop();
      done = groupNode(frame);
    } else {
      done = enter(child);
    }
  }
}

/** The place of a member; shared by the scopes that share the member, if the bounds are the same. */
function elementNode(
  { particle, min, max }: ElementModel,
  members: ReadonlyMap<string, ElementMember>,
  shapes: ParticleShapes,
): ElementNode {
  const name = clarkName(particle.name);
  const member = members.get(name)!;
  const built = shapes.built.get(name);
  if (built?.member !== member) return { kind: 'element', member, min, max };
  if (built.node?.min !== min || built.node.max !== max) built.node = { kind: 'element', member, min, max };
  return built.node;
}

function groupNode({ model, children }: PlanFrame): ContentNode {
  const optional = model.min === 0;
  if (model.kind === 'choice') return { kind: 'choice', optional, branches: children };
  return { kind: 'sequence', optional, unordered: model.kind === 'all', children };
}

/** The root of a plan is a sequence that occurs once. */
function asRoot(node: ContentNode): SequenceNode {
  if (node.kind === 'sequence' && !node.optional) return node;
  return { ...NO_CONTENT, children: [node] };
}

function tooManyMembers(tallies: ReadonlyMap<string, Tally>): MappingError {
  const [first] = tallies.keys();
  const message = `the content that has the element ${first} has ${tallies.size} different elements, at most ${MAX_MEMBERS} can be mapped`;
  return new MappingError({ code: 'LIMIT', errors: [{ path: '', keyword: 'limit', message }] });
}
