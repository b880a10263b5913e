import type { KindName } from '@soapstone/credentials/doors';
import type { Credentials } from '../api/connection.js';
import { base64Of, type CertificateDraft, isPkcs12, NO_CERTIFICATE, readPair } from './certificate-draft.js';
import { CREDENTIAL_KINDS } from './credential-kinds.js';
import { buildFields, emptyValues, type FieldValues, type FormKind, type OwnKind } from './form-fields.js';
import { buildSts, EMPTY_STS, type StsDraft, stsDraftFor } from './sts-draft.js';

/** The form values of the kinds whose form has code of its own. Files are read when the profile is built. */
interface OwnDrafts {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly clientCertificate: CertificateDraft;
  readonly signature: CertificateDraft;
  readonly sts: StsDraft;
  readonly decryption: { readonly privateKey: File | null; readonly passphrase: string };
  readonly verify: { readonly file: File | null };
}

/** The form values by kind of credential. */
export type ProfileDraft = OwnDrafts & Readonly<Record<FormKind, FieldValues>>;

const EMPTY_OWN: OwnDrafts = {
  headers: [{ name: '', value: '' }],
  clientCertificate: NO_CERTIFICATE,
  signature: NO_CERTIFICATE,
  sts: EMPTY_STS,
  decryption: { privateKey: null, passphrase: '' },
  verify: { file: null },
};

/** The form values before anyone has filled them in. */
export const EMPTY_DRAFT: ProfileDraft = {
  ...EMPTY_OWN,
  ...(Object.fromEntries(
    CREDENTIAL_KINDS.filter(hasFields).map((kind) => [kind, emptyValues(kind)]),
  ) as Record<FormKind, FieldValues>),
};

/** Whether the form of a kind follows from the table of credential kinds. */
export function hasFields(kind: KindName): kind is FormKind {
  return !Object.hasOwn(EMPTY_OWN, kind);
}

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
  | { readonly problem: { readonly kind: KindName; readonly message: string } };

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
  kinds: readonly KindName[],
  template: ProfileTemplate = {},
): Promise<ProfileResult> {
  let profile: Partial<Credentials> = {};
  for (const kind of kinds) {
    const built = await (hasFields(kind) ? buildPart(kind, draft[kind]) : BUILDERS[kind](draft));
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

async function buildPart(kind: FormKind, values: FieldValues): Promise<Part> {
  const built = await buildFields(kind, values);
  return 'problem' in built ? built : { part: { [kind]: built.value } };
}

const BUILDERS: Record<OwnKind, (draft: ProfileDraft) => Part | Promise<Part>> = {
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
  sts: async ({ sts }) => {
    const built = await buildSts(sts);
    return 'problem' in built ? built : { part: built };
  },
  decryption: (draft) => buildDecryption(draft),
  verify: ({ verify, encryption, session }) =>
    verify.file === null && fileOf(session) !== null
      ? { part: { verify: {} } }
      : buildVerify(verify.file ?? fileOf(encryption)),
  signature: async ({ signature }) => {
    const pair = await readPair(signature);
    return 'problem' in pair ? pair : { part: { signature: pair } };
  },
};

/** The certificate that was chosen for a kind. */
function fileOf({ certificate }: FieldValues): File | null {
  return certificate instanceof File ? certificate : null;
}

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
