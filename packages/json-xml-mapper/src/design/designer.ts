import { isMappingError } from '../errors.js';
import { nearestName } from '../explain/keys/nearest-name.js';
import type { HeadersShape, MessageShape, OperationShape } from '../shape/operation-shape.js';
import { chargeHint, WorkMeter } from '../work.js';
import { hint, isFillOrigin, type ParsedFill, quote } from './design-data.js';
import { DesignError, type DesignProblem } from './design-error.js';
import { FillContext, type ShapeMemory } from './fill-shapes.js';
import { createFillTree, type FillTree } from './fill-tree.js';
import type { FilledMember } from './filled-shape.js';
import { findMiss, missOf } from './find-miss.js';
import { DESIGN_LIMITS } from './limits.js';
import { escapeKey, type ParsedDesign } from './parse-design.js';
import {
  branchOf,
  contradictionsOf,
  createCheck,
  type DesignerSettings,
  omitFromResult,
  problemAt,
} from './shaping/member-lines.js';
import type { ParsedOperation } from './shaping/shaping-line.js';

/** Turns the Shapes of operations into those that a design wants. */
export interface Designer {
  /** Returns the designed Shape of an operation. Throws `DesignError` if a line about it does not fit. */
  design(operation: string, shape: OperationShape): OperationShape;
}

/** The operations in which the nearest name of a path is looked for. */
const MOST_SEARCHED = 200;

/** The work of all problems of a design, in units: a part of it may be spent on names that were probably meant. */
const MAX_WORK = 10_000_000;

/** Applies the fills of a design to one operation after the other, and remembers what became of each. */
export class FillDesigner implements Designer {
  readonly #fills: readonly ParsedFill[];
  readonly #general: readonly ParsedFill[];
  readonly #settings: DesignerSettings;
  readonly #memory: ShapeMemory = new WeakMap();
  readonly #shapes = new Map<string, OperationShape>();
  readonly #used = new Set<ParsedFill>();
  readonly #problems = new Map<ParsedFill, DesignProblem>();
  readonly #filled: FilledMember[] = [];
  /** The lines about members of single operations that are left out or have a default. */
  readonly #members: ReadonlyMap<string, ParsedOperation['members']>;
  readonly #changed = new Map<ParsedFill, FilledMember>();
  /** The operation that logs in, which has no token yet. */
  readonly #login: string | undefined;
  #collecting = false;

  constructor({ fills, session, shaping }: ParsedDesign, settings: DesignerSettings) {
    this.#members = new Map(shaping.operations.map(({ name, members }) => [name, members]));
    this.#login = session?.login;
    this.#fills = fills;
    this.#general = fills.filter(({ operation }) => operation === '*');
    this.#settings = settings;
  }

  /** The members that are filled so far, in the order of the operations. */
  get filled(): readonly FilledMember[] {
    return this.#filled;
  }

  /** The members that are left out or have a default, so far. */
  get changed(): readonly FilledMember[] {
    return [...this.#changed.values()];
  }

  /**
   * Checks the whole design: designs every operation that a line may concern, and returns every problem.
   *
   * @param shapes builds the Shapes of operations with this designer; those that cannot be built are not considered
   * @param needed operations that are designed in any case
   */
  check(
    shapes: { readonly names: readonly string[]; get(name: string): unknown },
    needed: readonly string[],
  ): readonly DesignProblem[] {
    this.#collecting = true;
    try {
      for (const name of shapes.names) {
        const isNamed =
          needed.includes(name) ||
          this.#linesOf(name).length > 0 ||
          this.#fills.some((fill) => fill.operation === name);
        if (this.#general.length === 0 && !isNamed) continue;
        try {
          shapes.get(name);
        } catch (error) {
          if (!isMappingError(error)) throw error;
        }
      }
    } finally {
      this.#collecting = false;
    }
    return new WorkMeter(MAX_WORK).run(() => this.#allProblems(shapes.names));
  }

  design(operation: string, shape: OperationShape): OperationShape {
    const designed = this.#apply(operation, shape);
    if (this.#collecting) return designed;
    const own = [...this.#fills.filter((fill) => fill.operation === operation), ...this.#linesOf(operation)];
    const unused = own.filter((fill) => !this.#used.has(fill) && !this.#problems.has(fill));
    const missed = new WorkMeter(MAX_WORK).run(() =>
      unused.slice(0, DESIGN_LIMITS.problems).map((fill) => missOf(fill, shape, this.#messageOf(fill))),
    );
    const problems = [...this.#problems.values(), ...missed];
    if (problems.length > 0) throw new DesignError(problems);
    return designed;
  }

  #linesOf(operation: string): readonly ParsedFill[] {
    const { input = [], result = [] } = this.#members.get(operation) ?? {};
    return [...input, ...result];
  }

  #messageOf(line: ParsedFill): 'input' | 'result' {
    return this.#members.get(line.operation)?.result.includes(line) === true ? 'result' : 'input';
  }

  #apply(operation: string, shape: OperationShape): OperationShape {
    const lines = this.#members.get(operation);
    if (lines !== undefined) this.#shapes.set(operation, shape);
    return this.#applyToResult(operation, this.#applyToInput(operation, shape), lines?.result ?? []);
  }

  #applyToResult(operation: string, shape: OperationShape, lines: readonly ParsedFill[]): OperationShape {
    const { output } = shape;
    if (lines.length === 0 || output === undefined) return shape;
    const tree = this.#treeOf(lines);
    const check = createCheck(operation, shape, output.encoded, this.#settings);
    const context = new FillContext(check, this.#memory, true);
    const designed = omitFromResult(output, branchOf(tree.children), lines, context);
    this.#note(operation, context);
    return designed === output ? shape : { ...shape, output: designed };
  }

  #applyToInput(operation: string, shape: OperationShape): OperationShape {
    const general =
      operation === this.#login
        ? this.#general.filter(({ origin }) => origin.kind !== 'session')
        : this.#general;
    const lines = this.#members.get(operation)?.input ?? [];
    const fills = [...general, ...this.#fills.filter((fill) => fill.operation === operation), ...lines];
    if (fills.length === 0) return shape;
    this.#shapes.set(operation, shape);
    const tree = this.#treeOf(fills);
    const { input } = shape;
    const context = new FillContext(
      createCheck(operation, shape, input.encoded, this.#settings),
      this.#memory,
    );
    const root = context.root(input.root, branchOf(tree.children));
    const headersBranch = tree.children.get('$headers');
    const headers = input.headers && headersBranch && context.object(input.headers, headersBranch);
    this.#note(operation, context);
    for (const fill of tree.replaced) if (findMiss(shape, fill.keys) === undefined) this.#used.add(fill);
    if (root === undefined && headers === undefined) return shape;
    const written: MessageShape = {
      ...input,
      ...(root && { root: root.written }),
      ...(headers && { headers: headers.written as HeadersShape }),
    };
    const { headers: _headers, ...others } = input;
    const shownHeaders = headers === undefined ? input.headers : headersOf(headers.shown as HeadersShape);
    const shown: MessageShape = {
      ...others,
      ...(root && { root: root.shown }),
      ...(shownHeaders && { headers: shownHeaders }),
      written,
    };
    return { ...shape, input: shown };
  }

  #treeOf(lines: readonly ParsedFill[]): FillTree {
    const tree = createFillTree(lines);
    for (const [line, problem] of contradictionsOf(tree)) this.#problems.set(line, problem);
    return tree;
  }

  /** Notes what became of the lines about a message. */
  #note(operation: string, { outcomes }: FillContext): void {
    for (const { fill, problem, type } of outcomes) {
      this.#used.add(fill);
      const member = { operation, keys: fill.keys, fill, type };
      if (problem === undefined) {
        if (isFillOrigin(fill.origin)) this.#filled.push(member);
        else this.#changed.set(fill, member);
      } else if (!this.#problems.has(fill)) this.#problems.set(fill, describe(fill, operation, problem));
    }
  }

  /** Every problem, once all operations that a line may concern have been designed. */
  #allProblems(operations: readonly string[]): readonly DesignProblem[] {
    const problems: DesignProblem[] = [];
    const lines = [...this.#members.keys()].flatMap((name) => this.#linesOf(name));
    for (const fill of [...this.#fills, ...lines]) {
      if (problems.length >= DESIGN_LIMITS.problems) break;
      const known = this.#problems.get(fill);
      // An unknown operation that logs in is one problem, and not one for each member of its input.
      const isOfLogin = fill.at[0] === 'session' && fill.at[1] === 'login';
      if (isOfLogin && !operations.includes(fill.operation)) continue;
      if (known !== undefined) problems.push(known);
      else if (!this.#used.has(fill)) problems.push(this.#unused(fill, operations));
    }
    return problems;
  }

  /** A line that matches nothing. */
  #unused(fill: ParsedFill, operations: readonly string[]): DesignProblem {
    const { at, operation, keys } = fill;
    if (operation !== '*') {
      const shape = this.#shapes.get(operation);
      if (shape !== undefined) return missOf(fill, shape, this.#messageOf(fill));
      if (operations.includes(operation))
        return { at, message: `cannot be checked: the operation ${operation} cannot be called` };
      const nearest = nearestName(operation, operations);
      return problemAt(
        at,
        `no operation of this service is called ${quote(operation)}${hint(nearest)}`,
        nearest,
      );
    }
    let best:
      | { readonly name: string; readonly depth: number; readonly key: string; readonly nearest: string }
      | undefined;
    let searched = 0;
    for (const [name, shape] of this.#shapes) {
      if (++searched > MOST_SEARCHED || !chargeHint(1)) break;
      const miss = findMiss(shape, keys);
      if (miss?.nearest === undefined || (best !== undefined && best.depth >= miss.depth)) continue;
      best = { name, depth: miss.depth, key: miss.key, nearest: miss.nearest };
    }
    const path = keys.map(escapeKey).join('/');
    const near = best === undefined ? '' : `; did you mean ${best.nearest}, as in ${best.name}?`;
    return problemAt(at, `no operation has an input with ${quote(path)}${near}`, best?.nearest);
  }
}

/** A problem of a value, with the operation if the line does not name it. */
function describe(fill: ParsedFill, operation: string, message: string): DesignProblem {
  return { at: fill.at, message: fill.operation === '*' ? `${message} (in ${operation})` : message };
}

/** No record is left if every block is filled. */
function headersOf(headers: HeadersShape): HeadersShape | undefined {
  return headers.members.length === 0 ? undefined : headers;
}
