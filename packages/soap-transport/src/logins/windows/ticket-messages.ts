/** Asks the process for tickets for the token of one request. */
export interface TicketRequest {
  readonly id: number;
  /** Names the account and its profile: equal ones share tickets. */
  readonly key: string;
  /** `name@REALM`. */
  readonly principal: string;
  readonly password: string | undefined;
  /** A file that the process may read. */
  readonly keytab: Uint8Array | undefined;
  /** `name/host@REALM`. */
  readonly service: string;
  /** Application data of the channel binding. */
  readonly binding: Uint8Array | undefined;
  /** Drops the cached tickets, because the service rejected one of them. */
  readonly fresh: boolean;
}

/**
 * - `unavailable`: the libraries cannot be loaded
 * - `realm`: the `krb5.conf` of the operator does not name the realm
 * - `client`: the principal gets no ticket
 * - `service`: there is no ticket for the service
 */
export type TicketStage = 'unavailable' | 'realm' | 'client' | 'service';

/** A token of Kerberos (RFC 4121), or why there is none. */
export type TicketAnswer =
  | { readonly id: number; readonly token: Uint8Array }
  /** `code`: of libkrb5, 0 where it has none. */
  | { readonly id: number; readonly stage: TicketStage; readonly code: number };
