import { createPrivateKey, randomBytes } from 'node:crypto';
import type { RequestSecurer, ResponseOpener, TokenReader } from '@soapstone/soap-transport';
import {
  type CredentialProfile,
  type DecryptionProfile,
  type IssuedAssertion,
  openResponse,
  readIssuedAssertion,
  type SecuredRequest,
  SecurityError,
  type SecurityErrorCode,
} from '@soapstone/ws-security';
import { secureMessage } from '@soapstone/ws-security/internal';
import { FairThread, type FairThreadOptions, type FairThreadStats } from '../../children/fair-thread.js';
import { ownBytes } from '../../children/own-bytes.js';
import type { SecurityJob, SecurityReply } from './security-thread.js';

/** The maximum bytes of a message that is secured or opened on the event loop, which takes a few milliseconds. */
const MAX_LOOP_BYTES = 8 * 1024;
/** The largest RSA key that signs or decrypts on the event loop, in bits: one of 8,192 takes 100 ms. */
const MAX_LOOP_KEY_BITS = 3072;
/** The most rounds in which the event loop derives a key from a password: the default of the profile. */
const MAX_LOOP_ITERATIONS = 1000;
/** The maximum number of requests of an account that wait to be secured, which is more than the concurrent calls of any plan. */
const MAX_WAITING_REQUESTS = 200;
/**
 * Responses may always wait, because their calls were already made. There are never more of them than the transport's `inFlightPerAccount`,
 * behind as many requests.
 */
const MAX_WAITING_RESPONSES = 2 * MAX_WAITING_REQUESTS;

/**
 * Signs and encrypts requests, verifies and decrypts responses, and reads responses of token services: small messages with quick keys on the
 * event loop, others in a thread that serves accounts in turn. Throws what the functions themselves throw, and `TOO_MANY_CONCURRENT` if too many
 * messages of the account wait.
 */
export interface SecurityThread {
  readonly secure: RequestSecurer;
  readonly open: ResponseOpener;
  readonly readToken: TokenReader;
  stats(): FairThreadStats;
  close(): Promise<void>;
}

/** Creates a security thread, which starts with its first job. */
export function createSecurityThread(options: Pick<FairThreadOptions, 'limit' | 'log'>): SecurityThread {
  const thread = new FairThread<SecurityJob, SecurityReply>({
    ...options,
    module: 'calls/security/security-thread',
    name: 'security thread',
  });

  const inThread = async <Done extends SecuredRequest | Uint8Array | IssuedAssertion>(
    accountId: string,
    mostWaiting: number,
    job: SecurityJob,
  ): Promise<Done> => {
    const make = () => {
      const envelope = ownBytes(job.envelope);
      return { job: { ...job, envelope }, buffers: [envelope.buffer] };
    };
    const reply = await thread.run({ accountId, mostWaiting, make });
    if ('done' in reply) return reply.done as Done;
    throw errorOf(reply);
  };

  return {
    secure: (envelope, profile, account, elements) =>
      envelope.length + (profile.saml?.assertion.length ?? 0) <= MAX_LOOP_BYTES && hasQuickKeys(profile)
        ? secureMessage(envelope, profile, { random: randomBytes }, elements)
        : inThread(account, MAX_WAITING_REQUESTS, { envelope, secure: profile, elements }),
    open: (envelope, security, account) =>
      envelope.length <= MAX_LOOP_BYTES && isQuick(security.decryption)
        ? openResponse(envelope, security)
        : inThread(account, MAX_WAITING_RESPONSES, { envelope, open: security }),
    readToken: ({ body, ...token }, account) =>
      body.length <= MAX_LOOP_BYTES
        ? readIssuedAssertion({ ...token, body })
        : inThread(account, MAX_WAITING_RESPONSES, { envelope: body, token }),
    stats: () => thread.stats(),
    close: () => thread.close(),
  };
}

/** Whether the keys that secure requests take a few milliseconds. */
function hasQuickKeys({ signature, elementSignature, passwordKey }: CredentialProfile): boolean {
  return (
    isQuick(signature) &&
    isQuick(elementSignature) &&
    (passwordKey?.iterations ?? MAX_LOOP_ITERATIONS) <= MAX_LOOP_ITERATIONS
  );
}

type KeyHolder =
  | NonNullable<CredentialProfile['signature']>
  | NonNullable<CredentialProfile['elementSignature']>
  | DecryptionProfile;

const quick = new WeakMap<KeyHolder, boolean>();

function isQuick(holder: KeyHolder | undefined): boolean {
  if (holder === undefined) return true;
  let known = quick.get(holder);
  if (known === undefined) {
    known = isQuickKey(holder.privateKey);
    quick.set(holder, known);
  }
  return known;
}

function isQuickKey(key: KeyHolder['privateKey']): boolean {
  // An external key does its work elsewhere.
  if (typeof key !== 'string') return true;
  // A key with a passphrase states how much work it takes to open.
  if (key.includes('ENCRYPTED')) return false;
  try {
    return (createPrivateKey(key).asymmetricKeyDetails?.modulusLength ?? 0) <= MAX_LOOP_KEY_BITS;
  } catch {
    // The error appears when the message is secured.
    return true;
  }
}

function errorOf({ code, message }: { readonly code: string; readonly message: string }): Error {
  if (code === '') return new Error('a message could not be secured or verified');
  return new SecurityError(code as SecurityErrorCode, message);
}
