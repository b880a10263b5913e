import type { Cursors } from '@soapstone/http-contract/internal/routes';
import type { Transport } from '@soapstone/soap-transport';
import type { CredentialProfile } from '@soapstone/ws-security';
import type { ServedService } from '../servers/served-service.js';
import type { LocalQuota } from './local-quota.js';

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
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}
