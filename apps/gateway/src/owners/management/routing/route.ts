import type { Limiter } from '@soapstone/rate-limiter';
import type { Transport } from '@soapstone/soap-transport';
import type { TNever, TProperties, TUnknown } from 'typebox';
import type { Secrets } from '../../../config/data-dir/secrets.js';
import type { Account } from '../../../domain/accounts/account.js';
import type { ApiKey } from '../../../domain/accounts/api-key.js';
import type { PlanOffer } from '../../../domain/accounts/plan.js';
import type { Session, User } from '../../../domain/accounts/session.js';
import type { SignUpRules } from '../../../domain/accounts/sign-up-rules.js';
import type { Schema, ValueOf } from '../../../domain/json-schema.js';
import type { Sealer } from '../../../domain/seal.js';
import type { WatchRules } from '../../../domain/services/contract-watch.js';
import type { Log } from '../../../log/log.js';
import type { Changes } from '../../../services/changes.js';
import type { LiveServices } from '../../../services/live-services.js';
import type { Store } from '../../../store/store.js';
import type { Artefacts } from '../../description/artefacts.js';
import type { RegistrationDependencies } from '../../registration/register.js';
import type { Attempts } from './attempts.js';
import type { Health } from './health.js';

/**
 * Who may use a route: anyone, a logged-in owner (session or management key), or an operator (admin key, or the session of an
 * administrator).
 */
export type Access = 'public' | 'owner' | 'admin';

/**
 * The number of requests that an owner may send per minute, by what they cost:
 *
 * - `requests`: reads and changes of stored records
 * - `pages`: generated texts, such as descriptions and comparisons
 * - `queries`: lists and sums of calls, which also take turns with those of other accounts
 * - `jobs`: work in a child process, such as imports and checks of credentials, and test events
 * - `tests`: messages to a SOAP service that do not count as calls
 */
export type RequestLimit = 'requests' | 'pages' | 'queries' | 'jobs' | 'tests';

/** A route of the management API. The route table validates requests and generates the description. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:name` for path parameters, as in Express. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** JSON Schema of the body; absent if there is none. */
  readonly body?: Schema;
  /** JSON Schema of each query parameter, by name. All are optional; other parameters are rejected. */
  readonly query?: Readonly<Record<string, Schema>>;
  /** JSON Schema of a successful response. */
  readonly answer: Schema;
  /** JSON Schema of the response with status 202, if the work continues in the background. */
  readonly accepted?: Schema;
  /** Media types of responses that are not JSON. */
  readonly media?: readonly string[];
  /** The maximum body size in bytes. Default 64 KiB. */
  readonly bodyBytes?: number;
  /** The limit per account and minute toward which its requests count. Default `requests`. Checked before the body is read. */
  readonly limit?: RequestLimit;
  /** False for a POST that creates nothing, which is carried out again if it is repeated: it has no `Idempotency-Key`. */
  readonly repeatable?: false;
  /**
   * Reads the state of the resource that the route shows or changes. A GET has its `ETag`, and a change accepts `If-Match`: see `handle`.
   * Absent for routes that create something, and for those whose resource has no settings.
   */
  readonly state?: ReadState;
  /** Whether owners may use it while their account is closing, until it is deleted. Default false. */
  readonly whileClosing?: true;
  /** The status of a successful response. Default 200. */
  readonly status?: number;
  handle(call: ManagementCall, deps: ManagementDependencies): Promise<ManagementAnswer>;
}

/** A route whose handler receives and returns values of its schemas. */
interface TypedRoute<
  Body extends Schema,
  Query extends TProperties,
  Answer extends Schema,
  Accepted extends Schema,
  Result,
> extends Omit<Route, 'body' | 'query' | 'answer' | 'accepted' | 'handle'> {
  readonly body?: Body;
  readonly query?: Query;
  readonly answer: Answer;
  readonly accepted?: Accepted;
  handle(
    call: ManagementCall<ValueOf<Body>, { readonly [Name in keyof Query]?: ValueOf<Query[Name]> }>,
    deps: ManagementDependencies,
  ): Promise<Result>;
}

/**
 * Declares a route. Its schemas check the request, describe the API, and give the handler the types of body, query and answer. A handler
 * whose answer lacks a member, or has one of another type, is a type error. Types allow further members, so for an answer with a member
 * that its schema lacks, and for one without a body, the result is not a `Route`.
 */
export function route<
  Answer extends Schema,
  Result extends ManagementAnswer<ValueOf<Answer> | ValueOf<Accepted>>,
  Body extends Schema = TUnknown,
  Query extends TProperties = Record<never, never>,
  Accepted extends Schema = TNever,
>(
  declared: TypedRoute<Body, Query, Answer, Accepted, Result>,
): Declared<Result, ValueOf<Answer> | ValueOf<Accepted>> {
  const checked: Route = declared;
  return checked as Declared<Result, ValueOf<Answer> | ValueOf<Accepted>>;
}

/** A route, unless its answers have no content, or members that its schema lacks. */
type Declared<Result, Wanted> = [Result] extends [Contents<Wanted>]
  ? [Others<BodyOf<Result>, Wanted>] extends [never]
    ? Route
    : { readonly notInTheSchema: Others<BodyOf<Result>, Wanted> }
  : { readonly withoutBody: Result };

/** The required members of an answer: the body alone may be left out, if it is `{}`. */
type Contents<Wanted> =
  | (object extends Wanted ? object : { readonly body: unknown })
  | { readonly file: unknown }
  | { readonly json: unknown }
  | { readonly events: unknown };

type BodyOf<Result> = Result extends { readonly body: infer Body } ? Body : never;

/** The names of the members of `Sent`, at any depth, that `Wanted` lacks. */
type Others<Sent, Wanted> = Sent extends readonly (infer Item)[]
  ? Others<Item, ItemsOf<Wanted>>
  : Sent extends object
    ? [KeysOf<Wanted>] extends [never]
      ? never
      : {
          [Name in keyof Sent]-?: Name extends KeysOf<Wanted>
            ? Others<Sent[Name], MemberOf<Wanted, Name>>
            : Name;
        }[keyof Sent]
    : never;
type ItemsOf<Wanted> = Wanted extends readonly (infer Item)[] ? Item : never;
type KeysOf<Wanted> = Wanted extends object ? keyof Wanted : never;
type MemberOf<Wanted, Name extends PropertyKey> = Wanted extends { readonly [Key in Name]?: infer Member }
  ? Member
  : never;

/** Whether a route accepts an `Idempotency-Key`, with which a repeated request is carried out once. */
export function takesIdempotencyKey({ method, repeatable }: Route): boolean {
  return method === 'post' && repeatable !== false;
}

/** Whether a route compares `If-Match` with the state of the resource that it changes. */
export function takesIfMatch({ method, state }: Route): boolean {
  return method !== 'get' && state !== undefined;
}

/** The changeable members of a resource: what its ETag stands for. */
export interface ResourceState {
  /** The members as responses show them, without secrets. A response with status 412 contains them. */
  readonly shown: object;
  /** Stored secrets in sealed form, which change with their content. Never sent. */
  readonly sealed?: string | undefined;
}

/** Reads the state of the resource in the path of a call; undefined if the account has no such resource. */
export type ReadState = (call: ManagementCall, store: Store) => Promise<ResourceState | undefined>;

/** A request that has passed the checks of its route. */
export interface ManagementCall<Body = unknown, Query = Readonly<Record<string, unknown>>> {
  readonly params: Readonly<Record<string, string>>;
  /** The query, validated against the route's schema, with numbers and flags parsed. */
  readonly query: Query;
  /** A header of the request, by its lower-case name. */
  header(name: string): string | undefined;
  /** Validated against the route's schema. */
  readonly body: Body;
  /** Present on routes whose body may be large. */
  readonly largeBody?: LargeBody;
  /** The client's network, for throttling only: an IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly ip: string;
  /** Fires when the client disconnects before it has its response. */
  readonly signal: AbortSignal;
  /** Present on routes for owners, and on routes for operators if an administrator is logged in. */
  readonly owner?: Owner;
}

/** The room that a large body takes in memory, which is released with the response unless it is kept. */
export interface LargeBody {
  /** Fires with the error to respond with, if the body has to make room for other accounts. */
  readonly signal: AbortSignal;
  /** Keeps the room until the returned function is called, for work that continues after the response. */
  keep(): () => void;
}

/** The person or key that makes a request, and the account. */
export interface Owner {
  readonly account: Account;
  /** For the audit log: `user:…` or `key:…`. */
  readonly actor: string;
  /** Present if the request has a management key. */
  readonly key?: ApiKey;
  /** Present if a person is logged in. */
  readonly signedIn?: { readonly user: User; readonly session: Session; readonly token: string };
}

/** A response before it is sent. It has one of `body`, `file`, `json` and `events`; the body `{}` may be left out. */
export interface ManagementAnswer<Body = unknown> {
  /** Overrides the status of the route. */
  readonly status?: number;
  /** JSON. */
  readonly body?: Body;
  /** Text to download, instead of JSON. */
  readonly file?: { readonly name: string; readonly contentType: string; readonly text: string | Buffer };
  /** Serialised JSON, in UTF-8. */
  readonly json?: Buffer;
  /** Server-Sent Events instead of JSON, until the iteration ends or the client disconnects. */
  readonly events?: AsyncIterable<{ readonly event: string; readonly data: Body }>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response with a JSON body. */
export type JsonAnswer<Body> = ManagementAnswer<Body> & { readonly body: Body };

export interface ManagementDependencies {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly offer: PlanOffer;
  readonly signUp: SignUpRules;
  /** The maximum lifetime of the secret of a key, in milliseconds; undefined for none. */
  readonly keyLifetime: number | undefined;
  /** The authorization servers whose access tokens owners may accept. */
  readonly tokenIssuers: readonly string[];
  /** The operator's settings for watches of contracts. */
  readonly watch: WatchRules;
  /** Whether the gateway sends email. */
  readonly sendsMail: boolean;
  /** The state of this process and what it depends on. */
  readonly health: () => Promise<Health>;
  readonly sealer: Sealer;
  readonly artefacts: Artefacts;
  readonly changes: Changes;
  readonly registration: RegistrationDependencies;
  /** The services as calls use them, and calls on behalf of their owners. */
  readonly live: LiveServices;
  /** Checks the addresses of endpoints. */
  readonly transport: Pick<Transport, 'checkAddress'>;
  /** The limits of calls: sizes in bytes, times in milliseconds. */
  readonly limits: { readonly requestBytes: number; readonly upstreamTimeout: number };
  readonly log: Log;
  /** The proxy's limiter: remaining quotas. */
  readonly limiter: Limiter;
  /** Throttles logins and sign-ups, by network and by email address. */
  readonly attempts: Attempts;
  readonly baseUrl: string;
  /**
   * Present if the certificate of the gateway is self-signed. `file` is its path if all clients run on this machine, because the gateway
   * listens only on loopback.
   */
  readonly certificate?: { readonly file?: string } | undefined;
  readonly adminKey: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Returns the caller of an operator route: an administrator, or a holder of the admin key. */
export function operatorOf({ owner }: ManagementCall): { readonly actor: string } {
  return { actor: owner?.actor ?? 'admin' };
}

/** Returns the owner of a call; the route table guarantees that there is one. */
export function ownerOf(call: ManagementCall): Owner {
  if (call.owner === undefined) throw new Error('this route is not for owners');
  return call.owner;
}
