import { isMappingError } from '../../errors.js';
import type { SimpleLimits } from '../../scalar/simple-codec.js';
import {
  asInResults,
  type FaultShape,
  type MessageShape,
  type OperationShape,
} from '../../shape/operation-shape.js';
import type { ElementMember, ObjectShape } from '../../shape/shape.js';
import { WorkMeter } from '../../work.js';
import { DesignError, type DesignProblem } from '../design-error.js';
import { DESIGN_LIMITS } from '../limits.js';
import { withFinished } from '../xml/finished-members.js';
import type { TextDocuments } from '../xml/text-documents.js';
import { findLifted, lifted } from './lift-result.js';
import { memberLike } from './member-like.js';
import { Naming } from './naming.js';
import { type KeyNames, ShapeTurner } from './shape-turner.js';
import type { LiftLine, ParsedOperation, ParsedShaping, ShapingLine } from './shaping-line.js';
import { missOf, problemsOf } from './shaping-problems.js';
import { createShapingTree, type ShapingBranch } from './shaping-tree.js';

/** The work of finding the names that were probably meant, in units. */
const MAX_WORK = 10_000_000;

/** A member that a line about one operation changes. */
export interface ChangedMember {
  readonly operation: string;
  readonly message: 'input' | 'result';
  readonly keys: readonly string[];
  readonly change: ShapingLine['kind'] | 'lift' | 'omit' | 'default' | 'sign' | 'short' | 'dataSet';
  /** The names of values by their texts in XML. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The root of the document in a text. */
  readonly element?: string;
  /** The new name. */
  readonly to?: string;
  /** The default. */
  readonly value?: unknown;
}

/** Gives the members of messages the names that a design wants (DF-4), and remembers what became of each line. */
export class Shaper {
  readonly #shaping: ParsedShaping;
  readonly #operations: ReadonlyMap<string, ParsedOperation>;
  readonly #turner: ShapeTurner;
  readonly #naming: Naming;
  readonly #shapes = new Map<string, OperationShape>();
  readonly #lifted = new Set<LiftLine>();
  #collecting = false;

  /** @param signs see `TextDocuments.signs` */
  constructor(shaping: ParsedShaping, limits: SimpleLimits, signs: TextDocuments['signs']) {
    this.#shaping = shaping;
    this.#operations = new Map(shaping.operations.map((operation) => [operation.name, operation]));
    this.#naming = new Naming(shaping, limits);
    this.#naming.documents.signs = signs;
    this.#turner = new ShapeTurner(this.#naming);
  }

  get hidden(): readonly string[] {
    return this.#shaping.operations.flatMap(({ name, hidden }) => (hidden === undefined ? [] : [name]));
  }

  /** The lines that have changed something so far. */
  get changed(): readonly ChangedMember[] {
    const lifted = this.#shaping.operations.flatMap(({ name, lift }): readonly ChangedMember[] =>
      lift !== undefined && this.#lifted.has(lift)
        ? [{ operation: name, message: 'result', keys: [lift.key], change: 'lift' }]
        : [],
    );
    const others = this.#shaping.operations.flatMap(({ name, input, result }) =>
      (['input', 'result'] as const).flatMap((message) =>
        (message === 'input' ? input : result)
          .filter((line) => this.#naming.used.has(line))
          .map((line) => ({
            operation: name,
            message,
            keys: line.keys,
            change: line.kind,
            ...(line.kind === 'rename' && { to: line.to }),
            ...(line.kind === 'values' && { values: line.given }),
            ...(line.kind === 'document' && { element: line.element }),
          })),
      ),
    );
    return [...lifted, ...others];
  }

  /** Whether clients do not see an operation. */
  hides(operation: string): boolean {
    return this.#operations.get(operation)?.hidden !== undefined;
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

  /** Every problem, once all operations that a line may concern have been shaped. */
  check(shapes: { readonly names: readonly string[]; get(name: string): unknown }): readonly DesignProblem[] {
    this.collect(() => {
      for (const name of shapes.names) {
        if (!this.#naming.concernsAll && !this.#operations.has(name)) continue;
        try {
          shapes.get(name);
        } catch (error) {
          if (!isMappingError(error)) throw error;
        }
      }
    });
    return new WorkMeter(MAX_WORK).run(() =>
      problemsOf(this.#shaping, this.#naming, this.#shapes, shapes.names),
    );
  }

  /** Returns the Shape that clients see. Throws `DesignError` if a line about the operation does not fit. */
  shape(operation: string, shape: OperationShape): OperationShape {
    const lines = this.#operations.get(operation);
    if (lines?.hidden !== undefined || (!this.#naming.concernsAll && lines === undefined)) return shape;
    this.#shapes.set(operation, shape);
    const shaped = this.#shapeOperation(shape, lines);
    if (this.#collecting) return shaped;
    const own = [...(lines?.input ?? []), ...(lines?.result ?? [])];
    const missed = new WorkMeter(MAX_WORK).run(() =>
      own
        .filter((line) => !this.#naming.used.has(line) && !this.#naming.problems.has(line.at.join('\0')))
        .slice(0, DESIGN_LIMITS.problems)
        .map((line) => missOf(line, operation, shape, lines as ParsedOperation)),
    );
    const problems = [...this.#naming.problems.values(), ...missed];
    if (problems.length > 0) throw new DesignError(problems);
    return shaped;
  }

  #shapeOperation(shape: OperationShape, lines: ParsedOperation | undefined): OperationShape {
    const inputTree = createShapingTree(lines?.input ?? []);
    const resultTree = createShapingTree(lines?.result ?? []);
    const lookups = this.#naming.concernsAll ? this.#lookups(shape) : shape;
    const results = this.#naming.concernsAll ? this.#lookups(asInResults(shape)) : asInResults(shape);
    const finished = { lines, naming: this.#naming };
    this.#naming.documents.elements = lookups;
    const input = withFinished('input', this.#message(shape.input, inputTree), shape.input, {
      ...finished,
      tree: inputTree,
    });
    this.#naming.documents.elements = results;
    const result = this.#withRecord(
      this.#lift(shape.output && this.#message(shape.output, resultTree), shape, lines),
    );
    const output = result && withFinished('result', result, shape.output, { ...finished, tree: resultTree });
    if (!this.#naming.concernsAll) return { ...shape, input, ...(output && { output }) };
    return {
      ...lookups,
      input,
      ...(output && { output }),
      faults: this.#faults(shape.faults),
      ...(shape.results && { results: this.#lookups(shape.results) }),
    };
  }

  #lift(
    turned: MessageShape | undefined,
    { output }: OperationShape,
    lines: ParsedOperation | undefined,
  ): MessageShape | undefined {
    const lift = lines?.lift;
    if (lift === undefined) return turned;
    const isRenamed = lines?.result.some(
      ({ kind, keys }) => kind === 'rename' && keys.length === 1 && keys[0] === lift.key,
    );
    const found = findLifted(lines?.name ?? '', output, { ...lift, isRenamed: isRenamed === true });
    if ('message' in found) {
      this.#naming.report(lift.at, found.message, undefined, found.nearest);
      return turned;
    }
    this.#lifted.add(lift);
    return turned && lifted(turned, found);
  }

  /** A result is an object (UW-5), so its record is not lifted. */
  #withRecord(output: MessageShape | undefined): MessageShape | undefined {
    const record = output?.record;
    if (output === undefined || record?.shape.kind !== 'lifted') return output;
    const line = this.#shaping.lifts.find(({ key }) => this.#naming.nameOf(key, undefined) === record.key);
    const message = `cannot lift ${line?.key ?? record.key}: it is a whole result, which is an object`;
    this.#naming.report(line?.at ?? ['lift'], message);
    return { ...output, record: { ...record, shape: record.shape.object } };
  }

  /** Header blocks keep their keys: the owner's stored blocks and those of HTTP headers have them too. */
  #message(message: MessageShape, tree: ShapingBranch | undefined): MessageShape {
    const { record, written } = message;
    const branch =
      record === undefined || tree === undefined ? tree : { children: new Map([[record.key, tree]]) };
    const root = this.#turner.turn(message.root, branch);
    return {
      ...message,
      root,
      ...(record && { record: memberLike(record, root as ObjectShape) }),
      ...(written && { written: this.#naming.unseen(() => this.#message(written, tree)) }),
    };
  }

  #faults(faults: readonly FaultShape[]): readonly FaultShape[] {
    const names: KeyNames[] = [];
    const turned = faults.map((fault) => {
      const { detail } = fault;
      const key = this.#naming.nameOf(detail.key, undefined);
      names.push({ key: detail.key, name: key, branch: undefined });
      return { ...fault, detail: { ...detail, key, shape: this.#turner.turn(detail.shape) } };
    });
    const distinct = [...new Map(names.map((each) => [each.key, each])).values()];
    this.#naming.check(distinct, { path: ['the details of faults'] });
    return turned;
  }

  /** An element that a document names is shaped like the rest. Its own name is not a key. */
  #lookups<L extends Pick<OperationShape, 'globalElement' | 'namedType'>>(lookups: L): L {
    return {
      ...lookups,
      globalElement: (name, use) => {
        const element = lookups.globalElement(name, use);
        return element && this.#turnedElement(element);
      },
      namedType: (name, use) => {
        const type = lookups.namedType(name, use);
        return type && this.#turner.turn(type);
      },
    };
  }

  readonly #elements = new WeakMap<ElementMember, ElementMember>();

  #turnedElement(element: ElementMember): ElementMember {
    let turned = this.#elements.get(element);
    if (turned === undefined) {
      turned = { ...element, shape: this.#turner.turn(element.shape) };
      this.#elements.set(element, turned);
    }
    return turned;
  }
}
