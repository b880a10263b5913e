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
import type { ParsedOperation } from '../shaping/shaping-line.js';

/** A line about one place of a message. */
export interface PlaceLine {
  readonly keys: readonly string[];
  readonly at: readonly string[];
}

/** Why a line does not fit. */
export class PlaceProblem extends Error {
  readonly nearest: string | undefined;

  constructor(message: string, nearest?: string) {
    super(message);
    this.nearest = nearest;
  }
}

/** The effect of lines of one kind. */
export interface PlaceChange<L extends PlaceLine> {
  readonly kind: ChangedMember['change'];
  /** The start of a message about a line: `cannot have short keys`. */
  readonly cannot: string;
  readonly linesOf: (operation: ParsedOperation) => {
    readonly input: readonly L[];
    readonly result: readonly L[];
  };
  /** Whether a line can be about the record that a result omits (UW-4), by its key. */
  readonly changesRecord?: true;
  /** The namespaces that a line adds to messages. */
  readonly namespaces?: (line: L) => readonly string[];
  /** Returns the object that has the last key of a line, with its change. Throws `PlaceProblem`. */
  readonly change: (
    object: ObjectShape,
    key: string,
    line: L,
    context: {
      readonly operation: OperationShape;
      readonly lines: ParsedOperation;
      readonly message: 'input' | 'result';
    },
  ) => ObjectShape;
}

/** Changes single places of messages, before anything else of a design does. */
export class PlaceLines<L extends PlaceLine> {
  readonly #rules: PlaceChange<L>;
  readonly #operations: ReadonlyMap<string, ParsedOperation>;
  readonly #problems = new Map<L, DesignProblem>();
  readonly #changed = new Map<L, ChangedMember>();
  #collecting = false;

  constructor(operations: readonly ParsedOperation[], rules: PlaceChange<L>) {
    this.#rules = rules;
    const concerned = operations.filter((each) => {
      const { input, result } = rules.linesOf(each);
      return input.length + result.length > 0;
    });
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
  design(name: string, operation: OperationShape): OperationShape {
    const lines = this.#operations.get(name);
    if (lines === undefined) return operation;
    const { input, result } = this.#rules.linesOf(lines);
    const { output } = operation;
    const designed = this.#message('input', operation.input, input, operation, lines);
    const answer = output && this.#message('result', output, result, operation, lines);
    if (output === undefined)
      for (const line of result) this.#problems.set(line, { at: line.at, message: `${name} has no result` });
    if (!this.#collecting && this.#problems.size > 0) throw new DesignError(this.problems);
    const { namespaces } = this.#rules;
    const more = namespaces === undefined ? [] : [...input, ...result].flatMap(namespaces);
    return {
      ...operation,
      input: designed,
      ...(answer && { output: answer }),
      ...(more.length > 0 && {
        namespaces: () => [...new Set([...operation.namespaces(), ...more])],
      }),
    };
  }

  /** Runs the check of a design: problems are collected in the meantime. */
  collect<T>(work: () => T): T {
    this.#collecting = true;
    try {
      return work();
    } finally {
      this.#collecting = false;
    }
  }

  /** Whether a line is about the record that a result omits: its key comes back, because its value is not a record any more. */
  #showsRecord({ record }: MessageShape, { keys }: L): boolean {
    if (this.#rules.changesRecord !== true || record?.shape.kind !== 'object') return false;
    const [key] = keys;
    return (
      keys.length === 1 && key === record.key && !record.shape.members.some((member) => member.key === key)
    );
  }

  #message(
    message: 'input' | 'result',
    shape: MessageShape,
    given: readonly L[],
    operation: OperationShape,
    lines: ParsedOperation,
  ): MessageShape {
    let designed = shape;
    for (const line of given) {
      try {
        if (designed.encoded) throw new PlaceProblem('the message is rpc/encoded');
        if (this.#showsRecord(designed, line)) designed = withoutRecord(designed);
        const { record } = designed;
        const keys = record === undefined ? line.keys : [record.key, ...line.keys];
        const root = changeAt(designed.root, keys, (object, key) =>
          this.#rules.change(object, key, line, { operation, lines, message }),
        ) as ObjectShape | PolymorphicShape;
        designed = {
          ...designed,
          root,
          ...(record && { record: memberLike(record, root as ObjectShape) }),
        };
        const { kind } = this.#rules;
        this.#changed.set(line, { operation: lines.name, message, keys: line.keys, change: kind });
      } catch (error) {
        if (!(error instanceof PlaceProblem)) throw error;
        const { message: why, nearest } = error;
        const problem = { at: line.at, message: `${this.#rules.cannot}: ${why}` };
        this.#problems.set(line, nearest === undefined ? problem : { ...problem, nearest });
      }
    }
    return designed;
  }
}

/** A result that has the key of its record. */
function withoutRecord({ record: _, ...message }: MessageShape): MessageShape {
  return message;
}

/** Returns a Shape whose object at a path is changed. Only the Shapes on the path are replaced. Throws `PlaceProblem`. */
function changeAt(
  shape: Shape,
  [key = '', ...rest]: readonly string[],
  change: (object: ObjectShape, key: string) => ObjectShape,
): Shape {
  if (shape.kind === 'polymorphic') {
    const declared = changeAt(shape.declared, [key, ...rest], change) as ObjectShape;
    const variants = shape.variants.map((variant) => ({
      ...variant,
      shape: changeAt(variant.shape, [key, ...rest], change) as ObjectShape,
    }));
    return { ...shape, declared, variants };
  }
  if (shape.kind !== 'object') throw new PlaceProblem(`${quote(key)} is in no object of elements`);
  if (shape.form !== 'plain')
    throw new PlaceProblem('the order of its elements counts ($content), so that it has no key of its own');
  if (rest.length === 0) return change(shape, key);
  const member = memberAt(shape, key);
  return withMember(shape, member, { ...member, shape: changeAt(member.shape, rest, change) });
}

/** The member with a key. Throws `PlaceProblem`. */
export function memberAt(shape: ObjectShape, key: string): ElementMember {
  const member = shape.members.find((each) => each.key === key);
  if (member === undefined) throw missing(shape, key);
  if (member.substitution !== undefined) throw new PlaceProblem(`${key} can be another element`);
  return member;
}

/** Returns an object with another member in the place of one. */
export function withMember(shape: ObjectShape, member: ElementMember, changed: ElementMember): ObjectShape {
  return {
    ...shape,
    members: shape.members.map((each) => (each === member ? changed : each)),
    content: mapLeaves(shape.content, (node) =>
      node.kind === 'element' && node.member === member ? { ...node, member: changed } : node,
    ),
  };
}

/** A key that an object does not have. */
export function missing(shape: ObjectShape, key: string): PlaceProblem {
  const keys = [...shape.members.map((member) => member.key), ...wildcardsOf(shape).map((node) => node.key)];
  const nearest = nearestName(key, keys);
  return new PlaceProblem(`there is no ${quote(key)}${hint(nearest)}`, nearest);
}

/** The wildcards of an object, outside groups that repeat. */
export function wildcardsOf({ content }: ObjectShape): readonly AnyNode[] {
  const found: AnyNode[] = [];
  const pending: ContentNode[] = [content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'any') found.push(node);
    else if (node.kind === 'sequence' || node.kind === 'choice') pending.push(...childrenOf(node));
  }
  return found;
}

/** Maps the leaves of a plan. */
export function mapLeaves(root: SequenceNode, map: (leaf: ContentNode) => ContentNode): SequenceNode {
  const mapped = (node: ContentNode): ContentNode => {
    if (node.kind === 'sequence') return { ...node, children: node.children.map(mapped) };
    if (node.kind === 'choice') return { ...node, branches: node.branches.map(mapped) };
    return map(node);
  };
  return mapped(root) as SequenceNode;
}
