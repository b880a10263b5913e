const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/**
 * Whether a JSON text has more than about `most` values and names. Counts without parsing, because a parser would create them all: 30 MB of
 * empty arrays become half a gigabyte. Linear in the text, and fast for long strings.
 */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]!;
    if (byte === QUOTE) {
      let end = text.indexOf(QUOTE, at + 1);
      while (end !== -1 && isEscaped(text, end, at)) {
        count += 1;
        if (count > most) return true;
        end = text.indexOf(QUOTE, end + 1);
      }
      // An unterminated string is an error that the parser will report.
      if (end === -1) return false;
      at = end;
    } else if (byte === 0x2c || byte === 0x3a || byte === 0x5b || byte === 0x7b) {
      // A value or a name follows one of `,:[{`.
      count += 1;
    }
    if (count > most) return true;
  }
  return false;
}

/** Whether the quote at `at` follows an odd number of backslashes. The string starts at `start`. */
function isEscaped(text: Buffer, at: number, start: number): boolean {
  let before = at - 1;
  while (before > start && text[before] === BACKSLASH) before -= 1;
  return (at - 1 - before) % 2 === 1;
}
