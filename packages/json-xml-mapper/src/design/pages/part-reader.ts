import { type QueryParameter, queryParameters } from '../../query/query-parameters.js';
import { BUILTIN_TYPES } from '../../shape/builtin-types.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import type { PagePart } from '../../shape/page-part.js';
import type { Shape } from '../../shape/shape.js';
import { chargeHint } from '../../work.js';
import { typeInWords } from '../filled-shape.js';
import { pathProblem } from '../find-miss.js';
import { type PagePlace, placeIn } from './page-place.js';
import type { PagePath, ParsedPage } from './parsed-page.js';

/** The types that one operation has at the paths of a page. */
export interface PageTypes {
  readonly to?: QueryParameter;
  readonly keep: readonly QueryParameter[];
  readonly size?: QueryParameter;
  readonly next?: Shape;
  readonly kept: readonly Shape[];
}

type Report = (at: readonly string[], message: string, nearest?: string) => void;

/** Finds the paths of a page in one operation. */
export class PartReader {
  readonly #operation: string;
  readonly #page: ParsedPage;
  readonly #plain: OperationShape;
  readonly #shape: OperationShape;
  readonly #report: Report;
  #isWhole = true;
  types: PageTypes = { keep: [], kept: [] };

  constructor(
    operation: string,
    page: ParsedPage,
    plain: OperationShape,
    shape: OperationShape,
    report: Report,
  ) {
    this.#operation = operation;
    this.#page = page;
    this.#plain = plain;
    this.#shape = shape;
    this.#report = report;
  }

  /** Undefined if a path does not fit. */
  read(): PagePart | undefined {
    const { operation: of, continuation, mover, size, keep, items, end } = this.#page;
    const isFirst = this.#operation === of;
    const isLater = this.#operation === (continuation ?? of);
    const parameters = queryParameters(this.#shape.input).parameters;
    const sizeAt = size && this.#parameter(size, parameters, isInteger, 'an integer');
    const to = isLater ? this.#mover(parameters) : undefined;
    const keepAt = isLater ? keep.map((each) => this.#parameter(each.to, parameters)) : [];
    const list = this.#result(items);
    if (list !== undefined && !list.array)
      this.#fail(items.at, `must be a list, and is ${typeInWords(list.shape)}`);
    const next = mover.kind === 'after' ? this.#value(mover.next) : undefined;
    const endAt = end && this.#end(end);
    const kept = isFirst ? keep.map((each) => this.#value(each.from)) : [];
    this.types = {
      ...(to && { to }),
      ...(sizeAt && { size: sizeAt }),
      keep: keepAt.filter((each) => each !== undefined),
      ...(next && { next: next.shape }),
      kept: kept.flatMap((each) => each?.shape ?? []),
    };
    if (!this.#isWhole || list === undefined) return undefined;
    return {
      of,
      ...(sizeAt && { size: sizeAt.name }),
      ...(to && { to: to.name }),
      keep: this.types.keep.map(({ name }) => name),
      items: list.keys,
      ...(next && { next: next.keys }),
      ...(next && isInteger(next.shape) && { counts: true as const }),
      ...(endAt && { end: endAt.keys }),
      kept: kept.flatMap((each) => (each === undefined ? [] : [each.keys])),
    };
  }

  #mover(parameters: readonly QueryParameter[]): QueryParameter | undefined {
    const { mover } = this.#page;
    return mover.kind === 'after'
      ? this.#parameter(mover.to, parameters)
      : this.#parameter(mover.to, parameters, isInteger, 'an integer');
  }

  #end({ kind, path }: NonNullable<ParsedPage['end']>): PagePlace | undefined {
    if (kind === 'total' || kind === 'pages') return this.#value(path, isInteger, 'an integer');
    const words = `a boolean; give its values names, with result: { values: { ${path.keys.join('/')}: { Y: true, N: false } } }`;
    return this.#value(path, isBoolean, words);
  }

  /** A member of the input that a query string can have. */
  #parameter(
    path: PagePath,
    parameters: readonly QueryParameter[],
    is: (shape: Shape) => boolean = isPlainScalar,
    what = 'one value of a simple type, without names for its values',
  ): QueryParameter | undefined {
    const place = this.#place(path, 'input');
    if (place === undefined) return undefined;
    const name = place.keys.join('.');
    const found = parameters.find((each) => each.name === name);
    if (found === undefined) return this.#fail(path.at, `cannot be ${name}: a query string cannot carry it`);
    if (found.array || !is(found.shape))
      return this.#fail(path.at, `must be ${what}, and is ${typeInWords(found.shape, found.array)}`);
    return found;
  }

  /** A member of the result with one value. */
  #value(
    path: PagePath,
    is: (shape: Shape) => boolean = isPlainScalar,
    what = 'one value of a simple type, without names for its values',
  ): PagePlace | undefined {
    const place = this.#result(path);
    if (place === undefined) return undefined;
    if (place.list !== undefined || place.array)
      return this.#fail(
        path.at,
        `must be one value: ${place.list ?? path.keys.at(-1)} can occur more than once`,
      );
    return is(place.shape)
      ? place
      : this.#fail(path.at, `must be ${what}, and is ${typeInWords(place.shape)}`);
  }

  #result(path: PagePath): PagePlace | undefined {
    return this.#place(path, 'result');
  }

  #place(path: PagePath, message: 'input' | 'result'): PagePlace | undefined {
    const [plain, designed] =
      message === 'input' ? [this.#plain.input, this.#shape.input] : [this.#plain.output, this.#shape.output];
    const miss = pathProblem({ ...path, operation: this.#operation }, this.#plain, message);
    if (miss !== undefined) return this.#fail(path.at, miss.message, miss.nearest);
    if (plain === undefined || designed === undefined) return undefined;
    const place = placeIn(plain, designed, path.keys);
    return 'problem' in place ? this.#fail(path.at, place.problem) : place;
  }

  #fail(at: readonly string[], message: string, nearest?: string): undefined {
    this.#isWhole = false;
    this.#report(at, message, chargeHint(1) ? nearest : undefined);
    return undefined;
  }
}

/** A scalar whose text in JSON is that in XML. */
function isPlainScalar(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.wire === undefined;
}

function isInteger(shape: Shape): boolean {
  return (
    shape.kind === 'scalar' && shape.wire === undefined && BUILTIN_TYPES[shape.builtin].family === 'integer'
  );
}

function isBoolean(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.json === 'boolean';
}
