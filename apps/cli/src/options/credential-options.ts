import type { LegacyAlgorithm } from '@soapstone/ws-security';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type AccessOptions, addAccessOptions } from './access-options.js';

/** The values of the credential options. `readCredentials` reads the files and variables that they name. */
export interface CredentialOptions extends AccessOptions {
  readonly usernameToken?: string;
  readonly digest?: true;
  readonly timestamp?: true;
  readonly saml?: string;
  readonly signCert?: string;
  readonly signKey?: string;
  readonly verifyCert?: string;
  readonly verifyCa?: string;
  readonly encryptCert?: string;
  readonly sessionCert?: string;
  readonly decryptKey?: string;
  readonly policy?: true;
  readonly allowLegacy?: readonly LegacyAlgorithm[];
}

/** The help text on how to keep secrets out of the process list. */
export const CREDENTIALS_HELP = `
Credentials:
  Every user of this machine can read the arguments of a process. --user, --ntlm, --kerberos and --username-token therefore also
  take a name alone, with the password in SOAPSTONE_PASSWORD, or @file with name:password in it. A header value may be @file too.
  --credentials, or the variable SOAPSTONE_CREDENTIALS, holds everything as JSON: {"basic": {"username", "password"}},
  {"usernameToken": {"username", "password", "type": "digest"}}, {"headers": {…}}, {"clientCertificate": {…}}.
  The passphrase of a private key or PKCS#12 file is read from SOAPSTONE_PASSPHRASE.`;

/** Adds the credential options, for calls and for a WSDL at a URL. */
export function addCredentialOptions(command: Command): Command {
  return addAccessOptions(command)
    .option('--username-token <name:password>', 'a WS-Security UsernameToken')
    .option('--digest', 'send the password of the UsernameToken as a digest')
    .option('--timestamp', 'add a WS-Security Timestamp')
    .option('--saml <file>', 'send the SAML assertion in this file')
    .option(
      '--sign-cert <file>',
      'sign body and timestamp (WS-Security X.509) with this certificate: PEM, or PKCS#12 (.p12, .pfx)',
    )
    .option('--sign-key <file>', 'the private key of --sign-cert in PEM (default: in the same file)')
    .option(
      '--encrypt-cert <file>',
      'encrypt the body (XML Encryption) for the owner of this certificate in PEM',
    )
    .option(
      '--session-cert <file>',
      'sign and encrypt with a session key (HMAC) for the owner of this certificate in PEM',
    )
    .option('--verify-cert <file>', 'require responses that the owner of this certificate in PEM has signed')
    .option('--verify-ca <file>', 'require responses that are signed with a certificate of these authorities')
    .option('--decrypt-key <file>', 'decrypt responses with this private key: PEM, or PKCS#12 (.p12, .pfx)');
}

/** Adds the options that fill in what the security policy of the WSDL decides. */
export function addPolicyOptions(command: Command): Command {
  return command
    .option('--policy', 'sign, encrypt and verify as the security policy of the WSDL says')
    .addOption(
      new Option(
        '--allow-legacy <algorithm>',
        'use sha1, cbc or rsa-1_5, which are broken, if the policy asks for it; may be repeated',
      )
        .argParser(collectLegacy)
        .default([], 'none'),
    );
}

function collectLegacy(text: string, all: readonly LegacyAlgorithm[]): LegacyAlgorithm[] {
  const found = LEGACY.find((algorithm) => algorithm === text);
  if (found === undefined) throw new InvalidArgumentError(`expected one of ${LEGACY.join(', ')}.`);
  return [...all, found];
}

/** A copy of `LEGACY_ALGORITHMS`, so that the help of a command does not load the transport. */
const LEGACY: readonly LegacyAlgorithm[] = ['sha1', 'cbc', 'rsa-1_5'];

/** The options that members of the profile come from. The first one that matches and was given applies. */
const OPTION_OF: readonly (readonly [path: RegExp, option: keyof CredentialOptions, flag: string])[] = [
  [/^\/clientCertificate\/privateKey/, 'key', '--key'],
  [/^\/clientCertificate/, 'cert', '--cert'],
  [/^\/ca\b/, 'ca', '--ca'],
  [/^\/headers/, 'header', '--header'],
  [/^\/basic/, 'user', '--user'],
  [/^\/ntlm/, 'ntlm', '--ntlm'],
  [/^\/kerberos\/keytab/, 'keytab', '--keytab'],
  [/^\/kerberos/, 'kerberos', '--kerberos'],
  [/^\/usernameToken/, 'usernameToken', '--username-token'],
  [/^\/saml/, 'saml', '--saml'],
  [/^\/signature\/privateKey/, 'signKey', '--sign-key'],
  [/^\/signature/, 'signCert', '--sign-cert'],
  [/^\/encryption/, 'encryptCert', '--encrypt-cert'],
  [/^\/verify\/authorities/, 'verifyCa', '--verify-ca'],
  [/^\/verify/, 'verifyCert', '--verify-cert'],
  [/^\/decryption/, 'decryptKey', '--decrypt-key'],
];
/** The options whose value is the name of a file. The others may contain secrets. */
const FILES: ReadonlySet<keyof CredentialOptions> = new Set([
  'cert',
  'key',
  'ca',
  'keytab',
  'saml',
  'signCert',
  'signKey',
  'encryptCert',
  'verifyCert',
  'verifyCa',
  'decryptKey',
] as const);

/** Returns the option, as it was given, that a problem of the profile comes from; `undefined` if none does. */
export function optionOf(path: string, options: Partial<CredentialOptions>): string | undefined {
  const found = OPTION_OF.find(([pattern, name]) => pattern.test(path) && options[name] !== undefined);
  if (found === undefined) return undefined;
  const [, name, flag] = found;
  if (name === 'header') return `${flag} ${path.slice('/headers/'.length)}`.trimEnd();
  return FILES.has(name) ? `${flag} ${String(options[name])}` : flag;
}
