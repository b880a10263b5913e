import { optionsAt } from '@soapstone/credentials/doors';
import type { LegacyAlgorithm } from '@soapstone/ws-security';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type AccessOptions, addAccessOptions, addKindOptions } from './access-options.js';

/** The values of the credential options. `readCredentials` reads the files and variables that they name. */
export interface CredentialOptions extends AccessOptions {
  readonly usernameToken?: string;
  readonly digest?: true;
  readonly timestamp?: true;
  readonly saml?: string;
  readonly signCert?: string;
  readonly signKey?: string;
  readonly signElementCert?: string;
  readonly signElementKey?: string;
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
  return addKindOptions(addAccessOptions(command), 'message');
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

/** Returns the option, as it was given, that a problem of the profile comes from; `undefined` if none does. */
export function optionOf(path: string, options: Partial<CredentialOptions>): string | undefined {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const found = optionsAt(path).find(({ name }) => given[name] !== undefined);
  if (found === undefined) return undefined;
  const { flag, name, value } = found;
  if (value === 'header') return `${flag} ${path.slice('/headers/'.length)}`.trimEnd();
  // A value that is not the name of a file may contain a secret.
  return value === 'file' ? `${flag} ${String(given[name])}` : flag;
}
