/**
 * Escaping of text and attribute values (XO-4, TY-4). Everything that the encoder writes between markup comes through
 * here, and markup itself is made of names of the schema only: JSON cannot inject any (SE-3).
 */

/** Escape text content: `&`, `<`, `>`, and CR, which a reader would otherwise normalise away. */
export function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, replaceChar) : text;
}

/** Escape an attribute value: also the quote, and the white space that attribute normalisation would change. */
export function escapeAttribute(text: string): string {
  return /[&<>"\t\n\r]/.test(text) ? text.replace(/[&<>"\t\n\r]/g, replaceChar) : text;
}

function replaceChar(char: string): string {
  switch (char) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '"':
      return '&quot;';
    case '\t':
      return '&#x9;';
    case '\n':
      return '&#xA;';
    default:
      return '&#xD;';
  }
}
