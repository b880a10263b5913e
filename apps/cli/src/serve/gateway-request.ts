import type { Cursors } from '@soapstone/http-contract/internal/routes';
import type { Transport } from '@soapstone/soap-transport';
import type { CredentialProfile } from '@soapstone/ws-security';
import type { ServedService } from '../local-servers/served-service.js';
import type { LocalQuota } from './local-quota.js';

/** A body that has not been read. */
export interface ArrivingBody {
  /** In bytes; NaN if the request does not say it. */
  readonly size: number;
  /** Reads it while it arrives. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Called once the response is made: a client that is still sending waits for somebody to read the rest. */
  readonly leave: () => void;
}

/** A request to the local gateway. */
export interface GatewayRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** The `Accept` header. */
  readonly accept?: string | undefined;
  /** The `Content-Type` header. */
  readonly contentType?: string | undefined;
  readonly body: Uint8Array;
  /** A body that may be a file, and is read while it is sent on; `body` is empty then. */
  readonly arriving?: ArrivingBody | undefined;
  /** Identifies this request in its response and in the log. */
  readonly id: string;
}

/** Options of the local gateway. */
export interface GatewayOptions {
  readonly services: readonly ServedService[];
  readonly transport: Transport;
  readonly credentials?: CredentialProfile | undefined;
  /** Its base address. */
  readonly baseUrl: string;
  readonly quota: LocalQuota;
  /** Seals the cursors of pages, with a key of this process. */
  readonly cursors: Cursors;
  /** The limits of messages, in bytes. */
  readonly sizes: {
    readonly requestBytes: number;
    readonly responseBytes: number;
    /** The limit of files that routes pass on while they arrive. Absent: files have the limits of messages. */
    readonly fileBytes?: number | undefined;
  };
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}
