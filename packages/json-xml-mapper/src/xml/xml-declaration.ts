import { WHITE_SPACE } from './bytes/byte-classes.js';
import { XmlError } from './xml-error.js';

const OPEN = '<?xml';
/** A declaration has three short attributes; this leaves room for much white space. */
const MAX_LENGTH = 1024;

/**
 * XML 1.0 [23]. The encoding was determined earlier (`encoding.ts`); only the form is checked here. Any 1.x is read as 1.0 (§2.8).
 */
const DECLARATION =
  /^<\?xml[\t\n\r ]+version[\t\n\r ]*=[\t\n\r ]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[\t\n\r ]+encoding[\t\n\r ]*=[\t\n\r ]*(?:"[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?(?:[\t\n\r ]+standalone[\t\n\r ]*=[\t\n\r ]*(?:"(?:yes|no)"|'(?:yes|no)'))?[\t\n\r ]*\?>$/;

const USUAL: readonly Uint8Array[] = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<?xml version="1.0" encoding="utf-8"?>',
  '<?xml version="1.0"?>',
  "<?xml version='1.0' encoding='UTF-8'?>",
].map((text) => Uint8Array.from(text, (character) => character.charCodeAt(0)));

/** The length of the usual UTF-8 declaration at the start of a document, or 0. */
export function usualDeclaration(bytes: Uint8Array): number {
  for (const usual of USUAL) if (startsWith(bytes, usual)) return usual.length;
  return 0;
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  for (let i = 0; i < start.length; i++) if (bytes[i] !== start[i]) return false;
  return true;
}

/**
 * Reads the XML declaration at the start of a document, if there is one.
 *
 * @returns the position after it, or -1 if more bytes are needed
 */
export function readXmlDeclaration({
  bytes,
  end,
  final,
}: {
  readonly bytes: Uint8Array;
  readonly end: number;
  readonly final: boolean;
}): number {
  for (let i = 0; i <= OPEN.length; i++) {
    if (i >= end) return final ? 0 : -1;
    const fits = i < OPEN.length ? bytes[i] === OPEN.charCodeAt(i) : WHITE_SPACE[bytes[i]!] === 1;
    if (!fits) return 0;
  }
  // Practically every document starts with one of these, byte for byte.
  const usual = usualDeclaration(bytes);
  if (usual > 0) return usual;
  const close = bytes.subarray(0, Math.min(end, MAX_LENGTH)).indexOf(0x3e);
  if (close < 0 && end < MAX_LENGTH && !final) return -1;
  const declaration = String.fromCharCode(...bytes.subarray(0, close + 1));
  if (close < 0 || !DECLARATION.test(declaration)) {
    throw new XmlError({ code: 'SYNTAX', message: 'not an XML declaration', offset: 0 });
  }
  return close + 1;
}
