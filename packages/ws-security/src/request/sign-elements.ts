import { createHash } from 'node:crypto';
import { type ElementSignatureProfile, isSigner } from '@soapstone/credentials';
import type { SignedElement } from '@soapstone/soap-model';
import { escapeAttribute, escapeText, isNCName } from '@soapstone/soap-model/xml';
import { DIGEST_URIS, hashOf, keyTypeOf, signatureUri, signOctets } from '../algorithms/algorithms.js';
import { issuerNameOf } from '../certificates/certificate.js';
import { signWithExternalKey } from '../keys/external-key.js';
import { DS, EXC_C14N } from '../namespaces.js';
import { canonicalize, EXCLUSIVE, INCLUSIVE, INCLUSIVE_URI } from '../xml/canonicalize.js';
import { childrenNamed, elementsOf, type XmlElement } from '../xml/element.js';
import { readXml, UnreadableXml } from '../xml/read-xml.js';
import { TREE_LIMITS } from '../xml/tree-limits.js';
import { BODY_NAME, ENVELOPE_NAME, type Located, locate } from './locate.js';
import { attach, cannotSecure } from './message-parts.js';
import { readPair, type SigningPair } from './sign.js';

/** The most elements that are signed in one message. */
const MOST_SIGNED = 100;

/**
 * Puts XML signatures into the elements of an envelope that a design names. All other bytes stay as they are. An element that is signed as a
 * document of its own gets the namespace declarations that it inherits and uses, so that it can be taken out of the message.
 *
 * @returns a promise if the key is a `Signer`
 * @throws {SecurityError} `INVALID_REQUEST` if an element has no ID or no place for its signature, or the key cannot sign
 *
 * @example
 * ```ts
 * const signed = signElements(envelope, [{ path: ['{urn:tax}send', '{urn:tax}invoice'], … }], { certificate, privateKey });
 * ```
 */
export function signElements(
  envelope: Uint8Array,
  elements: readonly SignedElement[],
  profile: ElementSignatureProfile | undefined,
): Uint8Array | Promise<Uint8Array> {
  if (elements.length === 0) return envelope;
  if (envelope.length > TREE_LIMITS.bytes)
    throw cannotSecure(`it is larger than ${TREE_LIMITS.bytes} bytes, which is too large to sign an element`);
  let opened: ElementSigner | undefined;
  const signer = (): ElementSigner => {
    opened ??= openSigner(profile);
    return opened;
  };
  // The deepest first, so that one that is inside another is signed with it.
  const inner = elements.toSorted((one, other) => other.path.length - one.path.length);
  return steps(new TextDecoder().decode(envelope), inner.length, (text, index) =>
    signAt(text, inner[index] as SignedElement, signer),
  );
}

/** Opens the key, once there is something to sign. */
function openSigner(profile: ElementSignatureProfile | undefined): ElementSigner {
  if (profile === undefined)
    throw cannotSecure('its design signs an element, and the credentials have no "elementSignature"');
  const pair = readPair(profile, 'elementSignature');
  const { algorithm = 'rsa-sha256' } = profile;
  const { asymmetricKeyType } = isSigner(pair.key) ? pair.certificate.x509.publicKey : pair.key;
  if (asymmetricKeyType !== keyTypeOf(algorithm))
    throw cannotSecure(`the private key of the element signature cannot sign with ${algorithm}`);
  return { profile: { ...profile, algorithm }, pair };
}

interface ElementSigner {
  readonly profile: ElementSignatureProfile & {
    readonly algorithm: NonNullable<ElementSignatureProfile['algorithm']>;
  };
  readonly pair: SigningPair;
}

/** Runs steps that change a text, without promises as long as none returns one. */
function steps(
  text: string,
  count: number,
  step: (text: string, index: number) => string | Promise<string>,
  from = 0,
): Uint8Array | Promise<Uint8Array> {
  let current = text;
  for (let index = from; index < count; index++) {
    const next = step(current, index);
    if (typeof next !== 'string')
      return next.then(async (ready) => await steps(ready, count, step, index + 1));
    current = next;
  }
  return new TextEncoder().encode(current);
}

/** Signs every element that a line names. */
function signAt(text: string, element: SignedElement, open: () => ElementSigner): string | Promise<string> {
  try {
    const { text: inText, path } = element;
    const outer = inText === undefined ? path : path.slice(0, inText.at + 1);
    const places = locate(text, [ENVELOPE_NAME, BODY_NAME, ...outer], MOST_SIGNED);
    // An optional element is not there.
    if (places.length === 0) return text;
    const signer = open();
    const ids = new Set<string>();
    if (inText === undefined) return replaceAll(text, signHere(text, places, element, { signer, ids }));
    const inner = path.slice(inText.at + 1);
    const changes = places.map((place) => {
      const document = locate(place.text, inner, MOST_SIGNED);
      const signed = replaceAll(place.text, signHere(place.text, document, element, { signer, ids }));
      const asText = (value: string): Change => ({
        from: place.contentStart,
        to: place.contentEnd,
        text: inText.as === 'cdata' ? inSections(value) : escapeText(value),
      });
      return typeof signed === 'string' ? asText(signed) : signed.then(asText);
    });
    return replaceAll(text, changes);
  } catch (error) {
    if (error instanceof UnreadableXml) throw cannotSecure(error.message);
    throw error;
  }
}

/** A part of a text that is replaced. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function replaceAll(text: string, changes: readonly (Change | Promise<Change>)[]): string | Promise<string> {
  if (changes.some((change) => change instanceof Promise))
    return Promise.all(changes).then((ready) => applied(text, ready));
  return applied(text, changes as readonly Change[]);
}

function applied(text: string, changes: readonly Change[]): string {
  let out = '';
  let at = 0;
  for (const { from, to, text: part } of changes.toSorted((one, other) => one.from - other.from)) {
    out += text.slice(at, from) + part;
    at = to;
  }
  return out + text.slice(at);
}

interface Signing {
  readonly signer: ElementSigner;
  /** The IDs that are signed in this message. */
  readonly ids: Set<string>;
}

/** The elements at these places with their signatures. */
function signHere(
  text: string,
  places: readonly Located[],
  element: SignedElement,
  signing: Signing,
): readonly (Change | Promise<Change>)[] {
  const inMessage =
    element.scope === 'message' ? elementsAt(readXml(new TextEncoder().encode(text)), element) : undefined;
  return places.map((place, index) => {
    const declarations = missingDeclarations(text, place);
    const { start, nameEnd, end } = place;
    const document = text.slice(start, nameEnd) + declarations + text.slice(nameEnd, end);
    const tree = inMessage?.[index] ?? readXml(new TextEncoder().encode(document));
    const signature = signTree(tree, element, signing);
    const change = (value: string): Change => {
      const signed = withSignature(document, value, element);
      // Where it is in the message, its ancestors declare them.
      const kept =
        inMessage === undefined
          ? signed
          : signed.slice(0, nameEnd - start) + signed.slice(nameEnd - start + declarations.length);
      return { from: start, to: end, text: kept };
    };
    return typeof signature === 'string' ? change(signature) : signature.then(change);
  });
}

/** The elements of a line in the tree of the message, in the order of the document. */
function elementsAt(root: XmlElement, { path, text }: SignedElement): readonly XmlElement[] {
  const names = text === undefined ? ['*', ...path] : path.slice(text.at + 2);
  let found: readonly XmlElement[] = [root];
  for (const name of names) {
    found = found.flatMap((each) =>
      elementsOf(each).filter((child) =>
        name === '*' ? child.local === 'Body' && child.uri === root.uri : nameOf(child) === name,
      ),
    );
  }
  return found;
}

function nameOf({ uri, local }: XmlElement): string {
  return uri === '' ? local : `{${uri}}${local}`;
}

/** The declarations that an element inherits and uses. */
function missingDeclarations(text: string, { start, end, declared, inherited }: Located): string {
  const whole = text.slice(start, end);
  return [...inherited]
    .filter(
      ([prefix, namespace]) =>
        !declared.has(prefix) &&
        (prefix === '' ? namespace !== '' : prefix !== 'xml' && whole.includes(`${prefix}:`)),
    )
    .map(
      ([prefix, namespace]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(namespace)}"`,
    )
    .join('');
}

/** Writes the signature of an element into its tree, and returns its text. */
function signTree(
  tree: XmlElement,
  { reference, into, canonical }: SignedElement,
  { signer: { profile, pair }, ids }: Signing,
): string | Promise<string> {
  const { algorithm, keyInfo = 'certificate' } = profile;
  const parent = descend(tree, into, 'hold the signature');
  const target = reference === undefined ? tree : onlyOne(tree, reference.path);
  const uri = reference === undefined ? '' : `#${idOf(target, reference.attribute, ids)}`;
  const exclusive = canonical === 'exclusive';
  const form = exclusive ? EXCLUSIVE : INCLUSIVE;
  const formUri = exclusive ? EXC_C14N : INCLUSIVE_URI;
  const digest = hashOf(algorithm);
  const value = createHash(digest).update(canonicalize(target, form)).digest('base64');
  const info =
    `<SignedInfo><CanonicalizationMethod Algorithm="${formUri}"/><SignatureMethod Algorithm="${signatureUri(algorithm)}"/>` +
    `<Reference URI="${uri}"><Transforms><Transform Algorithm="${DS}enveloped-signature"/><Transform Algorithm="${formUri}"/></Transforms>` +
    `<DigestMethod Algorithm="${DIGEST_URIS[digest]}"/><DigestValue>${value}</DigestValue></Reference></SignedInfo>`;
  const print = (signatureValue: string): string =>
    `<Signature xmlns="${DS}">${info}<SignatureValue>${signatureValue}</SignatureValue>${printKey(pair, keyInfo)}</Signature>`;
  const [signed] = childrenNamed(attach(parent, print('')), DS, 'SignedInfo');
  if (signed === undefined) throw cannotSecure('its signature was not written');
  const octets = canonicalize(signed, form);
  if (isSigner(pair.key))
    return signWithExternalKey(pair.key, algorithm, octets, pair.certificate.x509.publicKey).then((bytes) =>
      print(bytes.toString('base64')),
    );
  return print(signOctets(algorithm, pair.key, octets).toString('base64'));
}

/** The certificate, without a token reference: the element is read without the message. */
function printKey(
  { certificate }: SigningPair,
  keyInfo: NonNullable<ElementSignatureProfile['keyInfo']>,
): string {
  const issuer =
    keyInfo === 'certificate'
      ? ''
      : `<X509IssuerSerial><X509IssuerName>${escapeText(issuerNameOf(certificate))}</X509IssuerName>` +
        `<X509SerialNumber>${BigInt(`0x${certificate.serial}`)}</X509SerialNumber></X509IssuerSerial>`;
  const own = `<X509Certificate>${certificate.x509.raw.toString('base64')}</X509Certificate>`;
  return `<KeyInfo><X509Data>${issuer}${own}</X509Data></KeyInfo>`;
}

/** The first element at a path. */
function descend(tree: XmlElement, path: readonly string[], purpose: string): XmlElement {
  let at = tree;
  for (const name of path) {
    const next = elementsOf(at).find((child) => nameOf(child) === name);
    if (next === undefined) throw cannotSecure(`${nameOf(at)} has no ${name} to ${purpose}`);
    at = next;
  }
  return at;
}

/** The element at a path. A second one would be unsigned. */
function onlyOne(tree: XmlElement, path: readonly string[]): XmlElement {
  let at = tree;
  for (const name of path) {
    const found = elementsOf(at).filter((child) => nameOf(child) === name);
    const [next] = found;
    if (next === undefined) throw cannotSecure(`${nameOf(at)} has no ${name} to sign`);
    if (found.length > 1) throw cannotSecure(`${nameOf(at)} has several ${name}: one can be signed`);
    at = next;
  }
  return at;
}

/** The ID of the element that is signed. */
function idOf(target: XmlElement, attribute: string, ids: Set<string>): string {
  const found = target.attributes.find(
    ({ uri, local }) => (uri === '' ? local : `{${uri}}${local}`) === attribute,
  );
  if (found === undefined)
    throw cannotSecure(`${nameOf(target)} has no attribute ${attribute} to be signed by`);
  if (!isNCName(found.value))
    throw cannotSecure(
      `the attribute ${attribute} of ${nameOf(target)} is no ID: a letter or _ comes first, without spaces`,
    );
  if (ids.has(found.value)) throw cannotSecure(`two elements to sign have the same ${attribute}`);
  ids.add(found.value);
  return found.value;
}

/** Puts a signature into the text of an element, before the children that come after it. */
function withSignature(document: string, signature: string, { into, before }: SignedElement): string {
  const [place] = locate(document, [ENVELOPE_NAME, ...into], Number.POSITIVE_INFINITY);
  if (place === undefined) throw cannotSecure('its signature was not written');
  const { start, end, nameEnd, contentStart, contentEnd, children } = place;
  if (contentStart === end) {
    const name = document.slice(start + 1, nameEnd);
    const open = document.slice(start, document.lastIndexOf('/', end));
    return `${document.slice(0, start)}${open}>${signature}</${name}>${document.slice(end)}`;
  }
  const next = children.find(({ name }) => before.includes(name));
  const at = next?.start ?? contentEnd;
  return document.slice(0, at) + signature + document.slice(at);
}

/** A text in CDATA sections, of which none can have their end. */
function inSections(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
