/**
 * Escaping of text and attribute values (XO-4, TY-4). Everything that a writer of this repository puts between markup comes
 * through here, and markup itself consists of names of the schema only: JSON cannot inject any (SE-3).
 */

/** Escape text content: `&`, `<`, `>`, and CR, which a reader would otherwise normalise away. */
export function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? escapeMarkup(text) : text;
}

/** Escape an attribute value: also the quote, and the white space that attribute normalisation would change. */
export function escapeAttribute(text: string): string {
  if (!/[&<>"\t\n\r]/.test(text)) return text;
  return escapeMarkup(text).replace(/"/g, '&quot;').replace(/\t/g, '&#x9;').replace(/\n/g, '&#xA;');
}

/** One pass per character, `&` first: each is a native one, where a callback would be called ten million times. */
function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#xD;');
}
