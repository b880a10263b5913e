import { randomBytes } from 'node:crypto';
import type { CredentialProfile } from '@soapstone/credentials';
import { securityHeaders } from '../headers/security-headers.js';
import type { SecuredRequest } from '../request/request-evidence.js';
import { secureRequest } from '../request/secure-envelope.js';
import {
  createRequestOpener,
  type OpenedRequest,
  ServiceFault,
  type ServiceSecurity,
} from '../service/index.js';
import { printEnvelope } from './messages.js';
import { NOW } from './signed-responses.js';

export const PAY = '<b:Pay xmlns:b="urn:bank"><b:to>&lt;é😀</b:to></b:Pay>';

/** A request, secured as a client does. */
export function requestWith(
  profile: CredentialProfile,
  {
    body = PAY,
    now = NOW,
    blocks = [],
    version = '1.1',
  }: {
    readonly body?: string;
    readonly now?: number;
    readonly blocks?: readonly string[];
    readonly version?: '1.1' | '1.2';
  } = {},
): SecuredRequest {
  const context = { soapVersion: version, now: new Date(now), random: randomBytes };
  const envelope = printEnvelope(body, [...blocks, ...securityHeaders(profile, context)], version);
  return secureRequest(Buffer.from(envelope), profile, context);
}

/** A service whose clock can be moved. */
export interface TestService {
  now: number;
  readonly reasons: string[];
  /** Opens a request: returns what it was opened to, or the fault and its reason. */
  open(envelope: string | Uint8Array): Promise<OpenedRequest>;
  /** `accepted`, or the code of the fault and the reason that its operator gets. */
  outcomeOf(envelope: string | Uint8Array): Promise<string>;
}

/** Starts a service with this security. */
export function serviceWith(security: ServiceSecurity, now: number = NOW): TestService {
  const reasons: string[] = [];
  const service: TestService = {
    now,
    reasons,
    open: (envelope) => open(Buffer.from(envelope)),
    async outcomeOf(envelope) {
      try {
        await service.open(envelope);
        return 'accepted';
      } catch (error) {
        if (error instanceof ServiceFault) return `${error.code}: ${reasons.at(-1)}`;
        throw error;
      }
    },
  };
  const open = createRequestOpener(
    { ...security, onRefused: (reason) => reasons.push(reason) },
    () => service.now,
  );
  return service;
}

export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
