/**
 * `@soapstone/ws-security/service`: WS-Security of a SOAP service. It verifies and decrypts requests and secures responses, with the
 * code that secures requests and verifies responses of a client. No HTTP.
 *
 * @packageDocumentation
 */

import { WSSE, WSSE11 } from '../namespaces.js';
import { decryptionKeyOf } from '../response/decryption-key.js';
import { openInSteps } from '../response/open-response.js';
import { policyOf } from '../response/verify-policy.js';
import {
  type CallerCertificate,
  describeCertificate,
  type OpenedMessage,
  type OpeningPolicy,
  openRequestEnvelope,
} from './open-request.js';
import { createReplayMemory, replayKey } from './replays.js';
import { secureResponseEnvelope } from './secure-response.js';
import { faultOf, ServiceFault } from './service-fault.js';
import { assertServiceSecurity, type ReplayStore, type ServiceSecurity } from './service-profile.js';
import { authenticate } from './username-token.js';

export type {
  Decrypter,
  DecryptionProfile,
  EncryptedPart,
  HeaderPart,
  SignatureProfile,
  SignedPart,
  Signer,
} from '@soapstone/credentials';
export type { CallerCertificate } from './open-request.js';
export { ServiceFault, type ServiceFaultCode, UnreadableRequest } from './service-fault.js';
export type {
  ReplayStore,
  RequestVerification,
  RequiredEncryption,
  ResponseEncryption,
  ResponseProtection,
  ServiceSecurity,
  UsernameTokenCheck,
} from './service-profile.js';

/** The header blocks that `createRequestOpener` understands. */
export const SECURITY_BLOCKS: readonly { readonly namespace: string; readonly localName: string }[] = [
  { namespace: WSSE, localName: 'Security' },
  { namespace: WSSE11, localName: 'EncryptedHeader' },
];

/** The sender of a request, as far as its security identifies it. */
export interface Caller {
  /** The user of its UsernameToken. */
  readonly username?: string | undefined;
  /** The certificate of its signature. */
  readonly certificate?: CallerCertificate | undefined;
}

/** A request that satisfied the security of the service. */
export interface OpenedRequest {
  /** The message to decode, in UTF-8: without its Security block and, with `verify`, without everything that is not signed. */
  readonly envelope: Uint8Array;
  readonly version: '1.1' | '1.2';
  readonly caller: Caller;
  /** Secures the envelope of the response to it. Rejects with `SecurityError` if it is larger than 4 MiB, or cannot be secured. */
  secureResponse(envelope: Uint8Array): Promise<Uint8Array>;
}

/**
 * Verifies and decrypts one envelope of up to 4 MiB. Rejects with `ServiceFault` if it does not satisfy the security of the service, with
 * `UnreadableRequest` if it is not XML, and with the errors of the functions of the security.
 *
 * @param message whether the message has attachments, which a signed one must not have; default: none
 */
export type RequestOpener = (
  envelope: Uint8Array,
  message?: { readonly hasAttachments?: boolean | undefined },
) => Promise<OpenedRequest>;

/**
 * Opens the requests of one service.
 *
 * @param security what its requests must satisfy, and how its responses are secured
 * @param now milliseconds since the Unix epoch
 * @throws {OptionError} if `security` is not usable, or a key or certificate of it
 *
 * @example
 * ```ts
 * const open = createRequestOpener({ verify: { authorities } });
 * const { envelope, caller, secureResponse } = await open(bytes);
 * ```
 */
export function createRequestOpener(security: ServiceSecurity, now: () => number = Date.now): RequestOpener {
  assertServiceSecurity(security);
  const { clockSkewSeconds = 60, maxAgeSeconds = 300, verify, decryption } = security;
  const policy: OpeningPolicy = {
    security,
    verify: verify && policyOf({ ...verify, clockSkewSeconds, maxAgeSeconds }),
    skewMs: clockSkewSeconds * 1000,
    maxAgeMs: maxAgeSeconds * 1000,
  };
  if (decryption !== undefined) decryptionKeyOf(decryption);
  const replays = security.replays ?? createReplayMemory(now);
  return async (envelope, { hasAttachments = false } = {}) => {
    try {
      if (hasAttachments && verify !== undefined)
        throw new ServiceFault('InvalidSecurity', 'the request has attachments, which no signature covers');
      const time = now();
      const opened = await openInSteps(openRequestEnvelope(envelope, policy, time));
      const { user } = opened;
      if (user !== undefined && security.usernameToken !== undefined)
        await authenticate(user, security.usernameToken, policy, replays, time);
      await assertNew(opened, replays);
      return openedRequest(opened, security, now);
    } catch (error) {
      const fault = faultOf(error);
      if (fault instanceof ServiceFault) security.onRefused?.(fault.reason);
      throw fault;
    }
  };
}

async function assertNew({ signature, expiresAt }: OpenedMessage, replays: ReplayStore): Promise<void> {
  if (signature === undefined) return;
  if (await replays.add(replayKey('signature', signature.octets), expiresAt)) return;
  throw new ServiceFault('FailedCheck', 'the request was sent before, or too many are remembered to tell');
}

function openedRequest(
  { envelope, version, user, signature }: OpenedMessage,
  { respond }: ServiceSecurity,
  now: () => number,
): OpenedRequest {
  const certificate = signature?.certificate && describeCertificate(signature.certificate);
  const traces = {
    signatures: signature === undefined ? [] : [signature.value],
    certificate: certificate?.pem,
  };
  return {
    envelope,
    version,
    caller: {
      ...(user !== undefined && { username: user.username }),
      ...(certificate !== undefined && { certificate }),
    },
    secureResponse: async (response) =>
      respond === undefined ? response : await secureResponseEnvelope(response, respond, traces, now()),
  };
}
