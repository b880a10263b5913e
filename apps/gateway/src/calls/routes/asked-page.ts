import { setImmediate } from 'node:timers/promises';
import { withCode } from '@soapstone/http-contract';
import { isMappingError } from '@soapstone/json-xml-mapper';
import {
  firstPage,
  type MatchedRoute,
  nextPage,
  operationOf,
  type PagePlan,
  type PageQuery,
  type PageState,
  type ParsedPage,
  pageItems,
  pageParameters,
  pagePlan,
  queryOfPage,
  queryWithCursor,
  readPageQuery,
} from '@soapstone/json-xml-mapper/internal/routes';
import { GatewayError } from '../../errors/errors.js';
import { markActivity } from '../../log/activity.js';
import type { CompiledService } from '../catalog/catalog.js';
import { type Target, targetOf } from '../catalog/resolve.js';
import type { WideNumbers } from '../catalog/service-operations.js';
import type { ResponsePage, TargetDependencies } from '../proxy/http.js';
import { type CursorPlace, openCursor, sealCursor } from './page-cursor.js';

/** How many bytes of a result are searched for items in one turn of the event loop. */
const PIECE_BYTES = 128 * 1024;

type Seals = TargetDependencies['sealer'];

/** The page that a request by a route asks for (PG-1). */
export class AskedPage {
  readonly target: Target;
  readonly #plan: PagePlan;
  readonly #state: PageState;
  readonly #query: PageQuery;
  readonly #place: CursorPlace;
  readonly #sealer: Seals;

  private constructor(
    target: Target,
    plan: PagePlan,
    state: PageState,
    query: PageQuery,
    place: CursorPlace,
    sealer: Seals,
  ) {
    this.target = target;
    this.#plan = plan;
    this.#state = state;
    this.#query = query;
    this.#place = place;
    this.#sealer = sealer;
  }

  /** Finds the page, and the operation that returns it. Throws `VALIDATION_ERROR` for parameters and cursors that are none. */
  static async find(
    service: CompiledService,
    page: ParsedPage,
    values: MatchedRoute['values'],
    text: string,
    sealer: Seals,
    numbers: WideNumbers | undefined,
  ): Promise<AskedPage> {
    const first = await targetOf(service, page.operation, numbers);
    const later =
      page.continuation === undefined ? first : await targetOf(service, page.continuation, numbers);
    const plan = pagePlan(page, (name) => (name === page.operation ? first : later).operation.pages);
    if (plan === undefined)
      throw new GatewayError({
        ...withCode('DESIGN_UNUSABLE'),
        message: `The pages of ${page.operation} do not fit the service`,
      });
    const query = readPageQuery(plan, text);
    const { accountId, id: serviceId, revision } = service.service;
    const place = { accountId, serviceId, revision, operation: page.operation, values, common: query.common };
    const state = query.cursor === undefined ? firstPage(plan) : openCursor(sealer, place, query.cursor);
    const target = operationOf(plan, state) === page.operation ? first : later;
    return new AskedPage(target, plan, state, query, place, sealer);
  }

  /** Whether the call is one of the operation that continues the one of the route. */
  get isContinued(): boolean {
    return this.#state.page > 0 && this.#plan.page.continuation !== undefined;
  }

  /** The query string of the call. */
  get query(): string {
    return queryOfPage(this.#plan, this.#state, this.#query);
  }

  /** Explains an input that does not fit: values of a cursor are the SOAP service's, and not the client's. */
  explaining<T>(written: Promise<T>): Promise<T> {
    return written.catch((error: unknown) => {
      throw this.#explain(error);
    });
  }

  #explain(error: unknown): unknown {
    if (!isMappingError(error)) return error;
    const own = new Set(pageParameters(this.#plan, this.#state).map(([name]) => name));
    const found = error.errors.find(({ parameter }) => parameter !== undefined && own.has(parameter));
    if (found === undefined) return error;
    return new GatewayError({
      ...withCode('UPSTREAM_BAD_RESPONSE'),
      message: `The SOAP service gave ${found.parameter} for the next page a value that it does not take: it ${found.message}`,
    });
  }

  /**
   * Reads the items of a result, and how the next page is asked for. A long result is read in several turns of the event loop. Throws
   * `UPSTREAM_BAD_RESPONSE` for a result that does not say how to go on, because a list without its rest looks like a whole one.
   *
   * @param path the path of the request
   */
  async read(result: Uint8Array, path: string): Promise<ResponsePage> {
    const splitter = pageItems(this.#plan, this.#state);
    const items: Uint8Array[] = [];
    for (let from = 0; from < result.length; from += PIECE_BYTES) {
      if (from > 0) {
        await setImmediate();
        markActivity(this.target.activity);
      }
      for (const item of splitter.split(result.subarray(from, from + PIECE_BYTES))) items.push(item);
    }
    const { most } = this.#plan.page;
    const step = nextPage(this.#plan, this.#state, result, items.length);
    if (step.kind === 'end') return { items, most };
    if (step.kind === 'broken')
      throw new GatewayError({
        ...withCode('UPSTREAM_BAD_RESPONSE'),
        message: `The SOAP service does not say how to get the next page: ${step.problem}`,
      });
    const query = queryWithCursor(this.#query, sealCursor(this.#sealer, this.#place, step.state));
    return { items, most, next: { query, path: `${path}?${query}` } };
  }
}
