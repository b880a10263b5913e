import type { SoapFaultInfo } from './messages.js';
import type { JsonObject } from './values.js';

/** The answer of a login. */
export interface LoginAnswer {
  readonly result: JsonObject;
  /** The SOAP header blocks of the answer. */
  readonly soapHeaders?: JsonObject | undefined;
  /** The HTTP headers of the answer by their lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The result of a login. */
export interface LoginToken {
  /** The token. With all cookies of the login: the text of a `Cookie` header. */
  readonly token: string;
  /** When the session ends or is to be renewed, in milliseconds since 1970. Absent if nothing says so. */
  readonly expiresAt?: number | undefined;
  /** The address that calls go to from now on. */
  readonly endpoint?: string | undefined;
}

/** The verdict of an answer on the session of its request. */
export interface RefusedAnswer {
  readonly status?: number | undefined;
  readonly fault?: Pick<SoapFaultInfo, 'code' | 'subcodes' | 'reason' | 'name' | 'detail'> | undefined;
}

/** A token that a program hands in (DF-16): a text, or its values by the names that the design gives them. */
export type ProvidedToken = string | Readonly<Record<string, string>>;

/** The rules of a session (DF-7), as a design has them. They use no network, clock or store. */
export interface SessionRules {
  /**
   * The names of the values that the token of a program consists of (DF-16), none if it is one text. Absent if an operation logs in: then
   * `login` is there.
   */
  readonly provided?: readonly string[] | undefined;
  /**
   * Checks a token that a program hands in. Throws `LoginAnswerError`, whose message has nothing of the token.
   *
   * @returns the token as one text, as `read` returns it
   */
  take(token: ProvidedToken): string;
  /** The values of a token by their names: undefined for a token that is one text. */
  valuesOf(token: string): ReadonlyMap<string, string> | undefined;
  /** How long before its end a session is renewed, in milliseconds. */
  readonly before: number;
  /** Whether a refused call was not executed, so that any call may be sent again. */
  readonly repeatable: boolean;
  /**
   * Reads the answer of a login. Throws `LoginAnswerError`, whose message has nothing of the answer.
   *
   * @param known the addresses of the service: an endpoint must have the host of one of them, or one that the design lists
   */
  read(answer: LoginAnswer, now: number, known: readonly string[]): LoginToken;
  /** The HTTP headers that send a token; none if the token is part of the message. */
  headersOf(token: string): Readonly<Record<string, string>>;
  /** Whether an answer says that the session is not valid. */
  isRefused(answer: RefusedAnswer): boolean;
}

/** The session of a service: its rules, and its operations, which clients do not see. */
export interface SessionOf<Operation> extends SessionRules {
  /** Takes the input `{}`: the design has all of it. Absent exactly if a program hands the token in. */
  readonly login?: Operation | undefined;
  /** The same. */
  readonly logout?: Operation | undefined;
}
