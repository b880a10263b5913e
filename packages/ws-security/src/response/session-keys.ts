import { ENCRYPTED_KEY_SHA1, WSC, WSSE } from '../namespaces.js';
import type { SessionKey } from '../request/request-evidence.js';
import { DERIVED_KEY_LIMITS, type DerivedKey, deriveKey } from '../session/derived-key.js';
import {
  attributeOf,
  childrenNamed,
  elementsOf,
  isNamed,
  textOnly,
  type XmlElement,
} from '../xml/element.js';

/**
 * The secret that the KeyInfo of a response names: the session key of its request, by the digest of its encrypted form, or a key derived
 * from that. `undefined` for any other key: one that the response itself brings could be from anyone who has our certificate.
 *
 * @param find the element of the message with an identifier; `undefined` if it is not exactly one
 */
export function findSessionSecret(
  keyInfo: XmlElement,
  session: SessionKey,
  security: XmlElement,
  find: (uri: string | undefined) => XmlElement | undefined,
): Uint8Array | undefined {
  const reference = onlyChild(keyInfo);
  if (reference === undefined || !isNamed(reference, WSSE, 'SecurityTokenReference')) return undefined;
  if (namesKey(reference, session)) return session.secret;
  const direct = onlyChild(reference);
  if (direct === undefined || !isNamed(direct, WSSE, 'Reference')) return undefined;
  const token = find(attributeOf(direct, 'URI'));
  if (token === undefined || token.parent !== security) return undefined;
  const wsc = Object.values(WSC).find((namespace) => isNamed(token, namespace, 'DerivedKeyToken'));
  return wsc === undefined ? undefined : readDerivedKey(token, wsc, session);
}

/** Whether a reference is to the session key itself. */
function namesKey(reference: XmlElement, { name }: SessionKey): boolean {
  const identifier = onlyChild(reference);
  return (
    identifier !== undefined &&
    isNamed(identifier, WSSE, 'KeyIdentifier') &&
    attributeOf(identifier, 'ValueType') === ENCRYPTED_KEY_SHA1 &&
    textOnly(identifier)?.replaceAll(/\s/g, '') === name
  );
}

/**
 * Reads a derived key: a reference to the session key, then its parameters, each at most once. Properties and keys derived from derived keys
 * are not supported.
 */
function readDerivedKey(token: XmlElement, wsc: string, session: SessionKey): Uint8Array | undefined {
  const algorithm = attributeOf(token, 'Algorithm') ?? attributeOf(token, 'Algorithm', wsc);
  if (algorithm !== undefined && algorithm !== `${wsc}/dk/p_sha1`) return undefined;
  const [reference, ...parameters] = elementsOf(token);
  if (reference === undefined || !isNamed(reference, WSSE, 'SecurityTokenReference')) return undefined;
  if (!namesKey(reference, session)) return undefined;
  const isKnown = parameters.every(
    ({ uri, local }, at) =>
      uri === wsc &&
      PARAMETERS.includes(local) &&
      parameters.findIndex((other) => other.local === local) === at,
  );
  if (!isKnown) return undefined;
  const derived = readParameters(token, wsc);
  return derived === undefined ? undefined : deriveKey(session.secret, derived);
}

const PARAMETERS: readonly string[] = ['Generation', 'Offset', 'Length', 'Label', 'Nonce'];

function readParameters(token: XmlElement, wsc: string): DerivedKey | undefined {
  const textOf = (name: string): string | undefined => {
    const [element] = childrenNamed(token, wsc, name);
    return element && (textOnly(element) ?? '');
  };
  const numberOf = (name: string): number | undefined => {
    const digits = textOf(name)?.trim();
    return digits === undefined ? undefined : /^\d{1,6}$/.test(digits) ? Number(digits) : Number.NaN;
  };
  const { length: lengths, nonce: nonces, offset: mostOffset, label: mostLabel } = DERIVED_KEY_LIMITS;
  const length = numberOf('Length') ?? 32;
  const generation = numberOf('Generation');
  const offset = numberOf('Offset');
  const label = textOf('Label');
  const encoded = textOf('Nonce')?.replaceAll(/\s/g, '') ?? '';
  const nonce = Buffer.from(/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) ? encoded : '', 'base64');
  const start = generation === undefined ? (offset ?? 0) : generation * length;
  const isBounded =
    length >= lengths.least &&
    length <= lengths.most &&
    start >= 0 &&
    start <= mostOffset &&
    (generation === undefined || offset === undefined) &&
    (label ?? '').length <= mostLabel &&
    nonce.length >= nonces.least &&
    nonce.length <= nonces.most;
  if (!isBounded) return undefined;
  return { nonce, offset: start, length, ...(label === undefined ? {} : { label }) };
}

function onlyChild(parent: XmlElement): XmlElement | undefined {
  const [child, ...more] = elementsOf(parent);
  return more.length === 0 ? child : undefined;
}
