import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { withCode } from '@soapstone/http-contract';
import { cursorProblem, pageProblem } from '@soapstone/http-contract/internal/routes';
import {
  type MatchedRoute,
  PageCall,
  type ParsedPage,
  pagePlan,
} from '@soapstone/json-xml-mapper/internal/routes';
import { GatewayError } from '../../errors/errors.js';
import { markActivity } from '../../log/activity.js';
import type { CompiledService } from '../catalog/catalog.js';
import { type Target, targetOf } from '../catalog/resolve.js';
import type { WideNumbers } from '../catalog/service-operations.js';
import type { ResponsePage, TargetDependencies } from '../proxy/http.js';
import { cursorsOf } from './page-cursor.js';

/** The page that a request by a route asks for (PG-1). */
export class AskedPage {
  /** The operation that returns it. */
  readonly target: Target;
  readonly #call: PageCall;

  private constructor(target: Target, call: PageCall) {
    this.target = target;
    this.#call = call;
  }

  /** Finds the page, and the operation that returns it. Throws `VALIDATION_ERROR` for parameters and cursors that are none. */
  static async find(
    service: CompiledService,
    page: ParsedPage,
    values: MatchedRoute['values'],
    text: string,
    sealer: TargetDependencies['sealer'],
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
    const { accountId, id: serviceId, revision } = service.service;
    const call = await PageCall.find(
      plan,
      values,
      text,
      cursorsOf(sealer, { accountId, serviceId, revision }),
    );
    if (call === undefined) throw new GatewayError(cursorProblem());
    return new AskedPage(call.operation === page.operation ? first : later, call);
  }

  /** Whether the call is one of the operation that continues the one of the route. */
  get isContinued(): boolean {
    return this.#call.isContinued;
  }

  /** The query string of the call. */
  get query(): string {
    return this.#call.query;
  }

  /** Takes the body of the request. Throws `VALIDATION_ERROR` if the cursor belongs to another one. */
  takeBody(body: Uint8Array): void {
    const digest = createHash('sha256').update(body).digest('base64url');
    if (!this.#call.takeBody(digest)) throw new GatewayError(cursorProblem());
  }

  /** Explains an input that does not fit: values of a cursor are the SOAP service's, and not the client's. */
  explaining<T>(written: Promise<T>): Promise<T> {
    return written.catch((error: unknown) => {
      const problem = this.#call.explain(error);
      throw problem === undefined ? error : new GatewayError(pageProblem(problem));
    });
  }

  /**
   * Reads the items of a result, and how the next page is asked for. A long result is read in several turns of the event loop. Throws
   * `UPSTREAM_BAD_RESPONSE` for a result that does not say how to go on.
   *
   * @param path the path of the request
   */
  async read(result: Uint8Array, path: string): Promise<ResponsePage> {
    const read = await this.#call.read(result, async () => {
      await setImmediate();
      markActivity(this.target.activity);
    });
    if ('problem' in read) throw new GatewayError(pageProblem(read.problem));
    const { items, most, next } = read;
    return next === undefined
      ? { items, most }
      : { items, most, next: { query: next, path: `${path}?${next}` } };
  }
}
