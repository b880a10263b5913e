import type { MimePart } from '@soapstone/soap-model';
import type { Bytes } from '@soapstone/soap-model/bytes';
import type { Warning } from './problems.js';
import type { JsonObject } from './values.js';

export type { MimePart };

/**
 * A SOAP request, ready to send (XO-6). `body` is UTF-8. It may be a view of memory shared with other messages, so pass on the view
 * and not its `buffer`.
 */
export interface SoapRequest {
  readonly body: Bytes;
  readonly contentType: string;
  /** The value of the SOAPAction HTTP header, including quotes; absent for SOAP 1.2. */
  readonly soapAction?: string;
  readonly attachments: readonly MimePart[];
}

/**
 * The content of a response, as JSON text ready to be spliced into a larger one. `result` may be a view of memory shared with other
 * results, so pass on the view and not its `buffer`.
 */
export type SoapReplyText =
  | {
      readonly kind: 'result';
      readonly result: Bytes;
      readonly headers?: Bytes;
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: 'fault'; readonly fault: SoapFaultInfo; readonly warnings: readonly Warning[] };

/** The content of a response as values. */
export type SoapReply =
  | {
      readonly kind: 'result';
      readonly result: JsonObject;
      readonly headers?: JsonObject;
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: 'fault'; readonly fault: SoapFaultInfo; readonly warnings: readonly Warning[] };

/** A SOAP fault (FL-1), for both 1.1 and 1.2. */
export interface SoapFaultInfo {
  readonly version: '1.1' | '1.2';
  readonly code: string;
  readonly subcodes?: readonly string[] | undefined;
  readonly reason: string;
  readonly reasons?: readonly { readonly lang: string; readonly text: string }[] | undefined;
  readonly actor?: string | undefined;
  readonly node?: string | undefined;
  readonly role?: string | undefined;
  readonly name?: string | undefined;
  readonly detail?: JsonObject | undefined;
  /** The size of an omitted detail, in bytes of JSON. Details larger than 256 KiB are omitted. */
  readonly detailOmitted?: number | undefined;
  readonly headers?: JsonObject | undefined;
}
