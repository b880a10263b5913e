/**
 * Returns the decoder of an XML document: for UTF-16 if its first bytes say so, else for the charset of HTTP, else that of its XML
 * declaration, else UTF-8.
 *
 * @param charset the one of the HTTP header
 * @returns undefined for an encoding that this runtime does not know
 */
export function decoderOf(
  bytes: Uint8Array,
  charset: string | undefined,
): InstanceType<typeof TextDecoder> | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
    return new TextDecoder('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return new TextDecoder('utf-16be');
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1];
  try {
    return new TextDecoder(charset ?? declared ?? 'utf-8');
  } catch {
    return undefined;
  }
}

/** Returns the charset of a Content-Type. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return /charset\s*=\s*"?([\w.-]+)/i.exec(contentType ?? '')?.[1];
}

/** Drops the encoding from an XML declaration, for a text that is written in UTF-8. */
export function withoutEncoding(text: string): string {
  return text.replace(
    /^(<\?xml[^>]{0,200}?)\s{1,20}encoding\s{0,20}=\s{0,20}(?:"[^"]{0,100}"|'[^']{0,100}')/,
    '$1',
  );
}
