import { isMappingError } from '../../errors.js';
import { nearestName } from '../../explain/keys/nearest-name.js';
import { type QueryParameter, queryParameters } from '../../query/query-parameters.js';
import { BUILTIN_TYPES } from '../../shape/builtin-types.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import type { Shape } from '../../shape/shape.js';
import { WorkMeter } from '../../work.js';
import { hint, quote } from '../design-data.js';
import { DesignError, type DesignProblem } from '../design-error.js';
import { typeInWords } from '../filled-shape.js';
import { DESIGN_LIMITS } from '../limits.js';
import type { PagePath, ParsedPage } from './parsed-page.js';
import { type PageTypes, PartReader } from './part-reader.js';

/** The work of finding the names that were probably meant, in units. */
const MAX_WORK = 10_000_000;

/** The Shapes of a service by operation. */
interface PagedShapes {
  readonly names: readonly string[];
  get(name: string): { readonly shape: OperationShape };
}

/** Finds what pages need in the designed Shapes of operations, and checks it (PG-1). */
export class PageDesigner {
  readonly #pages: readonly ParsedPage[];
  readonly #problems = new Map<string, DesignProblem>();
  /** By the page, then by the operation. */
  readonly #types = new Map<ParsedPage, Map<string, PageTypes>>();
  #collecting = false;

  constructor(pages: readonly ParsedPage[]) {
    this.#pages = pages;
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

  /**
   * Adds to the Shape of an operation what pages need of it. Throws `DesignError` if a path does not fit.
   *
   * @param plain the same operation without the design
   */
  design(operation: string, plain: OperationShape, shape: OperationShape): OperationShape {
    const pages = this.#pages.filter((page) => isPartOf(operation, page));
    if (pages.length === 0) return shape;
    const before = this.#problems.size;
    const parts = new WorkMeter(MAX_WORK).run(() =>
      pages.flatMap((page) => {
        const reader = new PartReader(operation, page, plain, shape, (at, message, nearest) =>
          this.#report(at, message, nearest),
        );
        const part = reader.read();
        if (part === undefined) return [];
        const known = this.#types.get(page) ?? new Map<string, PageTypes>();
        known.set(operation, reader.types);
        this.#types.set(page, known);
        return part;
      }),
    );
    if (!this.#collecting && this.#problems.size > before)
      throw new DesignError([...this.#problems.values()]);
    return { ...shape, pages: parts };
  }

  /**
   * Checks every page, and returns every problem.
   *
   * @param hidden the operations that clients do not see
   */
  check(shapes: PagedShapes, hidden: readonly string[]): readonly DesignProblem[] {
    return new WorkMeter(MAX_WORK).run(() => {
      for (const page of this.#pages) {
        const { continuation, operation } = page;
        shapeOf(operation, shapes);
        if (continuation === undefined) continue;
        const at = [...page.at, 'continue'];
        if (!shapes.names.includes(continuation)) {
          const nearest = nearestName(continuation, shapes.names);
          const message = `no operation of this service is called ${quote(continuation)}${hint(nearest)}`;
          this.#report(at, message, nearest);
        } else if (hidden.includes(continuation))
          this.#report(at, `cannot be used: the operation ${continuation} is hidden`);
        else if (shapeOf(continuation, shapes) === undefined)
          this.#report(at, `cannot be used: the operation ${continuation} cannot be called`);
      }
      for (const page of this.#pages) this.#checkTypes(page, shapes);
      return [...this.#problems.values()];
    });
  }

  #checkTypes(page: ParsedPage, shapes: PagedShapes): void {
    const types = this.#types.get(page);
    const first = types?.get(page.operation);
    const later = types?.get(page.continuation ?? page.operation);
    if (first === undefined || later === undefined) return;
    const { mover, keep, continuation } = page;
    const fit = (from: Shape | undefined, to: QueryParameter | undefined, at: PagePath['at']): void => {
      if (from === undefined || to === undefined || fits(from, to.shape)) return;
      this.#report(at, `is ${typeInWords(from)}, which ${to.name}, ${typeInWords(to.shape)}, does not take`);
    };
    if (mover.kind === 'after') {
      fit(first.next, later.to, mover.next.at);
      if (later !== first) fit(later.next, later.to, mover.next.at);
    }
    for (const [index, each] of keep.entries()) fit(first.kept[index], later.keep[index], each.from.at);
    if (continuation === undefined) this.#checkFirst(page, first);
    else this.#checkContinuation(page, continuation, later, shapes);
  }

  /** The first request of an operation that continues itself has no value of a result. */
  #checkFirst({ mover, keep }: ParsedPage, types: PageTypes): void {
    const needed = (parameter: QueryParameter | undefined, at: readonly string[]): void => {
      if (parameter?.required === true)
        this.#report(
          at,
          `must not be required, because the first request has no value for it: give ${parameter.name} a default, with input: { defaults: … }`,
        );
    };
    if (mover.kind === 'after') needed(types.to, mover.to.at);
    for (const [index, each] of keep.entries()) needed(types.keep[index], each.to.at);
  }

  #checkContinuation(page: ParsedPage, operation: string, types: PageTypes, shapes: PagedShapes): void {
    const shape = shapeOf(operation, shapes);
    if (shape === undefined) return;
    const at = [...page.at, 'continue'];
    const { parameters, refusal } = queryParameters(shape.input);
    if (refusal !== undefined) {
      this.#report(at, `cannot be used: ${refusal}`);
      return;
    }
    const given = [types.to, types.size, ...types.keep].map((parameter) => parameter?.name);
    const missing = parameters.find(({ name, required }) => required && !given.includes(name));
    if (missing !== undefined)
      this.#report(
        at,
        `must need nothing but what the page gives it: fill ${missing.name} of ${operation}, or give it a default`,
      );
  }

  #report(at: readonly string[], message: string, nearest?: string): void {
    const id = at.join('\0');
    if (this.#problems.size >= DESIGN_LIMITS.problems || this.#problems.has(id)) return;
    this.#problems.set(id, nearest === undefined ? { at, message } : { at, message, nearest });
  }
}

function isPartOf(operation: string, { operation: own, continuation }: ParsedPage): boolean {
  return operation === own || operation === continuation;
}

function shapeOf(name: string, shapes: PagedShapes): OperationShape | undefined {
  if (!shapes.names.includes(name)) return undefined;
  try {
    return shapes.get(name).shape;
  } catch (error) {
    if (isMappingError(error)) return undefined;
    throw error;
  }
}

/** Whether values of one type can be sent as another one. */
function fits(from: Shape, to: Shape): boolean {
  if (from.kind !== 'scalar' || to.kind !== 'scalar') return false;
  const [given, taken] = [from, to].map(({ builtin }) => BUILTIN_TYPES[builtin].family);
  if (given === taken && given !== 'date') return true;
  if (given === 'date') return from.builtin === to.builtin || taken === 'string';
  return taken === 'string' || (given === 'integer' && taken === 'decimal');
}
