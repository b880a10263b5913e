import type { LegacyAlgorithm } from '@soapstone/soap-transport';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** The values of the credential options. `readCredentials` reads the files and variables that they name. */
export interface CredentialOptions {
  readonly credentials?: string;
  readonly user?: string;
  readonly ntlm?: string;
  readonly kerberos?: string;
  readonly keytab?: string;
  readonly usernameToken?: string;
  readonly digest?: true;
  readonly timestamp?: true;
  readonly saml?: string;
  readonly header: Readonly<Record<string, string>>;
  readonly cert?: string;
  readonly key?: string;
  readonly ca?: string;
  readonly insecure?: true;
  readonly signCert?: string;
  readonly signKey?: string;
  readonly verifyCert?: string;
  readonly verifyCa?: string;
  readonly encryptCert?: string;
  readonly decryptKey?: string;
  readonly policy?: true;
  readonly allowLegacy?: readonly LegacyAlgorithm[];
}

/** Help text: how to keep secrets out of the process list. */
export const CREDENTIALS_HELP = `
Credentials:
  Every user of this machine can read the arguments of a process. --user, --ntlm, --kerberos and --username-token therefore also
  take a name alone, with the password in SOAPSTONE_PASSWORD, or @file with name:password in it. A header value may be @file too.
  --credentials, or the variable SOAPSTONE_CREDENTIALS, holds everything as JSON: {"basic": {"username", "password"}},
  {"usernameToken": {"username", "password", "type": "digest"}}, {"headers": {…}}, {"clientCertificate": {…}}.
  The passphrase of a private key or PKCS#12 file is read from SOAPSTONE_PASSPHRASE.`;

/** Adds the credential options. */
export function addCredentialOptions(command: Command): Command {
  return command
    .option('--credentials <file>', 'a JSON file with the credentials for the SOAP server')
    .option('--user <name:password>', 'HTTP Basic authentication')
    .option('--ntlm <domain\\name:password>', 'Windows authentication with NTLMv2')
    .option('--kerberos <name@realm:password>', 'Windows authentication with Kerberos')
    .option('--keytab <file>', 'the keytab of --kerberos, in place of a password')
    .option('--username-token <name:password>', 'a WS-Security UsernameToken')
    .option('--digest', 'send the password of the UsernameToken as a digest')
    .option('--timestamp', 'add a WS-Security Timestamp')
    .option('--saml <file>', 'send the SAML assertion in this file')
    .addOption(
      new Option(
        '--header <name: value>',
        'an HTTP header of the request to the SOAP server; may be repeated',
      )
        .argParser(collectHeader)
        .default({}, 'none'),
    )
    .option('--cert <file>', 'a TLS client certificate: PEM, or PKCS#12 (.p12, .pfx)')
    .option('--key <file>', 'the private key of --cert in PEM (default: in the same file)')
    .option('--ca <file>', 'trust these certificate authorities (PEM) instead of the public ones')
    .option('--insecure', 'accept any TLS certificate of the server')
    .option('--sign-cert <file>', 'sign body and timestamp (WS-Security X.509) with this certificate in PEM')
    .option('--sign-key <file>', 'the private key of --sign-cert in PEM (default: in the same file)')
    .option(
      '--encrypt-cert <file>',
      'encrypt the body (XML Encryption) for the owner of this certificate in PEM',
    )
    .option('--verify-cert <file>', 'require responses that the owner of this certificate in PEM has signed')
    .option('--verify-ca <file>', 'require responses that are signed with a certificate of these authorities')
    .option('--decrypt-key <file>', 'decrypt responses with this private key in PEM');
}

/** Adds the options that fill in what the security policy of the WSDL decides. */
export function addPolicyOptions(command: Command): Command {
  return command
    .option('--policy', 'sign, encrypt and verify as the security policy of the WSDL says')
    .addOption(
      new Option(
        '--allow-legacy <algorithm>',
        'use sha1, cbc or rsa-1_5, which are broken, where the policy asks for it; may be repeated',
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

/** `LEGACY_ALGORITHMS`, without loading the transport for the help of a command. */
const LEGACY: readonly LegacyAlgorithm[] = ['sha1', 'cbc', 'rsa-1_5'];

function collectHeader(text: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  const at = text.indexOf(':');
  if (at < 1) throw new InvalidArgumentError('expected "Name: value".');
  return { ...headers, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
}
