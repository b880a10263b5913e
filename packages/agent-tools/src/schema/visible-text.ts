/**
 * Characters that a model reads but a person does not see: controls, characters that change the text direction or have no width, and tag
 * characters that can spell out a hidden instruction.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/g;

/** Shows every invisible character of a text as `[U+202E]`. */
export function showInvisible(text: string): string {
  return text.replace(
    INVISIBLE,
    (character) => `[U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

/**
 * Shows every invisible character of a JSON text as an escape such as `\u202e`. The value stays the same, because JSON allows them in
 * strings only.
 */
export function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, (character) => character.replace(/[\s\S]/g, escapeUnit));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Puts untrusted text on one line: shows invisible characters, collapses white space and truncates.
 *
 * @param longest the maximum length in UTF-16 code units, including the truncation mark
 */
export function plainLine(text: string, longest: number): string {
  // Ten times the shown length is enough unless nearly all of it is white space, and it bounds the work.
  const line = showInvisible(text.slice(0, 10 * longest))
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
