import type { MapperLimits } from '../api/options.js';
import { isMappingError } from '../errors.js';
import type { RawXml, UncommonContent } from '../explain/compiler.js';
import { filledContent } from '../explain/filled.js';
import { nearestName } from '../explain/nearest-name.js';
import type { SimpleLimits } from '../scalar/simple-codec.js';
import type { HeadersShape, MessageShape, OperationShape } from '../shape/operation-shape.js';
import { chargeHint, WorkMeter } from '../work.js';
import { hint, nameOf, quote } from './design-data.js';
import { DesignError, type DesignProblem } from './design-error.js';
import { FillContext, type ShapeMemory } from './fill-shapes.js';
import { createFillTree, type FillBranch } from './fill-tree.js';
import { findMiss, missOf } from './find-miss.js';
import { DESIGN_LIMITS } from './limits.js';
import { escapeKey, type ParsedDesign, type ParsedFill } from './parse-design.js';
import { createValueCheck } from './value-check.js';

/** Turns the Shapes of operations into those that a design wants. */
export interface Designer {
  /** Returns the designed Shape of an operation. Throws `DesignError` if a line about it does not fit. */
  design(operation: string, shape: OperationShape): OperationShape;
}

/** What the check of values needs. */
export interface DesignerSettings {
  readonly limits: MapperLimits & SimpleLimits;
  readonly uncommonContent: () => UncommonContent;
  readonly rawXml: () => RawXml;
}

/** A member that a design fills in an operation. */
export interface FilledMember {
  readonly operation: string;
  /** The keys from the input to the member. */
  readonly keys: readonly string[];
  readonly fill: ParsedFill;
  /** See `FilledPlace.type`. */
  readonly type: string;
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
  /** The operation that logs in, which has no token yet. */
  readonly #login: string | undefined;
  #collecting = false;

  constructor({ fills, session }: Pick<ParsedDesign, 'fills' | 'session'>, settings: DesignerSettings) {
    this.#login = session?.login;
    this.#fills = fills;
    this.#general = fills.filter(({ operation }) => operation === '*');
    this.#settings = settings;
  }

  /** The members that are filled so far, in the order of the operations. */
  get filled(): readonly FilledMember[] {
    return this.#filled;
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
        const isNamed = needed.includes(name) || this.#fills.some((fill) => fill.operation === name);
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
    const own = this.#fills.filter((fill) => fill.operation === operation);
    const unused = own.filter((fill) => !this.#used.has(fill) && !this.#problems.has(fill));
    const missed = new WorkMeter(MAX_WORK).run(() =>
      unused.slice(0, DESIGN_LIMITS.problems).map((fill) => missOf(fill, shape)),
    );
    const problems = [...this.#problems.values(), ...missed];
    if (problems.length > 0) throw new DesignError(problems);
    return designed;
  }

  #apply(operation: string, shape: OperationShape): OperationShape {
    const general =
      operation === this.#login
        ? this.#general.filter(({ origin }) => origin.kind !== 'session')
        : this.#general;
    const fills = [...general, ...this.#fills.filter((fill) => fill.operation === operation)];
    if (fills.length === 0) return shape;
    this.#shapes.set(operation, shape);
    const tree = createFillTree(fills);
    for (const { fill, other } of tree.contradicting) {
      const message = `contradicts ${nameOf(other.at)}, which fills the whole member`;
      this.#problems.set(fill, { at: fill.at, message });
    }
    const { input } = shape;
    const { uncommonContent, rawXml, limits } = this.#settings;
    const check = createValueCheck(shape, input.encoded, {
      soapVersion: '1.1',
      limits,
      allowUndeclaredHeaders: false,
      operationName: operation,
      direction: 'request',
      uncommonContent,
      filledContent: () => filledContent,
      rawXml,
    });
    const context = new FillContext(check, this.#memory);
    const root = context.root(input.root, branchOf(tree.children));
    const headersBranch = tree.children.get('$headers');
    const headers = input.headers && headersBranch && context.object(input.headers, headersBranch);
    for (const { fill, problem, type } of context.outcomes) {
      this.#used.add(fill);
      if (problem === undefined) this.#filled.push({ operation, keys: fill.keys, fill, type });
      else if (!this.#problems.has(fill)) this.#problems.set(fill, describe(fill, operation, problem));
    }
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

  /** Every problem, once all operations that a line may concern have been designed. */
  #allProblems(operations: readonly string[]): readonly DesignProblem[] {
    const problems: DesignProblem[] = [];
    for (const fill of this.#fills) {
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
      if (shape !== undefined) return missOf(fill, shape);
      if (operations.includes(operation))
        return { at, message: `cannot be checked: the operation ${operation} cannot be called` };
      const nearest = nearestName(operation, operations);
      return problem(
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
    return problem(at, `no operation has an input with ${quote(path)}${near}`, best?.nearest);
  }
}

function problem(at: readonly string[], message: string, nearest: string | undefined): DesignProblem {
  return nearest === undefined ? { at, message } : { at, message, nearest };
}

/** A problem of a value, with the operation if the line does not name it. */
function describe(fill: ParsedFill, operation: string, message: string): DesignProblem {
  return { at: fill.at, message: fill.operation === '*' ? `${message} (in ${operation})` : message };
}

function branchOf(children: ReadonlyMap<string, FillBranch>): FillBranch {
  const parts = [...children].map(([key, child]) => `${JSON.stringify(key)}:${child.signature}`);
  const [first] = children.values();
  return { children, signature: `{${parts.join(',')}}`, first: (first as FillBranch).first };
}

/** No record is left if every block is filled. */
function headersOf(headers: HeadersShape): HeadersShape | undefined {
  return headers.members.length === 0 ? undefined : headers;
}
