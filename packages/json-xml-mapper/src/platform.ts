import type { Bytes } from '@soapstone/soap-model/bytes';

/**
 * The platform features that this package needs beyond ECMAScript 2023: three classes that browsers, Node, Deno and workers all have
 * as globals, and an optional one of Node. They are accessed through `globalThis`, so that neither DOM nor Node types are needed.
 */
interface PlatformTextEncoder {
  encode(text: string): Bytes;
  encodeInto(text: string, bytes: Uint8Array): { readonly written: number };
}

interface PlatformTextDecoder {
  decode(bytes: Uint8Array, options?: { stream: boolean }): string;
}

const platform = globalThis as unknown as {
  readonly TextEncoder: new () => PlatformTextEncoder;
  readonly TextDecoder: new (
    label: string,
    options: { fatal: boolean; ignoreBOM: boolean },
  ) => PlatformTextDecoder;
  readonly Buffer?: { allocUnsafeSlow(length: number): Bytes };
  readonly URL: { new (url: string): URL; canParse(url: string): boolean };
};

/** The members of a `URL` that this package uses. */
export interface URL {
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}

export const URL: (typeof platform)['URL'] = platform.URL;

const encoder: PlatformTextEncoder = new platform.TextEncoder();
const decoder: PlatformTextDecoder = new platform.TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Encodes text as UTF-8. A lone surrogate becomes U+FFFD, so callers check for those first. */
export function encodeUtf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Encodes into the caller's memory, which needs three bytes for each UTF-16 unit. @returns how many bytes were written */
export function encodeUtf8Into(text: string, bytes: Uint8Array): number {
  return encoder.encodeInto(text, bytes).written;
}

/** Decodes UTF-8 strictly; a byte order mark is kept as U+FEFF. Throws a `TypeError` for invalid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Decodes a text that arrives in pieces; `stream: false` ends it. */
export interface StreamDecoder {
  decode(bytes: Uint8Array, options: { stream: boolean }): string;
}

/** A strict decoder for an encoding, by its label in the WHATWG Encoding Standard. Its `decode` throws a `TypeError`. */
export function decodeStream(label: string): StreamDecoder {
  return new platform.TextDecoder(label, { fatal: true, ignoreBOM: true });
}

/**
 * Allocates bytes that will all be written before they are read, uncleared if the platform supports it. Unwritten bytes would
 * expose earlier contents.
 *
 * @param length in bytes
 */
export function allocateUncleared(length: number): Bytes {
  const { Buffer } = platform;
  // A plain `Uint8Array`: a Buffer has other methods than callers are promised.
  return Buffer === undefined
    ? new Uint8Array(length)
    : new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
}
