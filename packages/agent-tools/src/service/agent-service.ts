import type { Mapper } from '@soapstone/json-xml-mapper';

/** An operation that agents may call, as its owner describes it: nothing is guessed from names. */
export interface OfferedOperation {
  /** The mapper's name for the operation. */
  readonly name: string;
  /** A description of the operation in the owner's words, in place of the documentation of the WSDL. Models read 1,000 characters of it. */
  readonly description?: string;
  /** Whether a call changes nothing, according to the owner. */
  readonly readOnly: boolean;
  /** Whether calling twice with the same arguments changes no more than calling once, according to the owner. Default false. */
  readonly idempotent?: boolean;
  /** Whether a call may destroy something. Default: true unless `readOnly`. */
  readonly destructive?: boolean;
}

/** A service with the operations that agents may call. */
export interface AgentService {
  /** The name of the service in resource URIs, and at the beginning of tool names if a listing is for several services. */
  readonly slug: string;
  readonly title: string;
  readonly mapper: Pick<Mapper, 'compile' | 'model'>;
  /** In the order of the listing. */
  readonly operations: readonly OfferedOperation[];
}

/** One operation of a catalog with the name of its tool. */
export interface AgentOperation extends OfferedOperation {
  /** The name of the tool: unique in the catalog. */
  readonly tool: string;
  readonly service: AgentService;
}
