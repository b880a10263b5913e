import type { CallProblem } from '@soapstone/http-contract';
import type { MimePart, Warning } from '@soapstone/json-xml-mapper';

/** The SOAP request of a dry run. */
export interface DryRunRequest {
  readonly method: 'POST';
  /** Absent if the service has no address. */
  readonly url?: string;
  /** HTTP headers, without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The envelope, without header blocks that carry credentials. */
  readonly body: string;
}

/**
 * The maximum total size, in bytes, of the attachments that are repeated as content. Further ones are in the result only.
 */
export const MAX_ATTACHED_BYTES: number = 1024 * 1024;

/**
 * The source of the response in place of the service: an example or a recording. With `record`, the service responded and the call was
 * recorded.
 */
export type Answers = 'mock' | 'record' | 'replay';

/** The outcome of a tool call. */
export type ToolOutcome =
  | {
      readonly kind: 'result';
      /** JSON text of the result in UTF-8. */
      readonly result: Uint8Array;
      /** JSON text of the SOAP header blocks of the response. */
      readonly headers?: Uint8Array | undefined;
      readonly warnings: readonly Warning[];
      /** Attachments of the response: images and other files. */
      readonly attachments?: readonly MimePart[] | undefined;
      readonly answers?: Answers | undefined;
    }
  | {
      readonly kind: 'problem';
      readonly problem: CallProblem;
      readonly requestId?: string | undefined;
      readonly answers?: Answers | undefined;
    }
  | { readonly kind: 'dryRun'; readonly request: DryRunRequest };
