/** The part of the Web Crypto API that seals cursors: `crypto` of Node, browsers and workers is one. */
export interface CursorCrypto {
  getRandomValues(bytes: Bytes): unknown;
  readonly subtle: {
    importKey(
      format: 'raw',
      key: Bytes,
      algorithm: 'AES-GCM',
      extractable: false,
      uses: CursorUse[],
    ): Promise<unknown>;
    encrypt(algorithm: CursorAlgorithm, key: never, text: Bytes): Promise<ArrayBuffer>;
    decrypt(algorithm: CursorAlgorithm, key: never, text: Bytes): Promise<ArrayBuffer>;
    digest(algorithm: 'SHA-256', data: Bytes): Promise<ArrayBuffer>;
  };
}

type Bytes = ReturnType<Uint8ArrayConstructor['of']>;
type CursorUse = 'decrypt' | 'encrypt';
interface CursorAlgorithm {
  readonly name: 'AES-GCM';
  readonly iv: Bytes;
  readonly additionalData: Bytes;
}

/** The bytes of a key. */
export const CURSOR_KEY_BYTES = 32;

/** The prefix of a cursor. */
const VERSION = 'c1.';

/** The characters of a cursor: the values in it have at most 2,048 characters each. */
const MOST_CHARACTERS = 256 * 1024;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals cursors, each for one place. */
export interface Cursors {
  seal(place: string, text: string): Promise<string>;
  /** Undefined for any text but one that was sealed for this place with this key. */
  open(place: string, cursor: string): Promise<string | undefined>;
  /** A text that is equal for equal bytes alone. */
  digest(bytes: Uint8Array): Promise<string>;
}

/**
 * Seals cursors of pages with AES-256-GCM (PG-5): nobody can read the values of the SOAP service in them, or make one.
 *
 * @param key 32 bytes. Default: a random one, so that cursors are of this process
 */
export function createCursors(crypto: CursorCrypto, key?: Uint8Array): Cursors {
  const { subtle } = crypto;
  let imported: Promise<never> | undefined;
  const keyOf = (): Promise<never> => {
    imported ??= subtle.importKey(
      'raw',
      key === undefined ? random(crypto, CURSOR_KEY_BYTES) : Uint8Array.from(key),
      'AES-GCM',
      false,
      ['encrypt', 'decrypt'],
    ) as Promise<never>;
    return imported;
  };
  return {
    async seal(place, text) {
      const iv = random(crypto, IV_BYTES);
      const sealed = await subtle.encrypt(algorithmFor(iv, place), await keyOf(), encoder.encode(text));
      const bytes = new Uint8Array(IV_BYTES + sealed.byteLength);
      bytes.set(iv);
      bytes.set(new Uint8Array(sealed), IV_BYTES);
      return VERSION + printBase64Url(bytes);
    },
    async open(place, cursor) {
      const bytes =
        cursor.startsWith(VERSION) && cursor.length <= MOST_CHARACTERS
          ? readBase64Url(cursor.slice(VERSION.length))
          : undefined;
      if (bytes === undefined || bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      try {
        const algorithm = algorithmFor(bytes.slice(0, IV_BYTES), place);
        return decoder.decode(await subtle.decrypt(algorithm, await keyOf(), bytes.slice(IV_BYTES)));
      } catch {
        // It was changed, or belongs elsewhere.
        return undefined;
      }
    },
    digest: async (bytes) =>
      printBase64Url(new Uint8Array(await subtle.digest('SHA-256', Uint8Array.from(bytes)))),
  };
}

/** The globals that this module needs beyond ECMAScript: those of browsers, Node, Deno and workers. */
interface Platform {
  readonly TextEncoder: new () => { encode(text: string): Bytes };
  readonly TextDecoder: new () => { decode(bytes: ArrayBuffer): string };
  btoa(binary: string): string;
  atob(text: string): string;
}

const platform = globalThis as unknown as Platform;
const encoder = new platform.TextEncoder();
const decoder = new platform.TextDecoder();

/** The UTF-8 bytes of a text. */
export const encodeText = (text: string): Bytes => encoder.encode(text);

function algorithmFor(iv: Bytes, place: string): CursorAlgorithm {
  return { name: 'AES-GCM', iv, additionalData: encoder.encode(place) };
}

function random(crypto: CursorCrypto, length: number): Bytes {
  const bytes = new Uint8Array(length);
  crypto.getRandomValues(bytes);
  return bytes;
}

function printBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return platform.btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Base64 can spell the same bytes in several ways; only the one that is printed is accepted. */
function readBase64Url(text: string): Bytes | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    const binary = platform.atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
    return printBase64Url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
