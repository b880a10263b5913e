/**
 * What is different: something came (`added`) or went (`removed`); a member has to be there (`required`) or may be missing
 * (`optional`); a value may be null (`nullable`) or may not be any more (`not-nullable`); it is another kind of value (`type`); it
 * may be other ones of several (`values`); it keeps to other rules (`form`); other keys go together (`choice`); or only the
 * SOAP side is different, which no client sees (`soap`).
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
 * What of a call a change is about: its JSON; `headers` are the SOAP header blocks of an answer, in `meta.soapHeaders`; `query` is
 * the query string of a GET, where it says more than `input`.
 */
export type ContractMessage = 'input' | 'query' | 'output' | 'fault' | 'headers';

/** One difference between two revisions of a service, in terms of the JSON that its clients send and receive. */
export interface ContractChange {
  /** The exposed name. */
  readonly operation: string;
  /** Absent where it is the operation itself: it came, it went, or its SOAP side is different. */
  readonly message?: ContractMessage;
  /**
   * RFC 6901 pointer into the message; items of an array are `*`. Of a fault: into `error.fault.detail`; of a query: the name of a
   * parameter, or nothing where GET itself came or went.
   */
  readonly path: string;
  readonly change: ContractChangeKind;
  /** Whether a client that was right before can be wrong now. */
  readonly breaking: boolean;
  /** The subject of `form` and `soap`: a keyword of the schema, or a property of the binding. */
  readonly aspect?: string;
  /** The old value, as text; for `values`, the removed ones. Absent if there was none. */
  readonly before?: string;
  /** The new value, as text; for `values`, the added ones; for a removed GET, the reason. Absent if there is none. */
  readonly after?: string;
}

/** A change without the operation that it is found in. */
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
