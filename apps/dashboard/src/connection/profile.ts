import type { Credentials } from '../api/connection.js';
import { base64Of, type CertificateDraft, isPkcs12, NO_CERTIFICATE, readPair } from './certificate-draft.js';
import type { CredentialKind } from './credential-kinds.js';
import { buildSts, EMPTY_STS, type StsDraft, stsDraftFor } from './sts-draft.js';

/** The form values by kind of credential. Files are read when the profile is built. */
export interface ProfileDraft {
  readonly basic: { readonly username: string; readonly password: string };
  readonly ntlm: { readonly username: string; readonly password: string; readonly domain: string };
  readonly kerberos: { readonly username: string; readonly password: string; readonly keytab: File | null };
  readonly usernameToken: {
    readonly username: string;
    readonly password: string;
    readonly type: 'text' | 'digest';
  };
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly clientCertificate: CertificateDraft;
  readonly ca: { readonly file: File | null };
  readonly timestamp: { readonly ttlSeconds: number | '' };
  readonly signature: CertificateDraft;
  readonly saml: { readonly file: File | null };
  readonly sts: StsDraft;
  readonly session: { readonly file: File | null };
  readonly encryption: { readonly file: File | null };
  readonly decryption: { readonly privateKey: File | null; readonly passphrase: string };
  readonly verify: { readonly file: File | null };
}

export const EMPTY_DRAFT: ProfileDraft = {
  basic: { username: '', password: '' },
  ntlm: { username: '', password: '', domain: '' },
  kerberos: { username: '', password: '', keytab: null },
  usernameToken: { username: '', password: '', type: 'digest' },
  headers: [{ name: '', value: '' }],
  clientCertificate: NO_CERTIFICATE,
  ca: { file: null },
  timestamp: { ttlSeconds: '' },
  signature: NO_CERTIFICATE,
  saml: { file: null },
  sts: EMPTY_STS,
  session: { file: null },
  encryption: { file: null },
  decryption: { privateKey: null, passphrase: '' },
  verify: { file: null },
};

/** An empty draft, with the password format and the token service that a security policy asks for. */
export function draftFor(template: ProfileTemplate): ProfileDraft {
  const { usernameToken } = template as { readonly usernameToken?: { readonly type?: unknown } };
  const draft = 'sts' in template ? { ...EMPTY_DRAFT, sts: stsDraftFor(template) } : EMPTY_DRAFT;
  if (usernameToken?.type !== 'text') return draft;
  return { ...draft, usernameToken: { ...draft.usernameToken, type: 'text' } };
}

/** A complete profile, or what is wrong with it. */
export type ProfileResult =
  | { readonly profile: Credentials }
  | { readonly problem: { readonly kind: CredentialKind; readonly message: string } };

type Part = { readonly part: Partial<Credentials> } | { readonly problem: string };

/** Members of a profile that a security policy decides. */
export type ProfileTemplate = Readonly<Record<string, unknown>>;

/**
 * Builds the profile of the enabled kinds.
 *
 * @param template what the security policy of the service decides about these kinds
 */
export async function buildProfile(
  draft: ProfileDraft,
  kinds: readonly CredentialKind[],
  template: ProfileTemplate = {},
): Promise<ProfileResult> {
  let profile: Partial<Credentials> = {};
  for (const kind of kinds) {
    const built = await BUILDERS[kind](draft);
    if ('problem' in built) return { problem: { kind, message: built.problem } };
    profile = { ...profile, ...mergeTemplate(built.part, template) };
  }
  // Without `verify`, the response to a session key would not be read. A policy says whether it is signed.
  if ('session' in profile && !('session' in template)) profile = { verify: {}, ...profile };
  return { profile: profile as Credentials };
}

/** Completes the filled-in fields with the members that the template has for them. */
function mergeTemplate(part: Partial<Credentials>, template: ProfileTemplate): Partial<Credentials> {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const decided = template[name];
      const mergeable = typeof decided === 'object' && typeof value === 'object';
      if (!mergeable) return [name, value];
      // The encrypted parts of a session key are only a default here: the policy decides them.
      return [name, name === 'session' ? { ...value, ...decided } : { ...decided, ...value }];
    }),
  );
}

const BUILDERS: Record<CredentialKind, (draft: ProfileDraft) => Part | Promise<Part>> = {
  basic: ({ basic }) =>
    basic.username === '' || basic.password === ''
      ? { problem: 'Enter the user name and password' }
      : { part: { basic } },
  ntlm: ({ ntlm: { domain, ...account } }) =>
    account.username === '' || account.password === ''
      ? { problem: 'Enter the user name and password' }
      : { part: { ntlm: { ...account, ...(domain === '' ? {} : { domain }) } } },
  kerberos: async ({ kerberos: { username: principal, password, keytab } }) => {
    if (!principal.includes('@')) return { problem: 'Enter the principal as name@REALM' };
    if (keytab !== null) return { part: { kerberos: { principal, keytab: await base64Of(keytab) } } };
    if (password === '') return { problem: 'Enter the password, or choose a keytab' };
    return { part: { kerberos: { principal, password } } };
  },
  usernameToken: ({ usernameToken }) =>
    usernameToken.username === '' || usernameToken.password === ''
      ? { problem: 'Enter the user name and password' }
      : { part: { usernameToken } },
  headers: ({ headers }) => {
    const given = headers.filter(({ name, value }) => name.trim() !== '' || value !== '');
    if (given.length === 0) return { problem: 'Enter the name and the value of a header' };
    const wrong = given.find(({ name, value }) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name.trim()) || value === '');
    if (wrong !== undefined) {
      return { problem: 'Each header needs a name of letters, digits and hyphens, and a value' };
    }
    return { part: { headers: Object.fromEntries(given.map(({ name, value }) => [name.trim(), value])) } };
  },
  clientCertificate: ({ clientCertificate }) => buildClientCertificate(clientCertificate),
  ca: async ({ ca: { file } }) =>
    file === null
      ? { problem: 'Choose the certificate of the authority' }
      : { part: { ca: await file.text() } },
  saml: async ({ saml: { file } }) =>
    file === null
      ? { problem: 'Choose the file with the assertion' }
      : { part: { saml: { assertion: await file.text() } } },
  sts: async ({ sts }) => {
    const built = await buildSts(sts);
    return 'problem' in built ? built : { part: built };
  },
  session: async ({ session: { file } }) =>
    file === null
      ? { problem: 'Choose the certificate of the service' }
      : { part: { session: { certificate: await file.text(), encryptedParts: ['body'] } } },
  encryption: async ({ encryption: { file } }) =>
    file === null
      ? { problem: 'Choose the certificate of the service' }
      : { part: { encryption: { certificate: await file.text() } } },
  decryption: (draft) => buildDecryption(draft),
  verify: ({ verify, encryption, session }) =>
    verify.file === null && session.file !== null
      ? { part: { verify: {} } }
      : buildVerify(verify.file ?? encryption.file),
  timestamp: ({ timestamp: { ttlSeconds } }) => ({
    part: { timestamp: ttlSeconds === '' ? {} : { ttlSeconds } },
  }),
  signature: async ({ signature }) => {
    const pair = await readPair(signature);
    return 'problem' in pair ? pair : { part: { signature: pair } };
  },
};

/** A file may contain the signer's certificate, an authority's, or both: each is trusted in either role. */
async function buildVerify(file: File | null): Promise<Part> {
  if (file === null) return { problem: 'Choose the certificate of the signer or of its authority' };
  const pem = await file.text();
  return { part: { verify: { certificates: pem, authorities: pem } } };
}

async function buildDecryption({ decryption, signature }: ProfileDraft): Promise<Part> {
  // A PKCS#12 file of the signature is chosen as its certificate.
  const together = signature.certificate !== null && isPkcs12(signature.certificate);
  const ofSignature = { file: together ? signature.certificate : signature.privateKey };
  const { file, passphrase } =
    decryption.privateKey === null
      ? { ...ofSignature, passphrase: signature.passphrase }
      : { file: decryption.privateKey, passphrase: decryption.passphrase };
  if (file === null) return { problem: 'Choose the private key as a PEM or PKCS#12 file' };
  const key = isPkcs12(file) ? { pfx: await base64Of(file) } : { privateKey: await file.text() };
  return { part: { decryption: { ...key, ...(passphrase === '' ? {} : { passphrase }) } } };
}

async function buildClientCertificate(draft: CertificateDraft): Promise<Part> {
  const pair = await readPair(draft);
  return 'problem' in pair ? pair : { part: { clientCertificate: pair } };
}
