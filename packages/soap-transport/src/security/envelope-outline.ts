/** The positions of the parts of an envelope in its text, as offsets in UTF-16 units. */
export interface EnvelopeOutline {
  /** Just after the name of the start tag of `Body`. */
  readonly bodyNameEnd: number;
  /** The attributes of that tag as written. */
  readonly bodyAttributes: string;
  /** The start of the end tag of the `wsse:Security` header block, if there is one that is not empty. */
  readonly securityEnd: number | undefined;
}

/** A tag, comment, CDATA section or processing instruction; text lies between two of them. */
const MARKUP =
  /<(?:!--[\s\S]*?--|!\[CDATA\[[\s\S]*?\]\]|\?[\s\S]*?\?|(\/?)([^\s/>!?]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?))>/g;

/**
 * Finds the positions at which a signature needs to write. Not a parser: it reads envelopes that this process wrote, tag by tag,
 * and stops at the Body. Returns `undefined` if there is no Envelope with a Body.
 */
export function readEnvelopeOutline(text: string): EnvelopeOutline | undefined {
  const markup = new RegExp(MARKUP);
  let depth = 0;
  let inHeader = false;
  let security: string | undefined;
  let securityEnd: number | undefined;
  for (let match = markup.exec(text); match !== null; match = markup.exec(text)) {
    const [, close, name, attributes = '', empty] = match;
    if (name === undefined) continue;
    if (close === '/') {
      depth -= 1;
      if (depth === 1) inHeader = false;
      if (depth === 2 && inHeader && name === security) {
        securityEnd = match.index;
        security = undefined;
      }
      continue;
    }
    const local = name.slice(name.indexOf(':') + 1);
    if (depth === 1 && local === 'Body') {
      return { bodyNameEnd: match.index + 1 + name.length, bodyAttributes: attributes, securityEnd };
    }
    if (empty === '/') continue;
    if (depth === 1 && local === 'Header') inHeader = true;
    if (depth === 2 && inHeader && local === 'Security' && securityEnd === undefined) security = name;
    depth += 1;
  }
  return undefined;
}
