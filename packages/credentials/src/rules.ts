import { assertOptions } from '@soapstone/options';
import { trustsCertificates } from './kinds/verify.js';
import { anObject } from './members.js';
import { type CredentialProfile, credentialProfile, KIND_NAMES, KINDS, type StsProfile } from './profile.js';

/** Headers of the HTTP framing, of SOAP and of this client, which a profile cannot set. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'mime-version',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'soapaction',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;

/** Visible ASCII, space and tab (RFC 9110 §5.5 without obs-text). */
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;

/** A member of a profile that makes every call fail. */
export interface CredentialProblem {
  /** A JSON Pointer into the profile. Never contains what may be a secret. */
  readonly path: string;
  /** The expectation, without the actual value. */
  readonly expected: string;
}

/**
 * Returns what is wrong between the members of a profile, whose types `credentialProfile` has checked: two that exclude each other, one that needs
 * another, headers that are not its own. Cheap: it opens no key and no certificate.
 *
 * @example
 * ```ts
 * findRuleProblems({ basic, ntlm }); // [{ path: '/ntlm', expected: 'basic already sets the authorization header' }]
 * ```
 */
export function findRuleProblems(profile: CredentialProfile): CredentialProblem[] {
  assertOptions(anObject, profile, 'findRuleProblems');
  const { headers, session, passwordKey, encryption, verify, sts } = profile;
  const problems: CredentialProblem[] = [];
  const check = (right: boolean, path: string, expected: string): void => {
    if (!right) problems.push({ path, expected });
  };
  const [authorizer, ...others] = KIND_NAMES.filter(
    (name) => KINDS[name].scheme !== undefined && profile[name] !== undefined,
  );
  for (const other of others) {
    check(false, `/${other}`, `${authorizer} already sets the authorization header`);
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!TOKEN.test(name)) {
      // The name has been consumed, so it must not be read again as a value.
      check(false, '/headers', 'expected names that are HTTP tokens');
      continue;
    }
    const lower = name.toLowerCase();
    const path = `/headers/${name.replaceAll('~', '~0')}`;
    check(!RESERVED_HEADERS.has(lower), path, 'this header is set by the transport');
    check(authorizer === undefined || lower !== 'authorization', path, `${authorizer} already sets it`);
    check(
      value.length <= 8192 && FIELD_VALUE.test(value),
      path,
      'expected at most 8192 visible ASCII characters',
    );
  }
  if (passwordKey !== undefined) {
    const isAlone = session === undefined && encryption === undefined;
    check(isAlone, '/passwordKey', 'another member (session or encryption) already secures requests');
  }
  check(
    session === undefined || encryption === undefined,
    '/encryption',
    'session already encrypts requests',
  );
  const isTrusting = verify === undefined || session !== undefined || trustsCertificates(verify);
  check(isTrusting, '/verify', 'expected authorities or certificates: without one no signer can be trusted');
  return sts === undefined ? problems : [...problems, ...findTokenServiceProblems(profile, sts)];
}

function findTokenServiceProblems(
  { saml, signature }: CredentialProfile,
  { credentials = {}, keyType }: StsProfile,
): CredentialProblem[] {
  const problems = findRuleProblems(credentials).map(({ path, expected }) => ({
    path: `/sts/credentials${path}`,
    expected,
  }));
  if (saml !== undefined) problems.push({ path: '/sts', expected: 'saml already has the assertion' });
  if (keyType === 'public-key' && signature === undefined) {
    problems.push({
      path: '/signature',
      expected: 'expected the key that the token is for: keyType is public-key',
    });
  }
  return problems;
}

/**
 * Returns the problems of a profile that can be found without opening a key: members that are unknown or of the wrong type or form; if there are
 * none, what is wrong between members. Accepts any value.
 *
 * @example
 * ```ts
 * const [problem] = findProfileProblems(JSON.parse(text));
 * ```
 */
export function findProfileProblems(profile: CredentialProfile): readonly CredentialProblem[] {
  const problems = credentialProfile(profile);
  return problems.length > 0 ? problems : findRuleProblems(profile);
}
