/** Everything that is not a Char of XML 1.0 (§2.2 [2]): controls, lone surrogates, U+FFFE, U+FFFF (TY-3). */
const ILLEGAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

/** Whether this text is allowed in an XML 1.0 document. */
export function isXmlText(text: string): boolean {
  return !ILLEGAL.test(text);
}

/** The first character that is not allowed in XML, as `U+0000`; for messages. */
export function firstIllegalChar(text: string): string | undefined {
  const code = ILLEGAL.exec(text)?.[0].codePointAt(0);
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
