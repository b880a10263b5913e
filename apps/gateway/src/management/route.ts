import type { Limiter } from '@soapstone/rate-limiter';
import type { TProperties, TUnknown } from 'typebox';
import type { Catalog } from '../catalog/catalog.js';
import type { Changes } from '../catalog/changes.js';
import type { Secrets } from '../config/secrets.js';
import type { Artefacts } from '../description/artefacts.js';
import type { Account } from '../domain/account.js';
import type { Schema, ValueOf } from '../domain/json-schema.js';
import type { Sealer } from '../domain/seal.js';
import type { Session, User } from '../domain/session.js';
import type { Log } from '../log/log.js';
import type { ProxyDependencies } from '../proxy/call.js';
import type { RegistrationDependencies } from '../registration/register.js';
import type { Store } from '../store/store.js';
import type { Attempts } from './attempts.js';

/** Who may use a route: anybody, a signed-in owner (session or management key), or the operator (admin key). */
export type Access = 'public' | 'owner' | 'admin';

/** One route of the management API. The table of routes is the API: requests are checked, and described, by it. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:name` for path parameters, as Express writes them. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** JSON Schema of the body; absent where there is none. */
  readonly body?: Schema;
  /** JSON Schema of each query parameter, by name. All may be left out; others than these are refused. */
  readonly query?: Readonly<Record<string, Schema>>;
  /** JSON Schema of the answer when all goes well. */
  readonly answer: Schema;
  /** Of the answer with status 202, where the work goes on behind it. */
  readonly accepted?: Schema;
  /** Media types of answers that are not JSON. */
  readonly media?: readonly string[];
  /** Bytes of the body. Default 64 KiB. */
  readonly bodyBytes?: number;
  /** Status of the answer when all goes well. Default 200. */
  readonly status?: number;
  handle(call: ManagementCall, deps: ManagementDependencies): Promise<ManagementAnswer>;
}

/** A route whose handler sees the body and the query with the types of their schemas. */
interface TypedRoute<Body extends Schema, Query extends TProperties>
  extends Omit<Route, 'body' | 'query' | 'handle'> {
  readonly body?: Body;
  readonly query?: Query;
  handle(
    call: ManagementCall<ValueOf<Body>, { readonly [Name in keyof Query]?: ValueOf<Query[Name]> }>,
    deps: ManagementDependencies,
  ): Promise<ManagementAnswer>;
}

/** Declares a route. Its schemas check the request, describe the API, and give the handler the types of body and query. */
export function route<Body extends Schema = TUnknown, Query extends TProperties = Record<never, never>>(
  declared: TypedRoute<Body, Query>,
): Route {
  return declared;
}

/** A request that passed the checks of its route. */
export interface ManagementCall<Body = unknown, Query = Readonly<Record<string, unknown>>> {
  readonly params: Readonly<Record<string, string>>;
  /** Valid by the schema of the route, numbers and flags as such. */
  readonly query: Query;
  /** A header of the request, by its lower-case name. */
  header(name: string): string | undefined;
  /** Valid by the schema of the route. */
  readonly body: Body;
  /** The network of the client, for throttling only: an IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly ip: string;
  /** Fires when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
  /** Present on routes for owners. */
  readonly owner?: Owner;
}

/** Who acts, and in whose account. */
export interface Owner {
  readonly account: Account;
  /** For the audit log: `user:…` or `key:…`. */
  readonly actor: string;
  /** Present where a person is signed in. */
  readonly signedIn?: { readonly user: User; readonly session: Session; readonly token: string };
}

export interface ManagementAnswer {
  /** Instead of the status of the route. */
  readonly status?: number;
  /** JSON. */
  readonly body?: unknown;
  /** Instead of JSON: a text to download. */
  readonly file?: { readonly name: string; readonly contentType: string; readonly text: string | Buffer };
  /** JSON that is printed already, in UTF-8. */
  readonly json?: Buffer;
  /** Instead of JSON: Server-Sent Events, until the iteration ends or the client goes away. */
  readonly events?: AsyncIterable<{ readonly event: string; readonly data: unknown }>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ManagementDependencies {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly sealer: Sealer;
  readonly catalog: Catalog;
  readonly artefacts: Artefacts;
  readonly changes: Changes;
  readonly registration: RegistrationDependencies;
  /** What calls of the proxy are made with: a trial is a call. */
  readonly calls: ProxyDependencies;
  readonly log: Log;
  /** Of the proxy: what is left of quotas. */
  readonly limiter: Limiter;
  /** Throttles signing in and up, by address and by e-mail. */
  readonly attempts: Attempts;
  readonly baseUrl: string;
  /**
   * Present where the certificate of the gateway is self-signed. `file` is its path, where clients run on this machine: the
   * gateway listens on loopback only.
   */
  readonly certificate?: { readonly file?: string } | undefined;
  readonly adminKey: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** The owner of a call; the route table guarantees that there is one. */
export function ownerOf(call: ManagementCall): Owner {
  if (call.owner === undefined) throw new Error('this route is not for owners');
  return call.owner;
}
