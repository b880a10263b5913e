import type { JsonNumberLike } from './values.js';
import type { SignatureDesign, WireDesign, XmlDesign } from './xml-design.js';

/**
 * A design file as data (docs/design.md): what the owner of a service decides about its JSON. It has no expressions, and every line of it is
 * checked against the service.
 *
 * @example
 * ```ts
 * const design: Design = { fill: { 'GetRates/clientId': '510087100', 'Login/password': { secret: 'crm' } } };
 * ```
 */
export interface Design extends WireDesign {
  /** The address of the JSON Schema of design files, for editors. Ignored. */
  readonly $schema?: string | undefined;
  /**
   * Members that the owner fills (DF-1), by their paths: the name of an operation or `*`, then the JSON keys, separated by `/`. In a key,
   * `/` is written `~1` and `~` is `~0`, as in a JSON Pointer.
   */
  readonly fill?: { readonly [path: string]: FillEntry } | undefined;
  /** How to log in once for all calls (DF-7). */
  readonly session?: SessionDesign | undefined;
  /**
   * The spelling of all keys (DF-4): `as-is` (the default), or `camel` for `userId` in place of `UserID`. Two keys of an object that would
   * become the same one are an error.
   */
  readonly names?: 'as-is' | 'camel' | undefined;
  /** The new name of every member that has a key, regardless of its operation (DF-5). */
  readonly rename?: { readonly [key: string]: string } | undefined;
  /**
   * The keys of members whose objects have one member, regardless of their operation (DF-14): the value of that member takes the place of the
   * object. `{"Users": {"User": […]}}` is `{"Users": […]}` with `['Users']`.
   */
  readonly lift?: readonly string[] | undefined;
  /** The path that the paths of all routes begin with: `/v1`. Default: none. */
  readonly base?: string | undefined;
  /**
   * Whether responses of routes that succeed have the body of a call by name: `{"result": …, "meta": {…}}`. Default false: the body is the
   * result itself.
   */
  readonly envelope?: true | undefined;
  /** Changes to single operations, by their names. */
  readonly operations?: { readonly [operation: string]: OperationDesign } | undefined;
}

/** The changes of a design to one operation. Paths are the JSON keys without the design, separated by `/`. */
export interface OperationDesign {
  /** Whether clients do not see the operation at all (DF-6). */
  readonly hidden?: boolean | undefined;
  readonly input?: InputDesign | undefined;
  readonly result?: ResultDesign | undefined;
  /**
   * The HTTP method and path of the operation: `GET /users/{userId}`. A member in braces, whose keys are joined by dots, is taken from
   * the path. The other members of a GET or DELETE are query parameters, those of a POST, PUT or PATCH are in the body.
   */
  readonly route?: string | undefined;
  /** The status of a response that succeeds: 201, 202 or 204, which has no body. Default 200. */
  readonly status?: number | undefined;
  /** The path in the header `Location`, below `Design.base`: `/users/{result.userId}`. Other members in braces are those of the input. */
  readonly location?: string | undefined;
  /**
   * The key of the member that is the whole body; the other members are query parameters. Default `*` for POST, PUT and PATCH: all that the
   * path leaves is in the body.
   */
  readonly body?: string | undefined;
  /** The statuses, 400 to 599, of declared faults by their names. Default 502. */
  readonly faults?: { readonly [fault: string]: number } | undefined;
  /** Whether the operation only reads, though its name does not say so: a GET needs it then. Default false. */
  readonly safe?: true | undefined;
  /** How the result of a GET is divided into pages (PG-1). */
  readonly page?: PageDesign | undefined;
}

/**
 * How the result of an operation is divided into pages (PG-1): where the list is, how the next page is asked for, and what says that there is
 * none. Exactly one of `start`, `number` and `after` is given, and at most one of `more`, `done`, `total` and `pages`. Paths are JSON keys
 * without the design.
 *
 * @example
 * ```ts
 * const page: PageDesign = { items: 'Users/User', size: 'MaxRows', after: 'StartRow', next: 'NextRow' };
 * ```
 */
export interface PageDesign {
  /** The list in the result. */
  readonly items: string;
  /** The member of the input that says how many items a page has: clients may change it from page to page. */
  readonly size?: string | undefined;
  /** The member of the input with the index of the first item of a page. */
  readonly start?: string | undefined;
  /** The member of the input with the number of a page. */
  readonly number?: string | undefined;
  /** The index of the first item, or the number of the first page: 0 or 1. With `start` and `number` alone. */
  readonly from?: number | undefined;
  /** The member of the input that takes the value of `next`. */
  readonly after?: string | undefined;
  /** The member of the result that says where the next page begins. The last page has none, or a number that does not grow. */
  readonly next?: string | undefined;
  /** The member of the result that is true if there are more pages. */
  readonly more?: string | undefined;
  /** The member of the result that is true if there are no more pages. */
  readonly done?: string | undefined;
  /** The member of the result with the number of all items. */
  readonly total?: string | undefined;
  /** The member of the result with the number of all pages. With `number` alone. */
  readonly pages?: string | undefined;
  /** Members of the input, with the members of the first result whose values they have in later requests: the id of a search. */
  readonly keep?: { readonly [path: string]: string } | undefined;
  /** The operation that returns the later pages. Default: the one with the route. */
  readonly continue?: string | undefined;
  /** The number of pages that a request for all items reads, 1 to 10,000. Default 100. */
  readonly most?: number | undefined;
}

/** The changes of a design to the input or the result of an operation. */
export interface MessageDesign extends XmlDesign {
  /** The new names of members, by their paths. They win over `Design.rename` and `Design.names`. */
  readonly rename?: { readonly [path: string]: string } | undefined;
  /**
   * The names of values in JSON by their texts in XML (DF-12), by the paths of members: `{ Status: { A: 'active', L: 'on-leave' } }`. Values of
   * an enumeration that are not named stay; any other type has the named values alone.
   */
  readonly values?: { readonly [path: string]: ValuesDesign } | undefined;
  /**
   * The paths of members that clients do not see (DF-8). A result is read without them. In an input they are never written, so the service
   * must not require them.
   */
  readonly omit?: readonly string[] | undefined;
}

/** The changes of a design to the result of an operation. */
export interface ResultDesign extends MessageDesign {
  /**
   * The key of the only member that is left of the result: its value becomes the result (DF-13). Or a list of paths as in
   * `InputDesign.lift`.
   */
  readonly lift?: string | readonly string[] | undefined;
}

/** The changes of a design to the input of an operation. */
export interface InputDesign extends MessageDesign {
  /** The values that members have if clients leave them out (DF-10), by their paths. */
  readonly defaults?: { readonly [path: string]: DefaultValue } | undefined;
  /** The paths of members whose objects have one member: its value takes the place of the object (DF-14). */
  readonly lift?: readonly string[] | undefined;
  /**
   * The elements that get an XML signature before the request is sent (XM-15), by the paths of those that hold it. Clients do not send it. The
   * key is `elementSignature` of the credentials.
   */
  readonly sign?: { readonly [path: string]: SignatureDesign } | undefined;
}

/** The JSON names for the values of one member, by their texts in XML. All are texts, or all numbers, or `true` and `false`. */
export interface ValuesDesign {
  readonly [text: string]: string | number | boolean | JsonNumberLike;
}

/** The value of a member that clients leave out. An array is the value of a list. */
export type DefaultValue = Exclude<FillConstant, null>;

/**
 * A session with the SOAP service (DF-7): one operation logs in, its answer has a token, and every other call sends it. Clients neither see
 * the login and the logout nor the members that the token is sent in. Where no operation can log in, a program makes the token and hands it in
 * (DF-16): `token: { provided: true }`, without `login` and `endpoint`.
 *
 * @example
 * ```ts
 * const session: SessionDesign = {
 *   login: { operation: 'Login', input: { userName: 'crm', password: { secret: 'crm' } } },
 *   token: { result: 'sessionId', expires: 'expiresAt' },
 *   send: { soapHeader: 'SessionHeader/sessionId' },
 *   renew: { after: '50m', before: '2m', faults: ['INVALID_SESSION_ID'] },
 * };
 * ```
 */
export interface SessionDesign {
  /** The operation that logs in, and its whole input, by paths as in `fill`. Absent exactly if the token is `provided`. */
  readonly login?:
    | {
        readonly operation: string;
        readonly input?: { readonly [path: string]: FillEntry } | undefined;
      }
    | undefined;
  /**
   * Where the response of the login has the token. `expires` is a date and time, or a number of seconds, in its result. `provided`: a program
   * hands the token in, with the time of its end. A list names the values that it consists of.
   */
  readonly token:
    | ((
        | { readonly result: string }
        | { readonly soapHeader: string }
        | { readonly cookie: string }
        | { readonly httpHeader: string }
      ) & { readonly expires?: string | undefined })
    | { readonly provided: true | readonly string[] };
  /**
   * Where calls send the token: in a SOAP header, in members of the input (`Find/sessionId`), as a cookie, or as an HTTP
   * header. `cookie: true` sends the cookies that the login has set. An object of paths says which value of a token each member has.
   */
  readonly send:
    | { readonly soapHeader: string }
    | { readonly member: string | readonly string[] | { readonly [path: string]: string } }
    | { readonly cookie: true | string }
    | { readonly httpHeader: string };
  /**
   * Where the result of the login has the address that calls go to. Its host must be that of the service, or one of `hosts`, in which
   * `*.example.com` stands for all hosts below `example.com`. Default: calls go where the login goes.
   */
  readonly endpoint?: { readonly result: string; readonly hosts?: readonly string[] | undefined } | undefined;
  readonly renew?: SessionRenewal | undefined;
  /** The operation that ends the session. */
  readonly logout?: string | undefined;
  /** Whether a fault or status of `renew` means that the call was not executed, so that any call is sent again. Default false. */
  readonly repeatable?: boolean | undefined;
  /** Whether clients may call the login and the logout, with what the design fills in. Default false. */
  readonly shown?: boolean | undefined;
}

/** When to log in again. Durations are numbers with a unit: `90s`, `50m`, `12h`, `30d`. */
export interface SessionRenewal {
  /** The longest life of a session, regardless of what its answer says. Default: none. */
  readonly after?: string | undefined;
  /** How long before a session expires it is renewed in the background, at most half its life. Default `1m`. */
  readonly before?: string | undefined;
  /** Faults that mean that the session is not valid: code, subcode, name, element of the detail, or the whole reason. */
  readonly faults?: readonly string[] | undefined;
  /** HTTP statuses that mean the same, such as 401. */
  readonly statuses?: readonly number[] | undefined;
}

/** A value that the owner fills in, or the members of an object with theirs. */
export type FillEntry = FillConstant | FillDirective | { readonly [path: string]: FillEntry };

/** A value that is always the same. An array is the value of a list, or of a member that repeats. */
export type FillConstant =
  | string
  | number
  | bigint
  | boolean
  | null
  | JsonNumberLike
  | readonly (string | number | bigint | boolean | JsonNumberLike)[];

/**
 * A value that a call brings: a secret of the owner, a new UUID, the time of the call in UTC, or an HTTP header of the client's request.
 */
export type FillDirective =
  | { readonly secret: string }
  | { readonly generate: 'uuid' | 'timestamp' }
  | { readonly header: string };
