import { extname } from 'node:path';
import { CLI_OPTIONS } from '@soapstone/credentials/doors';
import { defined } from '@soapstone/options/defined';
import { findCredentialProblems } from '@soapstone/soap-transport';
import {
  type CredentialProfile,
  type CredentialTemplate,
  completeProfile,
  isSecurityError,
  type KeyBundle,
  openKeyBundles,
  Pkcs12Error,
  readDemands,
  readPkcs12,
} from '@soapstone/ws-security';
import type { Port } from '@soapstone/wsdl-parser';
import { usageError } from '../errors/errors.js';
import { placeOfSyntaxError } from '../errors/located.js';
import { readBytes } from '../input/read-file.js';
import type { DocumentAccess } from '../options/access-options.js';
import { type CredentialOptions, optionOf } from '../options/credential-options.js';

/** The variable that holds a credential profile as JSON. */
const PROFILE_VARIABLE = 'SOAPSTONE_CREDENTIALS';
/** The variable that holds the password of `--user`, `--ntlm` and `--username-token`. */
const PASSWORD_VARIABLE = 'SOAPSTONE_PASSWORD';
/** The variable that holds the passphrase of a private key. */
const PASSPHRASE_VARIABLE = 'SOAPSTONE_PASSPHRASE';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the credentials for the SOAP server: the profile of `--credentials` or `SOAPSTONE_CREDENTIALS`, overridden by the other
 * options and, with `--policy`, completed by the policy of the port. Returns `undefined` if there are none.
 *
 * @throws {CliError} if a file cannot be read, a value is missing, or the result is not a credential profile; messages never contain
 * secrets
 */
export async function readCredentials(
  options: Partial<CredentialOptions>,
  environment: Environment,
  cwd: string,
  port?: Pick<Port, 'name' | 'security'>,
): Promise<CredentialProfile | undefined> {
  const read = (file: string): Promise<Buffer> => readBytes(file, cwd);
  const { cert, key, signCert, signKey, usernameToken, digest } = options;
  if (cert === undefined && key !== undefined) throw usageError('--key needs --cert');
  if (options.kerberos === undefined && options.keytab !== undefined) {
    throw usageError('--keytab needs --kerberos');
  }
  if (signCert === undefined && signKey !== undefined) throw usageError('--sign-key needs --sign-cert');
  if (options.signElementCert === undefined && options.signElementKey !== undefined)
    throw usageError('--sign-element-key needs --sign-element-cert');
  if (options.encryptCert !== undefined && options.sessionCert !== undefined) {
    throw usageError('--session-cert takes the place of --encrypt-cert: leave one of them out');
  }
  if (usernameToken === undefined && digest === true) throw usageError('--digest needs --username-token');
  const own = {
    ...(await readProfile(options.credentials, environment, read)),
    ...(await readTransportOptions(options, environment, read)),
    ...(await readMessageOptions(options, environment, read)),
  };
  const profile = withPolicy(own, options, port);
  if (Object.keys(profile).length === 0) return undefined;
  const [problem] = findCredentialProblems(profile);
  if (problem === undefined) return profile;
  const option = optionOf(problem.path, options);
  const source = options.credentials ?? PROFILE_VARIABLE;
  throw usageError(`${option ?? `${source}${problem.path}`}: ${problem.expected}`);
}

/**
 * Reads the credentials for fetching the WSDL at `url`. If the origin of `endpoint` differs from that of `url`, the secrets are
 * only for calls, and only `ca` and `insecure` are used here.
 *
 * @throws {CliError} as `readCredentials`
 */
export async function readDocumentAccess(
  url: string,
  { access = {}, endpoint }: DocumentAccess,
  environment: Environment,
  cwd: string,
): Promise<{ readonly credentials: CredentialProfile | undefined; readonly insecureTls: boolean }> {
  const profile = await readCredentials(access, environment, cwd);
  const insecureTls = access.insecure === true;
  const isElsewhere =
    endpoint !== undefined && URL.canParse(endpoint) && new URL(endpoint).origin !== new URL(url).origin;
  if (!isElsewhere || profile === undefined) return { credentials: profile, insecureTls };
  return { credentials: profile.ca === undefined ? undefined : { ca: profile.ca }, insecureTls };
}

type Read = (file: string) => Promise<Buffer>;

/** Reads the credentials that are sent in HTTP and TLS. */
async function readTransportOptions(
  options: Partial<CredentialOptions>,
  environment: Environment,
  read: Read,
): Promise<CredentialProfile> {
  const { kerberos, keytab, header = {}, cert, key, ca } = options;
  const passphrase = environment[PASSPHRASE_VARIABLE];
  return {
    ...(await readAccounts(options, environment, read)),
    ...(kerberos === undefined ? {} : { kerberos: await readKerberos(kerberos, keytab, environment, read) }),
    ...(Object.keys(header).length === 0 ? {} : { headers: await readTexts(header, read) }),
    ...(cert === undefined
      ? {}
      : { clientCertificate: await clientCertificate(cert, key, passphrase, read) }),
    ...(ca === undefined ? {} : { ca: (await read(ca)).toString('utf8') }),
  };
}

/** Reads the accounts that consist of a name and a password, each sent over HTTP. */
async function readAccounts(
  options: Partial<CredentialOptions>,
  environment: Environment,
  read: Read,
): Promise<CredentialProfile> {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const accounts: Record<string, { readonly username: string; readonly password: string }> = {};
  for (const { kind, name, flag, value, group } of CLI_OPTIONS) {
    const text = given[name];
    if (value !== 'pair' || group !== 'access' || kind === 'kerberos' || typeof text !== 'string') continue;
    accounts[kind] = await readPair(flag, text, environment, read);
  }
  return accounts;
}

/** Reads the credentials that WS-Security puts into messages. With `--policy`, the policy decides the form of a password. */
async function readMessageOptions(
  options: Partial<CredentialOptions>,
  environment: Environment,
  read: Read,
): Promise<CredentialTemplate> {
  const { usernameToken, digest, policy, timestamp, saml, signCert, signKey } = options;
  const { encryptCert, sessionCert, verifyCert, verifyCa, decryptKey } = options;
  const { signElementCert, signElementKey } = options;
  /** Applies only without a policy, which would say what is signed, encrypted and verified. */
  const ownSession = policy === true ? undefined : sessionCert;
  const secret = environment[PASSPHRASE_VARIABLE];
  const passphrase = defined({ passphrase: secret });
  const textOf = async (file: string): Promise<string> => (await read(file)).toString('utf8');
  const type = digest === true ? ('digest' as const) : ('text' as const);
  const pairOf = async (flag: string, cert: string, key: string | undefined) =>
    isPkcs12(cert)
      ? openBundle(flag, await read(cert), secret)
      : { certificate: await textOf(cert), privateKey: await textOf(key ?? cert), ...passphrase };
  return {
    ...(usernameToken === undefined
      ? {}
      : {
          usernameToken: {
            ...(await readPair('--username-token', usernameToken, environment, read)),
            ...(digest === undefined && policy === true ? {} : { type }),
          },
        }),
    ...(timestamp === undefined && ownSession === undefined ? {} : { timestamp: {} }),
    ...(saml === undefined ? {} : { saml: { assertion: await textOf(saml) } }),
    ...(signCert === undefined ? {} : { signature: await pairOf('--sign-cert', signCert, signKey) }),
    ...(signElementCert === undefined
      ? {}
      : { elementSignature: await pairOf('--sign-element-cert', signElementCert, signElementKey) }),
    ...(encryptCert === undefined ? {} : { encryption: { certificate: await textOf(encryptCert) } }),
    ...(sessionCert === undefined
      ? {}
      : {
          session: {
            certificate: await textOf(sessionCert),
            ...(ownSession === undefined ? {} : { encryptedParts: ['body' as const] }),
          },
        }),
    // Without `verify`, the response to a session key is not read.
    ...(verifyCert === undefined && verifyCa === undefined && ownSession === undefined
      ? {}
      : {
          verify: {
            ...(verifyCert === undefined ? {} : { certificates: await textOf(verifyCert) }),
            ...(verifyCa === undefined ? {} : { authorities: await textOf(verifyCa) }),
          },
        }),
    ...(decryptKey === undefined
      ? {}
      : {
          decryption: isPkcs12(decryptKey)
            ? { privateKey: openBundle('--decrypt-key', await read(decryptKey), secret).privateKey }
            : { privateKey: await textOf(decryptKey), ...passphrase },
        }),
  };
}

/** Returns the profile, completed by the policy of the port if `--policy` asks for it. */
function withPolicy(
  own: CredentialTemplate,
  { policy, allowLegacy = [] }: Partial<CredentialOptions>,
  port: Pick<Port, 'name' | 'security'> | undefined,
): CredentialProfile {
  if (policy !== true) {
    if (allowLegacy.length > 0) throw usageError('--allow-legacy needs --policy');
    // Without a policy, the options above produced complete members.
    return own as CredentialProfile;
  }
  if (port?.security === undefined) {
    throw usageError(`--policy: port ${port?.name ?? ''} has no security policy in the WSDL`);
  }
  try {
    return completeProfile(readDemands(port.security, { allow: allowLegacy }), own);
  } catch (error) {
    if (!isSecurityError(error)) throw error;
    throw usageError(`--policy: ${error.message}. \`soapstone inspect\` shows what the policy asks for`);
  }
}

const SAMPLE = '{"basic": {"username": "…", "password": "…"}}';

async function readProfile(
  file: string | undefined,
  environment: Environment,
  read: (file: string) => Promise<Buffer>,
): Promise<CredentialProfile> {
  const text = file === undefined ? environment[PROFILE_VARIABLE] : (await read(file)).toString('utf8');
  if (text === undefined || text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not the error's own message, which would quote the secret text.
    throw usageError(
      `${file ?? PROFILE_VARIABLE}${placeOfSyntaxError(text)}: this is not JSON; expected ${SAMPLE} or the like`,
    );
  }
  // Anything else would be taken for no credentials at all.
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError(`${file ?? PROFILE_VARIABLE}: expected an object, such as ${SAMPLE}`);
  const { profile, problems } = openKeyBundles(value);
  const [problem] = problems;
  if (problem !== undefined)
    throw usageError(`${file ?? PROFILE_VARIABLE}${problem.path}: ${problem.expected}`);
  return profile;
}

/** Whether a file contains a certificate together with its key, judging by its name. */
function isPkcs12(file: string): boolean {
  return /\.(?:p12|pfx)$/i.test(extname(file));
}

function openBundle(option: string, file: Uint8Array, passphrase: string | undefined): KeyBundle {
  try {
    return readPkcs12(new Uint8Array(file), passphrase);
  } catch (error) {
    if (!(error instanceof Pkcs12Error)) throw error;
    const hint = error.code === 'PKCS12_PASSWORD' ? `; set ${PASSPHRASE_VARIABLE}` : '';
    throw usageError(`${option}: ${error.message}${hint}`);
  }
}

/** Reads `name:password`, `name` with the password in the environment, or `@file` with `name:password` in it. */
async function readPair(
  option: string,
  value: string,
  environment: Environment,
  read: (file: string) => Promise<Buffer>,
): Promise<{ readonly username: string; readonly password: string }> {
  const text = value.startsWith('@') ? (await read(value.slice(1))).toString('utf8').trim() : value;
  const at = text.indexOf(':');
  if (at > 0) return { username: text.slice(0, at), password: text.slice(at + 1) };
  const password = environment[PASSWORD_VARIABLE];
  if (at === 0 || text === '' || password === undefined) {
    throw usageError(`${option}: expected name:password, @file, or a name with ${PASSWORD_VARIABLE} set`);
  }
  return { username: text, password };
}

async function readKerberos(
  value: string,
  keytab: string | undefined,
  environment: Environment,
  read: Read,
): Promise<NonNullable<CredentialProfile['kerberos']>> {
  if (keytab !== undefined) return { principal: value, keytab: (await read(keytab)).toString('base64') };
  const { username, password } = await readPair('--kerberos', value, environment, read);
  return { principal: username, password };
}

/** Reads texts by name; one that begins with `@` is replaced by the content of that file. Throws `CliError` if it cannot be read. */
export async function readTexts(
  texts: Readonly<Record<string, string>>,
  read: Read,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(texts)) {
    values[name] = value.startsWith('@') ? (await read(value.slice(1))).toString('utf8').trim() : value;
  }
  return values;
}

async function clientCertificate(
  file: string,
  key: string | undefined,
  passphrase: string | undefined,
  read: (file: string) => Promise<Buffer>,
): Promise<NonNullable<CredentialProfile['clientCertificate']>> {
  const secret = defined({ passphrase });
  const bytes = await read(file);
  if (isPkcs12(file)) return openBundle('--cert', bytes, passphrase);
  const privateKey = key === undefined ? bytes : await read(key);
  return { certificate: bytes.toString('utf8'), privateKey: privateKey.toString('utf8'), ...secret };
}
