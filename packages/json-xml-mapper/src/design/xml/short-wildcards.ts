import { nearestName } from '../../explain/keys/nearest-name.js';
import { childrenOf } from '../../shape/fold-plan.js';
import type { MessageShape, OperationShape } from '../../shape/operation-shape.js';
import type {
  AnyNode,
  ContentNode,
  ElementMember,
  ObjectShape,
  PolymorphicShape,
  SequenceNode,
  Shape,
} from '../../shape/shape.js';
import { hint, quote } from '../design-data.js';
import { DesignError, type DesignProblem } from '../design-error.js';
import { memberLike } from '../shaping/member-like.js';
import type { ChangedMember } from '../shaping/shaper.js';
import type { ParsedOperation, ShortLine } from '../shaping/shaping-line.js';

/** Why a line does not fit. */
class ShortProblem extends Error {
  readonly nearest: string | undefined;

  constructor(message: string, nearest?: string) {
    super(message);
    this.nearest = nearest;
  }
}

/** Gives wildcards that admit one namespace keys without it (AN-10). */
export class ShortWildcards {
  readonly #operations: ReadonlyMap<string, ParsedOperation>;
  readonly #problems = new Map<ShortLine, DesignProblem>();
  readonly #changed = new Map<ShortLine, ChangedMember>();
  #collecting = false;

  constructor(operations: readonly ParsedOperation[]) {
    const concerned = operations.filter(({ short }) => short.input.length + short.result.length > 0);
    this.#operations = new Map(concerned.map((each) => [each.name, each]));
  }

  /** The lines that fit so far. */
  get changed(): readonly ChangedMember[] {
    return [...this.#changed.values()];
  }

  get problems(): readonly DesignProblem[] {
    return [...this.#problems.values()];
  }

  /** Throws `DesignError` if a line does not fit. */
  design(operation: string, shape: OperationShape): OperationShape {
    const lines = this.#operations.get(operation);
    if (lines === undefined) return shape;
    const { output } = shape;
    const input = this.#message('input', shape.input, lines);
    const result = output && this.#message('result', output, lines);
    if (output === undefined)
      for (const line of lines.short.result)
        this.#problems.set(line, { at: line.at, message: `${operation} has no result` });
    if (!this.#collecting && this.#problems.size > 0) throw new DesignError(this.problems);
    return { ...shape, input, ...(result && { output: result }) };
  }

  /** Runs the check of a design: problems are collected meanwhile. */
  collect<T>(work: () => T): T {
    this.#collecting = true;
    try {
      return work();
    } finally {
      this.#collecting = false;
    }
  }

  #message(message: 'input' | 'result', shape: MessageShape, lines: ParsedOperation): MessageShape {
    let designed = shape;
    for (const line of lines.short[message]) {
      try {
        const raw = lines[message].find(
          ({ kind, keys }) =>
            kind === 'raw' &&
            keys.length > line.keys.length &&
            line.keys.every((key, at) => keys[at] === key),
        );
        if (raw !== undefined)
          throw new ShortProblem('raw names one of its elements; name the wildcard there');
        const { record } = designed;
        const keys = record === undefined ? line.keys : [record.key, ...line.keys];
        const root = shortened(designed.root, keys) as ObjectShape | PolymorphicShape;
        designed = {
          ...designed,
          root,
          ...(record && { record: memberLike(record, root as ObjectShape) }),
        };
        this.#changed.set(line, { operation: lines.name, message, keys: line.keys, change: 'short' });
      } catch (error) {
        if (!(error instanceof ShortProblem)) throw error;
        const { message: why, nearest } = error;
        const problem = { at: line.at, message: `cannot have short keys: ${why}` };
        this.#problems.set(line, nearest === undefined ? problem : { ...problem, nearest });
      }
    }
    return designed;
  }
}

/** Returns a Shape whose wildcard at a path has short keys. Only the Shapes on the path are other ones. Throws `ShortProblem`. */
function shortened(shape: Shape, [key = '', ...rest]: readonly string[]): Shape {
  if (shape.kind === 'polymorphic') {
    const declared = shortened(shape.declared, [key, ...rest]) as ObjectShape;
    const variants = shape.variants.map((variant) => ({
      ...variant,
      shape: shortened(variant.shape, [key, ...rest]) as ObjectShape,
    }));
    return { ...shape, declared, variants };
  }
  if (shape.kind !== 'object') throw new ShortProblem(`${quote(key)} is in no object of elements`);
  if (shape.form !== 'plain')
    throw new ShortProblem('the order of its elements counts ($content), so that it has no key of its own');
  return rest.length === 0 ? withShortKeys(shape, key) : withMember(shape, key, rest);
}

function withMember(shape: ObjectShape, key: string, rest: readonly string[]): ObjectShape {
  const member = shape.members.find((each) => each.key === key);
  if (member === undefined) throw missing(shape, key);
  if (member.substitution !== undefined) throw new ShortProblem(`${key} can be another element`);
  const changed: ElementMember = { ...member, shape: shortened(member.shape, rest) };
  return {
    ...shape,
    members: shape.members.map((each) => (each === member ? changed : each)),
    content: mapLeaves(shape.content, (node) =>
      node.kind === 'element' && node.member === member ? { ...node, member: changed } : node,
    ),
  };
}

function withShortKeys(shape: ObjectShape, key: string): ObjectShape {
  const wildcards = wildcardsOf(shape);
  const found = wildcards.find((node) => node.key === key);
  if (found === undefined) throw missing(shape, key);
  const { namespaces } = found.wildcard;
  const [short, ...others] = namespaces.kind === 'list' ? namespaces.list : [];
  if (short === undefined || others.length > 0) throw new ShortProblem('it admits several namespaces');
  if (short === '')
    throw new ShortProblem('its elements have no namespace: their keys are local names already');
  return {
    ...shape,
    content: mapLeaves(shape.content, (node) =>
      node.kind === 'any' && node.key === key ? { ...node, wildcard: { ...node.wildcard, short } } : node,
    ),
  };
}

function missing(shape: ObjectShape, key: string): ShortProblem {
  const keys = [...shape.members.map((member) => member.key), ...wildcardsOf(shape).map((node) => node.key)];
  const nearest = nearestName(key, keys);
  return new ShortProblem(`there is no ${quote(key)}${hint(nearest)}`, nearest);
}

function wildcardsOf({ content }: ObjectShape): readonly AnyNode[] {
  const found: AnyNode[] = [];
  const pending: ContentNode[] = [content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'any') found.push(node);
    else if (node.kind === 'sequence' || node.kind === 'choice') pending.push(...childrenOf(node));
  }
  return found;
}

function mapLeaves(root: SequenceNode, map: (leaf: ContentNode) => ContentNode): SequenceNode {
  const mapped = (node: ContentNode): ContentNode => {
    if (node.kind === 'sequence') return { ...node, children: node.children.map(mapped) };
    if (node.kind === 'choice') return { ...node, branches: node.branches.map(mapped) };
    return map(node);
  };
  return mapped(root) as SequenceNode;
}
