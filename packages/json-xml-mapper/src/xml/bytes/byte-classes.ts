/**
 * Tables over the 256 byte values. The input has been validated as UTF-8 (`utf8.ts`) before any of them is used, so a
 * byte from 0x80 on is part of a character; the only such characters that XML forbids are U+FFFE and U+FFFF, which start
 * with 0xEF.
 */
export const WHITE_SPACE: Uint8Array = tableOf('\t\n\r ');
export const DIGIT: Uint8Array = tableOf('0123456789');

/** Bytes that a name may contain as far as one byte can tell; `xml-name.ts` checks the characters beyond ASCII. */
export const NAME: Uint8Array = withHighBytes(
  tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:'),
);
export const NAME_START: Uint8Array = withHighBytes(
  tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_:'),
);

/** Bytes at which character data needs a closer look: markup, references, `]]>`, line ends, forbidden characters. */
export const TEXT_STOP: Uint8Array = withControls(tableOf('<&]\r\u00EF'), '\t\n');
/** The same inside `<![CDATA[`, where `<` and `&` are data. */
export const CDATA_STOP: Uint8Array = withControls(tableOf(']\r\u00EF'), '\t\n');
/** The same inside a comment. */
export const COMMENT_STOP: Uint8Array = withControls(tableOf('-\u00EF'), '\t\n\r');
/** The same inside a processing instruction. */
export const INSTRUCTION_STOP: Uint8Array = withControls(tableOf('?\u00EF'), '\t\n\r');
/** The same inside an attribute value: both quotes, and white space that attribute normalisation turns into spaces. */
export const ATTRIBUTE_STOP: Uint8Array = withControls(tableOf('<&"\'\u00EF'), '');

/**
 * Bytes of character data that cannot be copied as they are into a JSON string. `]` and 0xEF are here for XML's sake, so
 * that one table serves reading and writing in the same loop.
 */
export const STRING_STOP: Uint8Array = withControls(tableOf('<&]"\\\u00EF'), '');

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

function withHighBytes(table: Uint8Array): Uint8Array {
  return table.fill(1, 0x80);
}

function withControls(table: Uint8Array, except: string): Uint8Array {
  for (let byte = 0; byte < 0x20; byte++) if (!except.includes(String.fromCharCode(byte))) table[byte] = 1;
  return table;
}
