import { type CredentialProfile, isDecrypter, isSigner } from '@soapstone/credentials';
import { anything, assertOptions, type Check, recordOf, wrong } from '@soapstone/options';
import { assertCredentialProfile } from '../credentials/credential-profile.js';
import { unusableRequest } from '../security-error.js';
import type { CredentialTemplate, PolicyDemands, PolicyNeed } from './policy-demands.js';

/** The outline of what `readDemands` returns. */
const policyDemands: Check = (value) => {
  const { gaps, legacy, needs, template } = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly [Name in keyof PolicyDemands]?: unknown;
  };
  const isOutline = [gaps, legacy, needs].every(Array.isArray) && typeof template === 'object';
  return isOutline ? [] : wrong('expected what readDemands returns');
};

/** The members of a profile that must be there in each member of a template. */
const REQUIRED: Readonly<
  Record<Exclude<PolicyNeed['member'], 'verify' | 'clientCertificate' | 'saml' | 'sts'>, readonly string[]>
> = {
  usernameToken: ['username', 'password'],
  basic: ['username', 'password'],
  signature: ['certificate', 'privateKey'],
  session: ['certificate'],
  encryption: ['certificate'],
  decryption: ['privateKey'],
};

/**
 * Puts what only the caller has into the template of a policy. Given members win over the template. By default, responses are
 * verified with the certificate that requests are encrypted for, and decrypted with the key that signs.
 *
 * @param own any members of a credential profile, some of them without what the policy decides
 *
 * @throws {OptionError} for other arguments
 * @throws {SecurityError} `INVALID_REQUEST` that names the assertion that is not supported, the legacy algorithm that is not allowed,
 *   or what is missing
 *
 * @example
 * ```ts
 * const credentials = completeProfile(readDemands(port.security), {
 *   signature: { certificate, privateKey },
 *   encryption: { certificate: theirs },
 * });
 * ```
 */
export function completeProfile(demands: PolicyDemands, own: CredentialTemplate): CredentialProfile {
  assertOptions(policyDemands, demands, 'completeProfile', 'demands');
  assertOptions(recordOf(anything), own, 'completeProfile', 'own');
  const [gap] = demands.gaps;
  if (gap !== undefined) {
    throw unusableRequest(`cannot satisfy the security policy: ${gap.assertion}: ${gap.reason}`);
  }
  const [legacy] = demands.legacy;
  if (legacy !== undefined) {
    const { assertion, reason, algorithm } = legacy;
    throw unusableRequest(
      `cannot satisfy the security policy: ${assertion} asks for ${reason}. Allow "${algorithm}" if you accept that`,
    );
  }
  const profile = withOneAssertion(
    mergeTemplates(demands.template, withDefaults(demands.template, own)),
    own,
  );
  for (const { member, text } of demands.needs) {
    if (!isComplete(member, profile)) {
      throw unusableRequest(
        `cannot satisfy the security policy: it needs ${text} (credential profile member "/${member}")`,
      );
    }
  }
  assertCredentialProfile(profile as CredentialProfile);
  return profile as CredentialProfile;
}

/** An assertion and a token service are alternatives: the one that the caller sets replaces the other. */
function withOneAssertion(
  profile: CredentialTemplate,
  { saml, sts }: CredentialTemplate,
): CredentialTemplate {
  const { saml: _, ...withoutSaml } = profile;
  const { sts: __, ...withoutSts } = profile;
  if (sts !== undefined && saml === undefined) return withoutSaml;
  return saml !== undefined && sts === undefined ? withoutSts : profile;
}

/** Unites two templates, member by member. The second one wins. */
function mergeTemplates(base: CredentialTemplate, over: CredentialTemplate): CredentialTemplate {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    if (value === undefined) continue;
    const known = merged[name];
    merged[name] = isMembers(known) && isMembers(value) ? { ...known, ...value } : value;
  }
  return merged;
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withDefaults(template: CredentialTemplate, own: CredentialTemplate): CredentialTemplate {
  const { signature, encryption, verify } = own;
  const signer = signature?.privateKey;
  const decrypter = isSigner(signer) && !isDecrypter(signer) ? undefined : signer;
  const theirs = encryption?.certificate;
  const trusts = verify?.certificates !== undefined || verify?.authorities !== undefined;
  return {
    ...own,
    ...(template.decryption !== undefined &&
    own.decryption?.privateKey === undefined &&
    decrypter !== undefined
      ? { decryption: { ...own.decryption, privateKey: decrypter, passphrase: signature?.passphrase } }
      : {}),
    ...(template.verify !== undefined && !trusts && theirs !== undefined
      ? { verify: { ...verify, certificates: theirs } }
      : {}),
  };
}

function isComplete(member: PolicyNeed['member'], profile: CredentialTemplate): boolean {
  const { verify, clientCertificate, saml, sts } = profile;
  if (member === 'saml' || member === 'sts') {
    // A request for a token for a key proves that key, and may need no other credentials.
    const isAsked = sts?.credentials !== undefined || sts?.keyType === 'public-key';
    return saml?.assertion !== undefined || (sts?.endpoint !== undefined && isAsked);
  }
  if (member === 'verify') return verify?.certificates !== undefined || verify?.authorities !== undefined;
  if (member === 'clientCertificate') {
    return (
      clientCertificate !== undefined && ('pfx' in clientCertificate || 'privateKey' in clientCertificate)
    );
  }
  const value: object = profile[member] ?? {};
  return REQUIRED[member].every((name) =>
    Object.entries(value).some(([key, set]) => key === name && set !== undefined),
  );
}
