/**
 * Where the answer of a login has the token. Paths are JSON keys. `provided`: a program hands it in, with the values that are named; none if
 * it is one text.
 */
export type TokenPlace =
  | { readonly kind: 'provided'; readonly parts: readonly string[] }
  | { readonly kind: 'result' | 'soapHeader'; readonly keys: readonly string[] }
  | { readonly kind: 'cookie' | 'httpHeader'; readonly name: string };

/** Where calls send the token besides their messages. A cookie without a name is all that the login has set. */
export type TokenCarrier =
  | { readonly kind: 'message' }
  | { readonly kind: 'cookie'; readonly name?: string | undefined }
  | { readonly kind: 'httpHeader'; readonly name: string };

/** A session whose form is right. */
export interface ParsedSession {
  /** Absent if and only if a program provides the token. */
  readonly login?: string | undefined;
  readonly logout?: string | undefined;
  readonly token: TokenPlace;
  /** The keys from the result to the time at which the token expires. */
  readonly expires?: readonly string[] | undefined;
  readonly send: TokenCarrier;
  readonly endpoint?: { readonly keys: readonly string[]; readonly hosts: readonly string[] } | undefined;
  /** The age at which a session is renewed, in milliseconds. */
  readonly after?: number | undefined;
  /** How long before its end a session is renewed, in milliseconds. */
  readonly before: number;
  readonly faults: readonly string[];
  readonly statuses: readonly number[];
  readonly repeatable: boolean;
  readonly shown: boolean;
}
