/**
 * `@soapstone/credentials/doors`: what people see of each credential kind. Apart from the table of kinds, so that a program that sends calls does not
 * load texts for forms.
 *
 * @packageDocumentation
 */

import type { CliOption, Door } from './door.js';
import { basicDoor } from './kinds/basic.js';
import { certificateAuthorityDoor } from './kinds/certificate-authority.js';
import { clientCertificateDoor } from './kinds/client-certificate.js';
import { decryptionDoor } from './kinds/decryption.js';
import { digestDoor } from './kinds/digest.js';
import { elementSignatureDoor } from './kinds/element-signature.js';
import { encryptionDoor } from './kinds/encryption.js';
import { headersDoor } from './kinds/headers.js';
import { kerberosDoor } from './kinds/kerberos.js';
import { ntlmDoor } from './kinds/ntlm.js';
import { oauthDoor } from './kinds/oauth.js';
import { passwordKeyDoor } from './kinds/password-key.js';
import { samlDoor } from './kinds/saml.js';
import { sessionDoor } from './kinds/session.js';
import { signatureDoor } from './kinds/signature.js';
import { stsDoor } from './kinds/sts.js';
import { timestampDoor } from './kinds/timestamp.js';
import { usernameTokenDoor } from './kinds/username-token.js';
import { verifyDoor } from './kinds/verify.js';
import type { KindName } from './profile.js';

export type { CliOption, CredentialForm, Door, FormField, Missing, OwnForm } from './door.js';
export type { KindName } from './profile.js';

/**
 * The texts of each kind for people, in the order of a form: the most common first.
 *
 * @example
 * ```ts
 * DOORS.ntlm.title; // Windows account (NTLM)
 * ```
 */
export const DOORS: { readonly [Name in KindName]: Door } = {
  basic: basicDoor,
  digest: digestDoor,
  oauth: oauthDoor,
  ntlm: ntlmDoor,
  kerberos: kerberosDoor,
  headers: headersDoor,
  clientCertificate: clientCertificateDoor,
  ca: certificateAuthorityDoor,
  usernameToken: usernameTokenDoor,
  timestamp: timestampDoor,
  saml: samlDoor,
  sts: stsDoor,
  signature: signatureDoor,
  elementSignature: elementSignatureDoor,
  session: sessionDoor,
  passwordKey: passwordKeyDoor,
  encryption: encryptionDoor,
  decryption: decryptionDoor,
  verify: verifyDoor,
};

/** An option of the command line with the kind that it fills in. */
export interface KindOption extends CliOption {
  readonly kind: KindName;
  /** The option alone: `--sign-cert`. */
  readonly flag: string;
  /** The name of its value, in camel case: `signCert`. */
  readonly name: string;
}

/** Every option of the command line, in the order of its help. */
export const CLI_OPTIONS: readonly KindOption[] = (Object.keys(DOORS) as KindName[]).flatMap((kind) => {
  const { cli } = DOORS[kind];
  return 'why' in cli ? [] : cli.map((option) => ({ ...option, kind, ...namesOf(option) }));
});

/**
 * The options that a member of a profile can come from, the most specific first.
 *
 * @param pointer a JSON Pointer into a credential profile, as problems have it
 *
 * @example
 * ```ts
 * optionsAt('/session/certificate').map(({ flag }) => flag); // ['--session-cert']
 * ```
 */
export function optionsAt(pointer: string): readonly KindOption[] {
  return CLI_OPTIONS.filter(({ kind, at }) => {
    const place = `/${kind}${at}`;
    return pointer === place || pointer.startsWith(`${place}/`);
  }).toSorted((one, other) => other.at.length - one.at.length);
}

function namesOf({ flags }: CliOption): { readonly flag: string; readonly name: string } {
  const [flag = ''] = flags.split(' ');
  return {
    flag,
    name: flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  };
}
