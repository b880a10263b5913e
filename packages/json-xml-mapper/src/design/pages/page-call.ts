import { isMappingError } from '../../errors.js';
import {
  firstPage,
  nextPage,
  operationOf,
  type PagePlan,
  type PageState,
  pageItems,
  pageParameters,
} from './next-page.js';
import { type PageQuery, queryOfPage, queryWithCursor, readPageQuery } from './page-query.js';

/** How many bytes of a result are searched for items before others have their turn. */
const PIECE_BYTES = 128 * 1024;

/** The characters of a cursor: servers refuse requests with more than 16 KB of headers, which the path is counted with. */
const MOST_CURSOR = 12_288;

/** Seals which page a request asks for (PG-5). A place says what a cursor belongs to: it can be opened nowhere else. */
export interface CursorSeals {
  seal(place: string, text: string): string | Promise<string>;
  /** Undefined for any text but one that was sealed for this place. */
  open(place: string, cursor: string): string | undefined | Promise<string | undefined>;
}

/** A page that has been read, or why it does not lead on. */
export type PageRead =
  | {
      /** The JSON texts of its items. */
      readonly items: readonly Uint8Array[];
      /** The number of pages that one request for all items reads. */
      readonly most: number;
      /** The query string of the request for the next page. */
      readonly next?: string;
    }
  | { readonly problem: string };

/** The sealed contents: the page, and the digest of the body that the request for the first one had. */
interface Sealed extends PageState {
  readonly body?: string;
}

/**
 * A request for a page of a list by a route: which operation returns it, what is sent to it, and what comes after it (PG-1 to PG-5). It is of
 * one request.
 */
export class PageCall {
  readonly #plan: PagePlan;
  readonly #state: Sealed;
  readonly #query: PageQuery;
  readonly #place: string;
  readonly #seals: CursorSeals;
  #body: string | undefined;

  private constructor(plan: PagePlan, state: Sealed, query: PageQuery, place: string, seals: CursorSeals) {
    this.#plan = plan;
    this.#state = state;
    this.#query = query;
    this.#place = place;
    this.#seals = seals;
  }

  /**
   * Finds the page that a request asks for. Throws `MappingError` for parameters that only a cursor has.
   *
   * @param values the values in the path of the request
   * @param text the query string, without the `?`
   * @returns undefined if the cursor is not one of this list
   */
  static async find(
    plan: PagePlan,
    values: readonly string[],
    text: string,
    seals: CursorSeals,
  ): Promise<PageCall | undefined> {
    const query = readPageQuery(plan, text);
    const place = JSON.stringify(['page', plan.page.operation, values, query.common]);
    if (query.cursor === undefined) return new PageCall(plan, firstPage(plan), query, place, seals);
    const opened = await seals.open(place, query.cursor);
    return opened === undefined
      ? undefined
      : new PageCall(plan, JSON.parse(opened) as Sealed, query, place, seals);
  }

  /** The operation that returns the page. */
  get operation(): string {
    return operationOf(this.#plan, this.#state);
  }

  /** Whether it is the operation that continues the one of the route. */
  get isContinued(): boolean {
    return this.#state.page > 0 && this.#plan.page.continuation !== undefined;
  }

  /** The query string of the call. */
  get query(): string {
    return queryOfPage(this.#plan, this.#state, this.#query);
  }

  /**
   * Takes the body of a request, which has to be that of the request for the first page.
   *
   * @param digest a text that is equal for equal bodies alone
   * @returns false if it is a different one
   */
  takeBody(digest: string): boolean {
    this.#body = digest;
    return this.#state.page === 0 || this.#state.body === digest;
  }

  /**
   * Says why an input does not fit, if that is because of a value that the SOAP service gave for the next page: clients can neither see nor change
   * those. Undefined for any other error.
   */
  explain(error: unknown): string | undefined {
    if (!isMappingError(error)) return undefined;
    const own = new Set(pageParameters(this.#plan, this.#state).map(([name]) => name));
    const found = error.errors.find(
      // A client that gives such a member itself is to blame.
      ({ parameter = '', keyword }) => own.has(parameter) && keyword !== 'additionalProperties',
    );
    return (
      found && `gave ${found.parameter} for the next page a value that it does not take: it ${found.message}`
    );
  }

  /**
   * Reads the items of a result, and how the next page is asked for. A result that does not say how to go on is a problem, because a list without
   * its rest looks like a whole one.
   *
   * @param result the designed result, as JSON text in UTF-8
   * @param pause lets others have their turn, between the parts of a long result
   */
  async read(result: Uint8Array, pause?: () => Promise<void>): Promise<PageRead> {
    const splitter = pageItems(this.#plan, this.#state);
    const items: Uint8Array[] = [];
    for (let from = 0; from < result.length; from += PIECE_BYTES) {
      if (from > 0) await pause?.();
      for (const item of splitter.split(result.subarray(from, from + PIECE_BYTES))) items.push(item);
    }
    const { most } = this.#plan.page;
    const step = nextPage(this.#plan, this.#state, result, items.length);
    if (step.kind === 'end') return { items, most };
    if (step.kind === 'broken') return { problem: `does not say how to get the next page: ${step.problem}` };
    const sealed: Sealed = { ...step.state, ...(this.#body !== undefined && { body: this.#body }) };
    const cursor = await this.#seals.seal(this.#place, JSON.stringify(sealed));
    if (cursor.length > MOST_CURSOR)
      return {
        problem: `gave values for the next page that make a cursor of more than ${MOST_CURSOR} characters`,
      };
    return { items, most, next: queryWithCursor(this.#query, cursor) };
  }
}
