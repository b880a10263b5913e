import { credentialProfile, isDecrypter, trustsCertificates } from '@soapstone/credentials';
import { bytes, describeProblem } from '@soapstone/options';
import { unusableMember } from '../credentials/credential-profile.js';
import { needsAsync } from '../credentials/key-holder.js';
import { requestEvidence } from '../request/request-evidence.js';
import { SecurityError, unusableRequest } from '../security-error.js';
import { UnreadableXml } from '../xml/read-xml.js';
import { openAnywhere, type ResponseSecurity } from './open-response.js';
import { Refusal, refusedResponse } from './refusal.js';

/**
 * Decrypts and verifies a complete response, and returns the envelope of what is signed. It takes about half a millisecond of CPU
 * time per kilobyte: where other work waits, run it in a thread and hand that to `createTransport` as `openResponse`. Throws
 * `SecurityError`, whose code and message say why nothing is returned.
 *
 * @param envelope UTF-8, up to 4 MiB
 * @param security whom to trust, the key to decrypt with, and the evidence of the request
 *
 * @example
 * ```ts
 * const envelope = openResponse(bytes, { verify: { certificates } });
 * ```
 */
export function openResponse(envelope: Uint8Array, security: ResponseSecurity): Uint8Array {
  if (isDecrypter(security?.decryption?.privateKey)) throw needsAsync('openResponseAsync');
  return openMessage(envelope, security) as Uint8Array;
}

/**
 * Like `openResponse`, also with a `Decrypter`: resolves when it has decrypted.
 *
 * @example
 * ```ts
 * const envelope = await openResponseAsync(bytes, { decryption: { privateKey: kmsDecrypter }, verify: { certificates } });
 * ```
 */
export async function openResponseAsync(
  envelope: Uint8Array,
  security: ResponseSecurity,
): Promise<Uint8Array> {
  return await openMessage(envelope, security);
}

/** `openResponse`, or `openResponseAsync` for a profile with a `Decrypter`. */
export function openMessage(
  envelope: Uint8Array,
  security: ResponseSecurity,
): Uint8Array | Promise<Uint8Array> {
  const [problem] = bytes(envelope);
  if (problem !== undefined) throw unusableRequest(describeProblem('openResponse', problem));
  // Anything but an object has no members to take out; the check below rejects it.
  if (typeof security !== 'object' || security === null)
    throw unusableMember(credentialProfile(security)[0] ?? { path: '', expected: 'an object' });
  const { request, ...profile } = security;
  const [unusable] = credentialProfile(profile);
  if (unusable !== undefined) throw unusableMember(unusable);
  const [wrong] = request === undefined ? [] : requestEvidence(request);
  if (wrong !== undefined) throw unusableRequest(describeProblem('openResponse', wrong));
  if (profile.verify !== undefined && request?.session === undefined && !trustsCertificates(profile.verify)) {
    const expected = 'expected authorities or certificates: its request has no session key';
    throw unusableRequest(describeProblem('openResponse', { path: '/verify', expected }));
  }
  const fail = (error: unknown): never => {
    if (error instanceof Refusal) throw refusedResponse(error);
    if (error instanceof UnreadableXml) {
      throw new SecurityError(
        'RESPONSE_UNREADABLE',
        `cannot check the security of the response: ${error.message}`,
      );
    }
    throw error;
  };
  try {
    const opened = openAnywhere(envelope, security, Date.now());
    return opened instanceof Promise ? opened.catch(fail) : opened;
  } catch (error) {
    return fail(error);
  }
}
