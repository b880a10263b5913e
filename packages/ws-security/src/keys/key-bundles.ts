import { type CredentialProblem, type CredentialProfile, KINDS } from '@soapstone/credentials';
import { bytes } from '@soapstone/options';
import { type KeyBundle, readPkcs12 } from './pkcs12.js';
import { Pkcs12Error } from './pkcs12-error.js';
import { pkcs12Problem } from './pkcs12-problem.js';
import { openPrivateKey } from './private-key.js';

/** A credential profile whose keys need no passphrase, and what is wrong with the PKCS#12 files that it had. */
export interface OpenedBundles {
  /** Only to be used without problems. */
  readonly profile: CredentialProfile;
  readonly problems: readonly CredentialProblem[];
}

/** The contents of a PKCS#12 file that the kinds with a key need. */
const KEYS: ReadonlyMap<string, readonly (keyof KeyBundle)[]> = new Map(
  Object.values(KINDS).flatMap(({ name, bundle }) => (bundle.length === 0 ? [] : [[name, bundle]])),
);

type Members = Readonly<Record<string, unknown>>;

/**
 * Replaces PKCS#12 files in a credential profile by the PEM texts in them, and PEM keys with a passphrase by plain ones, so that
 * opening them is done once: wherever a profile takes `privateKey`, here it also takes `pfx`, as Base64 or bytes, with
 * `passphrase`. Leaves a key that it cannot open to `findCredentialProblems`. Never throws for what a profile contains.
 * A file decides how expensive its decryption is, within a bound of a few seconds: open a stranger's profile in another process.
 *
 * @param profile any value, such as parsed JSON; other members stay as they are
 *
 * @example
 * ```ts
 * const { profile, problems } = openKeyBundles({ signature: { pfx: base64, passphrase } });
 * if (problems.length === 0) await transport.send({ ...request, credentials: profile });
 * ```
 */
export function openKeyBundles(profile: unknown): OpenedBundles {
  const problems: CredentialProblem[] = [];
  return { profile: openMembers(profile, '', problems) as CredentialProfile, problems };
}

function openMembers(profile: unknown, path: string, problems: CredentialProblem[]): unknown {
  if (!isMembers(profile)) return profile;
  const opened: Record<string, unknown> = { ...profile };
  for (const [name, member] of Object.entries(profile)) {
    if (!isMembers(member)) continue;
    const here = `${path}/${name}`;
    if (name === 'sts' && path === '' && 'credentials' in member) {
      opened[name] = {
        ...member,
        credentials: openMembers(member['credentials'], `${here}/credentials`, problems),
      };
    }
    const needs = KEYS.get(name);
    if (needs === undefined) continue;
    opened[name] = member['pfx'] === undefined ? openKey(member) : openMember(member, needs, here, problems);
  }
  return opened;
}

function openKey(member: Members): Members {
  const { privateKey, passphrase, ...rest } = member;
  if (typeof privateKey !== 'string' || !privateKey.includes('ENCRYPTED')) return member;
  if (typeof passphrase !== 'string') return member;
  try {
    const key = openPrivateKey({ privateKey, passphrase });
    return { ...rest, privateKey: key.export({ type: 'pkcs8', format: 'pem' }) };
  } catch {
    return member;
  }
}

function openMember(
  { pfx, passphrase, ...rest }: Members,
  needs: readonly (keyof KeyBundle)[],
  path: string,
  problems: CredentialProblem[],
): Members {
  const file = bytesOf(pfx);
  const twice = needs.find((name) => rest[name] !== undefined);
  if (twice !== undefined) problems.push({ path: `${path}/${twice}`, expected: 'pfx already contains it' });
  if (passphrase !== undefined && typeof passphrase !== 'string') {
    problems.push({ path: `${path}/passphrase`, expected: 'expected a string' });
  } else if (file === undefined) {
    problems.push({ path: `${path}/pfx`, expected: 'expected a PKCS#12 file in Base64' });
  } else {
    try {
      const bundle = readPkcs12(file, passphrase);
      return { ...rest, ...Object.fromEntries(needs.map((name) => [name, bundle[name]])) };
    } catch (error) {
      if (!(error instanceof Pkcs12Error)) throw error;
      problems.push(pkcs12Problem(path, error));
    }
  }
  return rest;
}

/** The bytes of a file, or of its Base64. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (bytes(value).length === 0) return value as Uint8Array;
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/\s]+={0,2}$/.test(value.trimEnd())) return undefined;
  return new Uint8Array(Buffer.from(value, 'base64'));
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && bytes(value).length > 0;
}
