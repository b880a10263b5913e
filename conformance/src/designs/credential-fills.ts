import { checkDesign, type Design, type FilledPlace } from '@soapstone/json-xml-mapper/design';
import { listInputs } from '@soapstone/json-xml-mapper/internal/proposals';
import { createOperationShapes } from '@soapstone/json-xml-mapper/shapes';
import type { ServiceModel } from '@soapstone/wsdl-parser';

/** What fills the members of a service that look like credentials. */
export interface CredentialFills {
  readonly fill: NonNullable<Design['fill']>;
  /** Why a member that looks like one cannot be filled: its path, and what the check of the design says. */
  readonly refused: readonly { readonly path: string; readonly message: string }[];
}

/** Words in the names of passwords, tokens and IDs of sessions, in lower case without separators. */
const WORDS = [
  ...['password', 'passwd', 'passwort', 'passphrase', 'passcode', 'secret', 'token', 'ticket', 'credential'],
  ...['apikey', 'accesskey', 'authkey', 'securitykey', 'privatekey', 'licensekey', 'licencekey', 'userkey'],
  ...['sessionid', 'sessionkey', 'sessiontoken', 'loginid', 'authid'],
];
/** Short names, which are words of others in longer ones. */
const NAMES: ReadonlySet<string> = new Set([
  'pin',
  'pwd',
  'sid',
  'session',
  'pass',
  'key',
  'auth',
  'contrasena',
]);

/**
 * Fills each simple member of an input that occurs once and whose name has a word of a credential: more than is proposed to owners, who
 * would not want all of them. What the proposed lines fill has those; the others have lines of their own.
 */
export function credentialFills(
  model: ServiceModel,
  proposed: { readonly fill: CredentialFills['fill']; readonly filled: readonly FilledPlace[] },
): CredentialFills {
  const known = new Set(proposed.filled.map(({ operation, keys }) => JSON.stringify([operation, ...keys])));
  const secrets = new Map<string, string>();
  const fill: Record<string, CredentialFills['fill'][string]> = Object.assign(
    Object.create(null),
    proposed.fill,
  );
  for (const { operation, members } of listInputs(createOperationShapes(model))) {
    for (const { path, type, many } of members) {
      if (many || !type.startsWith('xs:') || type === 'xs:boolean' || !looksSecret(path)) continue;
      const keys = path.split('/').map(unescapeKey);
      if (known.has(JSON.stringify([operation, ...keys]))) continue;
      // Members at the same path of several operations have one secret.
      const secret = secrets.get(path) ?? `credential-${secrets.size}`;
      secrets.set(path, secret);
      fill[`${escapeKey(operation)}/${path}`] = { secret };
    }
  }
  const refused: { path: string; message: string }[] = [];
  // A report has a bounded number of problems.
  for (;;) {
    const { problems } = checkDesign(model, withFills({}, fill));
    if (problems.length === 0) return { fill, refused };
    for (const { at, message } of problems) {
      const path = String(at[1]);
      if (!Object.hasOwn(fill, path)) throw new Error(`a problem of no line: ${message}`);
      delete fill[path];
      refused.push({ path, message });
    }
  }
}

/** A design with these fills. A section without lines is an error, so it is left out. */
export function withFills(design: Design, fill: CredentialFills['fill']): Design {
  return Object.keys(fill).length === 0 ? design : { ...design, fill };
}

function looksSecret(path: string): boolean {
  const last = path.split('/').at(-1) ?? '';
  const name = last.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  return NAMES.has(name) || WORDS.some((word) => name.includes(word));
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
