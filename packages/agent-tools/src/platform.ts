/**
 * The parts of the platform that this package needs beyond ECMAScript 2023. They are reached through `globalThis`, so that neither DOM
 * nor Node typings are needed.
 */
const platform = globalThis as unknown as {
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly TextDecoder: new (
    label: string,
    options: { fatal: boolean; ignoreBOM: boolean },
  ) => { decode(bytes: Uint8Array): string };
};

const encoder = new platform.TextEncoder();
const decoder = new platform.TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Encodes text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Decodes UTF-8 strictly. Throws a `TypeError` for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The base64 text of bytes. */
export function toBase64(bytes: Uint8Array): string {
  const { btoa } = globalThis as unknown as { btoa(binary: string): string };
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x2000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  return btoa(binary);
}
