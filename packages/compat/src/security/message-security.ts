import { createHash, randomBytes } from 'node:crypto';
import { OptionError } from '@soapstone/options';
import {
  type CredentialProfile,
  type RequestPart,
  type SignatureAlgorithm,
  secureRequest,
  securityHeaders,
} from '@soapstone/ws-security';
import type { LooseObject } from '../loosely-typed-values.js';
import type { ISecurity } from './logins.js';

/**
 * `Base64(SHA-1(nonce + created + password))`, the digest of the UsernameToken Profile.
 *
 * @param nonce in base64, as it stands in the message
 *
 * @example
 * ```ts
 * server.authenticate = ({ UsernameToken: { Password, Nonce, Created } }) =>
 *   Password.$value === passwordDigest(Nonce.$value ?? Nonce, Created, 'secret');
 * ```
 */
export function passwordDigest(nonce: string, created: string, password: string): string {
  const hash = createHash('sha1').update(Buffer.from(nonce || '', 'base64'));
  return hash.update(`${created || ''}${password || ''}`).digest('base64');
}

/** How long a message with a timestamp is valid: as long as in node-soap. */
const TIMESTAMP = { ttlSeconds: 600 };

function blockOf(profile: CredentialProfile): string {
  const context = {
    soapVersion: '1.1' as const,
    now: new Date(),
    random: (count: number) => randomBytes(count),
  };
  return securityHeaders(profile, context).join('');
}

/** A WS-Security UsernameToken, new for each call. */
export class WSSecurity implements ISecurity {
  readonly #profile: CredentialProfile;
  readonly #appended: string;

  /** @param options `passwordType`, or an object with `passwordType`, `hasTimeStamp`, `hasTokenCreated`, `hasNonce`, `mustUnderstand`, `actor`, `appendElement` and `envelopeKey` */
  constructor(username: string, password: string, options: string | LooseObject = {}) {
    const given: LooseObject = typeof options === 'string' ? { passwordType: options } : options;
    const isDigest = given['passwordType'] === 'PasswordDigest';
    const { actor } = given;
    this.#profile = {
      usernameToken: {
        username,
        password,
        type: isDigest ? 'digest' : 'text',
        nonce: isDigest || Boolean(given['hasNonce']),
        created: isDigest || given['hasTokenCreated'] !== false,
      },
      ...(given['hasTimeStamp'] !== false && { timestamp: TIMESTAMP }),
      mustUnderstand: Boolean(given['mustUnderstand']),
      ...(actor !== undefined && actor !== null && { actor: String(actor) }),
    };
    this.#appended = String(given['appendElement'] ?? '');
  }

  toXML(): string {
    return withAppended(blockOf(this.#profile), this.#appended);
  }
}

function withAppended(block: string, appended: string): string {
  const end = block.lastIndexOf('</wsse:Security>');
  return block.slice(0, end) + appended + block.slice(end);
}

const ALGORITHMS: Readonly<Record<string, SignatureAlgorithm>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'rsa-sha512',
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1': 'rsa-sha1',
};

const SIGNED_HEADERS: Readonly<Record<string, RequestPart>> = {
  'wsa:To': { namespace: 'http://www.w3.org/2005/08/addressing', name: 'To' },
  'wsa:Action': { namespace: 'http://www.w3.org/2005/08/addressing', name: 'Action' },
  'wsse:BinarySecurityToken': 'binary-security-token',
  'wsse:UsernameToken': 'username-token',
};

/** Options that change only how the signature is written, not what is signed. */
const CERTIFICATE_OPTIONS = [
  ...['hasTimeStamp', 'signatureAlgorithm', 'digestAlgorithm', 'signatureTransformations'],
  ...['additionalReferences', 'excludeReferencesFromSigning', 'signerOptions', 'appendElement'],
];

/** The profile that signs what the options of node-soap sign. */
function signingProfile(
  privateKey: unknown,
  certificate: unknown,
  passphrase: unknown,
  options: LooseObject,
): CredentialProfile {
  const what = 'WSSecurityCert';
  for (const name of Object.keys(options)) {
    if (CERTIFICATE_OPTIONS.includes(name)) continue;
    throw new OptionError(what, {
      path: `/${name}`,
      expected: `known are ${CERTIFICATE_OPTIONS.join(', ')}`,
    });
  }
  const written = options['signatureAlgorithm'];
  const algorithm = written === undefined ? 'rsa-sha256' : ALGORITHMS[String(written)];
  if (algorithm === undefined) {
    const expected = `expected one of ${Object.keys(ALGORITHMS).join(', ')}`;
    throw new OptionError(what, { path: '/signatureAlgorithm', expected });
  }
  const excluded: readonly string[] = options['excludeReferencesFromSigning'] ?? [];
  const hasTimestamp = options['hasTimeStamp'] !== false;
  const added = (options['additionalReferences'] ?? []).map((name: string): RequestPart => {
    const part = SIGNED_HEADERS[name];
    if (part !== undefined) return part;
    const expected = `"${name}" has no namespace here: use x509Signature({ parts: [{ namespace, name }] }) of @soapstone/client`;
    throw new OptionError(what, { path: '/additionalReferences', expected });
  });
  const parts: RequestPart[] = [
    ...(excluded.includes('Body') ? [] : (['body'] as const)),
    ...(hasTimestamp && !excluded.includes('Timestamp') ? (['timestamp'] as const) : []),
    ...added,
  ];
  return {
    signature: {
      certificate: String(certificate),
      privateKey: String(privateKey),
      ...(passphrase ? { passphrase: String(passphrase) } : {}),
      algorithm,
      keyIdentifier: 'binary-security-token',
      parts,
    },
    ...(hasTimestamp && { timestamp: TIMESTAMP }),
  };
}

/** Adds the block of a profile to a message, and signs it. */
function signed(xml: string, envelopeKey: string, profile: CredentialProfile, appended: string): string {
  const block = withAppended(blockOf(profile), appended);
  const end = xml.lastIndexOf(`</${envelopeKey}:Header>`);
  if (end === -1) throw new Error(`cannot sign the message: it has no ${envelopeKey}:Header`);
  const message = new TextEncoder().encode(xml.slice(0, end) + block + xml.slice(end));
  const { envelope } = secureRequest(message, profile, { random: (count) => randomBytes(count) });
  return new TextDecoder().decode(envelope);
}

/** A WS-Security signature of body and timestamp with an X.509 certificate. Key and certificate are PEM. */
export class WSSecurityCert implements ISecurity {
  readonly profile: CredentialProfile;
  readonly #appended: string;

  constructor(privatePEM: unknown, publicP12PEM: unknown, password?: unknown, options: LooseObject = {}) {
    this.profile = signingProfile(privatePEM, publicP12PEM, password, options);
    this.#appended = String(options['appendElement'] ?? '');
  }

  postProcess(xml: string, envelopeKey: string): string {
    return signed(xml, envelopeKey, this.profile, this.#appended);
  }
}

/** A UsernameToken and a signature in one Security header. */
export class WSSecurityPlusCert implements ISecurity {
  readonly wsSecurity: ISecurity;
  readonly wsSecurityCert: WSSecurityCert;

  constructor(wsSecurity: ISecurity, wsSecurityCert: WSSecurityCert) {
    this.wsSecurity = wsSecurity;
    this.wsSecurityCert = wsSecurityCert;
  }

  postProcess(xml: string, envelopeKey: string): string {
    const block = this.wsSecurity.toXML?.() ?? '';
    const start = block.indexOf('>') + 1;
    const end = block.lastIndexOf('</wsse:Security>');
    // The timestamp of the token comes second: the signed one is the one that counts.
    return signed(xml, envelopeKey, this.wsSecurityCert.profile, withoutTimestamp(block.slice(start, end)));
  }
}

function withoutTimestamp(block: string): string {
  const start = block.indexOf('<wsu:Timestamp');
  const closing = '</wsu:Timestamp>';
  const end = block.indexOf(closing);
  return start === -1 || end === -1 ? block : block.slice(0, start) + block.slice(end + closing.length);
}

/** Like `WSSecurityCert`, with everything in one object: `privateKey`, `publicKey`, `keyPassword`, `username`, `password`, `options`. */
export class WSSecurityCertWithToken implements ISecurity {
  readonly #profile: CredentialProfile;
  readonly #appended: string;

  constructor(props: LooseObject) {
    const { privateKey, publicKey, keyPassword, username, password, options = {} } = props;
    this.#profile = {
      ...signingProfile(privateKey, publicKey, keyPassword, options),
      ...(username && {
        usernameToken: {
          username: String(username),
          password: String(password ?? ''),
          type: 'text' as const,
          nonce: false,
          created: false,
        },
      }),
    };
    this.#appended = String(options['appendElement'] ?? '');
  }

  postProcess(xml: string, envelopeKey: string): string {
    return signed(xml, envelopeKey, this.#profile, this.#appended);
  }
}
