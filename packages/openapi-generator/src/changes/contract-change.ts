/**
 * The kind of difference: something was added (`added`) or removed (`removed`); a member became required (`required`) or optional
 * (`optional`); a value may be null (`nullable`) or no longer (`not-nullable`); its type changed (`type`); the
 * allowed values changed (`values`) or their rules (`form`); the rules about which keys go together changed (`choice`); or only the
 * SOAP side is different (`soap`): no client of the JSON sees that, but clients generated from the WSDL, mocks and recordings do.
 */
export type ContractChangeKind =
  | 'added'
  | 'removed'
  | 'required'
  | 'optional'
  | 'nullable'
  | 'not-nullable'
  | 'type'
  | 'values'
  | 'form'
  | 'choice'
  | 'soap';

/**
 * The part of a call that a change concerns: its JSON; `headers` are the SOAP header blocks of a response, in `meta.soapHeaders`;
 * `query` is the query string of a GET, if it differs from what `input` says; `route` is the route of a design: its method and path, its body, and
 * its statuses.
 */
export type ContractMessage = 'input' | 'query' | 'output' | 'fault' | 'headers' | 'route';

/** One difference between two revisions of a service, in terms of the JSON that its clients send and receive. */
export interface ContractChange {
  /** The exposed name. */
  readonly operation: string;
  /** Absent for the operation itself: it was added or removed, or its address or binding is different. */
  readonly message?: ContractMessage;
  /**
   * RFC 6901 pointer into the message; items of an array are `*`. For a fault: into `error.fault.detail`; for a query: the name of a
   * parameter, or empty if GET itself was added or removed.
   */
  readonly path: string;
  readonly change: ContractChangeKind;
  /** Whether a client that was correct before may fail now. */
  readonly breaking: boolean;
  /** The subject of `form` and `soap`: a keyword of the schema, a property of the binding, or a line of the route. */
  readonly aspect?: string;
  /** The old value, as text; for `values`, the removed ones. Absent if there was none. */
  readonly before?: string;
  /** The new value, as text; for `values`, the added ones; for a removed GET, the reason. Absent if there is none. */
  readonly after?: string;
}

/** A change without its operation. */
export type MessageChange = Omit<ContractChange, 'operation'>;

/** The writer of the JSON that a schema describes: the client writes its input, the gateway everything else. */
export type Direction = 'input' | 'output';

/** A change at a place of one message, as the comparisons report it. */
export type Report = (
  change: Omit<ContractChange, 'operation' | 'message' | 'path'> & { readonly path?: string },
) => void;

/** A member below a place. */
export function memberPath(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
