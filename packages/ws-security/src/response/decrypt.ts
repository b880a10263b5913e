import type { ContentCipher, DecryptionProfile } from '@soapstone/credentials';
import {
  CONTENT_METHODS,
  contentCipherOf,
  contentKeyOf,
  decryptContent,
  keyTransportOf,
} from '../encryption/ciphers.js';
import { DS, WSSE, WSSE11, WSU, XENC } from '../namespaces.js';
import type { SessionKey } from '../request/request-evidence.js';
import {
  attributeOf,
  childrenNamed,
  elementsOf,
  isNamed,
  textOnly,
  walk,
  type XmlElement,
} from '../xml/element.js';
import { readContent, replaceChild } from '../xml/read-xml.js';
import { decryptionKeyOf, type WrappedKey } from './decryption-key.js';
import type { SoapMessage } from './message.js';
import { Refusal } from './refusal.js';
import { findSessionSecret } from './session-keys.js';
import type { SignedElements } from './signature.js';

const MOST = { keys: 8, references: 32 };

/** Reads the encrypted parts of one response. */
export interface Decryptor {
  /** Whether something was decrypted that was not authenticated, so that no later error may reveal what it was. */
  readonly isUnauthenticated: boolean;
  /** Whether an element, or all that it contains, was encrypted in the message. */
  wasEncrypted(element: XmlElement): boolean;
  /** The key of an `xenc:EncryptedKey`, to be unwrapped. Throws `Refusal`. */
  readKey(encryptedKey: XmlElement): WrappedKey;
  /**
   * Decrypts what an `xenc:EncryptedKey` lists, and keeps its key. Throws `Refusal`.
   *
   * @param secret what was unwrapped; `undefined` if that failed
   */
  useKey(encryptedKey: XmlElement, secret: Uint8Array | undefined): void;
  /** Decrypts what an `xenc:ReferenceList` of the Security block lists. Throws `Refusal`. */
  readList(list: XmlElement): void;
  /** Decrypts an `xenc:EncryptedData` of the Security block that no list names. Throws `Refusal`. */
  readData(data: XmlElement): void;
}

/** The keys for one response. At least one of them is there. */
export interface DecryptionKeys {
  readonly decryption: DecryptionProfile | undefined;
  readonly session: SessionKey | undefined;
}

/**
 * Decrypts in place: each `xenc:EncryptedData` is replaced by the nodes that it holds. Every problem of a key, and of what it
 * decrypts, gives the same error after the same work; otherwise someone could alter messages until the errors reveal the
 * content. Only algorithms, which anyone on the path can read, are named.
 *
 * @param signed elements that a signature covers already; what replaces one of them is covered too
 */
export function createDecryptor(
  { envelope, security }: SoapMessage,
  { decryption, session }: DecryptionKeys,
  signed: SignedElements,
): Decryptor {
  const privateKey = decryption && decryptionKeyOf(decryption);
  const allowCbc = decryption?.allowCbc === true || session?.allowCbc === true;
  const keys = new Map<string, ContentKey>();
  let keyCount = 0;
  let referenceCount = 0;
  let isUnauthenticated = false;
  const decryptedElements = new Set<XmlElement>();
  const decryptedContents = new Set<XmlElement>();

  const keyOf = (data: XmlElement): ContentKey | undefined => {
    const [keyInfo] = childrenNamed(data, DS, 'KeyInfo');
    if (keyInfo === undefined || session === undefined || security === undefined)
      return keys.get(keyNameOf(data));
    const find = (uri: string | undefined): XmlElement | undefined => findById(envelope, uri);
    const secret = findSessionSecret(keyInfo, session, security, find);
    return secret === undefined ? keys.get(keyNameOf(data)) : () => secret;
  };

  const decryptData = (data: XmlElement, key: ContentKey | undefined): void => {
    const cipher = contentCipherOf(data);
    if (cipher === undefined) throw refused('the response is encrypted with an unsupported cipher');
    if (!CONTENT_METHODS[cipher].authenticated) {
      if (!allowCbc) {
        const member = decryption === undefined ? 'session' : 'decryption';
        throw refused(
          `the response is encrypted with ${cipher}; if the server has nothing better, set ${member}.allowCbc`,
        );
      }
      isUnauthenticated = true;
    }
    const { parent } = data;
    if (key === undefined || parent === undefined) throw undecipherable();
    const nodes = replaceData(data, parent, decrypted(data, cipher, key), signed);
    decryptedContents.add(parent);
    for (const node of nodes) if (typeof node !== 'string') decryptedElements.add(node);
  };

  const countReference = (): void => {
    referenceCount += 1;
    if (referenceCount > MOST.references)
      throw refused(`the response has more than ${MOST.references} encrypted parts`);
  };

  const readReferences = (list: XmlElement, key: ContentKey | undefined): void => {
    for (const reference of childrenNamed(list, XENC, 'DataReference')) {
      countReference();
      const data = findData(envelope, attributeOf(reference, 'URI'));
      decryptData(data, key ?? keyOf(data));
    }
  };

  return {
    get isUnauthenticated() {
      return isUnauthenticated;
    },
    wasEncrypted: (element) =>
      decryptedElements.has(element) ||
      (decryptedContents.has(element) &&
        elementsOf(element).every((child) => decryptedElements.has(child)) &&
        element.children.every((child) => typeof child !== 'string' || child.trim() === '')),
    readKey(encryptedKey) {
      keyCount += 1;
      if (keyCount > MOST.keys) throw refused(`the response has more than ${MOST.keys} encrypted keys`);
      if (privateKey === undefined) {
        throw refused(
          'the response has a key that is encrypted for a certificate, and decryption is not set',
        );
      }
      const transport = keyTransportOf(encryptedKey);
      if (transport === undefined)
        throw refused('the key of the response is encrypted with an unsupported algorithm');
      if (transport === 'rsa-1_5' && decryption?.allowRsa15 !== true) {
        throw refused(
          'the key of the response is encrypted with rsa-1_5; if the server has nothing better, set decryption.allowRsa15',
        );
      }
      return { key: privateKey, transport, value: cipherValueOf(encryptedKey) };
    },
    useKey(encryptedKey, secret) {
      const key: ContentKey = (size) => contentKeyOf(secret, size);
      keys.set(`#${attributeOf(encryptedKey, 'Id') ?? ''}`, key);
      const [list] = childrenNamed(encryptedKey, XENC, 'ReferenceList');
      if (list !== undefined) readReferences(list, key);
    },
    readList: (list) => readReferences(list, undefined),
    readData(data) {
      countReference();
      decryptData(data, keyOf(data));
    },
  };
}

/** Returns the key of encrypted content for a cipher whose key has `size` octets. */
type ContentKey = (size: number) => Uint8Array;

function decrypted(data: XmlElement, cipher: ContentCipher, key: ContentKey): string {
  const secret = key(CONTENT_METHODS[cipher].keyBytes);
  try {
    const bytes = decryptContent(cipher, secret, cipherValueOf(data));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw undecipherable();
  }
}

function replaceData(
  data: XmlElement,
  parent: XmlElement,
  text: string,
  signed: SignedElements,
): readonly (XmlElement | string)[] {
  const wrapper = isNamed(parent, WSSE11, 'EncryptedHeader') ? parent : undefined;
  const place = wrapper?.parent ?? parent;
  let nodes: (XmlElement | string)[];
  try {
    nodes = readContent(text, parent);
  } catch {
    throw undecipherable();
  }
  const form = signed.get(wrapper ?? data);
  replaceChild(place, wrapper ?? data, nodes);
  if (form !== undefined) for (const node of nodes) if (typeof node !== 'string') signed.set(node, form);
  return nodes;
}

/** The one `xenc:EncryptedData` with this identifier. */
function findData(envelope: XmlElement, uri: string | undefined): XmlElement {
  const data = findById(envelope, uri);
  if (data === undefined || !isNamed(data, XENC, 'EncryptedData')) throw undecipherable();
  return data;
}

/** The one element with this identifier. */
function findById(envelope: XmlElement, uri: string | undefined): XmlElement | undefined {
  const found = [...walk(envelope)].filter(
    (element) =>
      uri !== undefined && uri === `#${attributeOf(element, 'Id') ?? attributeOf(element, 'Id', WSU)}`,
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The reference by which an `xenc:EncryptedData` names its key. */
function keyNameOf(data: XmlElement): string {
  const reference = [...walk(data)].find((element) => isNamed(element, WSSE, 'Reference'));
  return (reference && attributeOf(reference, 'URI')) ?? '';
}

function cipherValueOf(element: XmlElement): Buffer {
  const [data] = childrenNamed(element, XENC, 'CipherData');
  const [value] = data === undefined ? [] : childrenNamed(data, XENC, 'CipherValue');
  const text = value && textOnly(value);
  if (text === undefined || !/^[A-Za-z0-9+/=\s]*$/.test(text)) throw undecipherable();
  return Buffer.from(text, 'base64');
}

/** The one error of everything that depends on a key. */
export function undecipherable(): Refusal {
  return refused('the response cannot be decrypted with the key of the credential profile');
}

function refused(message: string): Refusal {
  return new Refusal('RESPONSE_DECRYPTION_FAILED', message);
}
