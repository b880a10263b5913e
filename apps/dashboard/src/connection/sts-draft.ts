import type { Credentials } from '../api/connection.js';
import { type CertificateDraft, NO_CERTIFICATE, readPair } from './certificate-draft.js';

type Sts = NonNullable<Credentials['sts']>;

/** The form values of a token service. */
export interface StsDraft {
  readonly endpoint: string;
  readonly version: '1.3' | '2005/02';
  readonly tokenType: 'saml-2.0' | 'saml-1.1';
  readonly keyType: 'bearer' | 'public-key';
  readonly appliesTo: string;
  /**
   * How to authenticate to the token service; `key`: with the key of the message signature, whose possession `public-key` proves
   * anyway.
   */
  readonly signIn: 'usernameToken' | 'basic' | 'signature' | 'key';
  readonly username: string;
  readonly password: string;
  readonly signature: CertificateDraft;
}

export const EMPTY_STS: StsDraft = {
  endpoint: '',
  version: '1.3',
  tokenType: 'saml-2.0',
  keyType: 'bearer',
  appliesTo: '',
  signIn: 'usernameToken',
  username: '',
  password: '',
  signature: NO_CERTIFICATE,
};

/** An empty draft with what a security policy decides. */
export function stsDraftFor(template: Readonly<Record<string, unknown>>): StsDraft {
  const { endpoint, version, tokenType, keyType } = (template['sts'] ?? {}) as Partial<StsDraft>;
  return {
    ...EMPTY_STS,
    ...(endpoint !== undefined && { endpoint }),
    ...(version === '2005/02' ? { version } : {}),
    ...(tokenType !== undefined && { tokenType }),
    ...(keyType !== undefined && { keyType }),
  };
}

/** Builds the `sts` member of a profile, or returns what is wrong with it. */
export async function buildSts(
  draft: StsDraft,
): Promise<{ readonly sts: Sts } | { readonly problem: string }> {
  const { endpoint, version, tokenType, keyType, appliesTo } = draft;
  if (!/^https?:\/\//.test(endpoint.trim())) return { problem: 'Enter the URL of the token service' };
  const credentials = await buildSignIn(draft);
  if ('problem' in credentials) return credentials;
  return {
    sts: {
      endpoint: endpoint.trim(),
      version,
      tokenType,
      keyType,
      ...(appliesTo.trim() === '' ? {} : { appliesTo: appliesTo.trim() }),
      ...credentials,
    },
  };
}

async function buildSignIn({
  signIn,
  keyType,
  username,
  password,
  signature,
}: StsDraft): Promise<Pick<Sts, 'credentials'> | { readonly problem: string }> {
  switch (signIn) {
    case 'usernameToken':
    case 'basic':
      if (username === '' || password === '') {
        return { problem: 'Enter the user name and password for the token service' };
      }
      return signIn === 'basic'
        ? { credentials: { basic: { username, password } } }
        : { credentials: { usernameToken: { username, password, type: 'text' } } };
    case 'signature': {
      const pair = await readPair(signature);
      return 'problem' in pair ? pair : { credentials: { signature: pair } };
    }
    case 'key':
      return keyType === 'public-key'
        ? {}
        : { problem: 'Choose another way to sign in: a bearer token has no key' };
  }
}
