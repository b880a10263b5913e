/** A start tag or empty-element tag, with its position in the text. */
export interface StartTag {
  readonly offset: number;
  readonly rawName: string;
}

/** The result of scanning a text for an engine without positions. */
export interface ScannedMarkup {
  /** The text with general entity references replaced by character references. */
  readonly text: string;
  /** In document order. */
  readonly startTags: readonly StartTag[];
}

/** Receives the markup that lets a document be rejected before parsing. Offsets never decrease. */
export interface MarkupHandler {
  startTag(tag: StartTag, depth: number): void;
  attribute(rawName: string): void;
  /** The replacement of a general entity reference that XML does not predefine. `isOutside` means before or after the root element. */
  expand(name: string, offset: number, isOutside: boolean): string;
  doctype(offset: number): never;
}

const PREDEFINED = new Set(['lt', 'gt', 'amp', 'apos', 'quot']);

/**
 * Finds the tags of a document without validating it; the parser rejects what is not well-formed. Markup-like text in comments,
 * CDATA sections and processing instructions is skipped.
 */
export function scanMarkup(text: string, handler: MarkupHandler): ScannedMarkup {
  const startTags: StartTag[] = [];
  const output: string[] = [];
  let copied = 0;
  let depth = 0;

  /** Replaces the references of `[from, to)`. */
  const replaceReferences = (from: number, to: number, isOutside: boolean): void => {
    let at = text.indexOf('&', from);
    while (at !== -1 && at < to) {
      const end = text.indexOf(';', at);
      if (end === -1 || end >= to) return;
      const name = text.slice(at + 1, end);
      if (!name.startsWith('#') && !PREDEFINED.has(name) && /^[^\s<&]+$/.test(name)) {
        output.push(text.slice(copied, at), characterReferences(handler.expand(name, at, isOutside)));
        copied = end + 1;
      }
      at = text.indexOf('&', at + 1);
    }
  };

  let at = 0;
  for (;;) {
    const open = text.indexOf('<', at);
    replaceReferences(at, open === -1 ? text.length : open, depth === 0);
    if (open === -1) break;
    if (text.startsWith('<!--', open)) at = after(text, '-->', open + 4);
    else if (text.startsWith('<![CDATA[', open)) at = after(text, ']]>', open + 9);
    else if (text.startsWith('<?', open)) at = after(text, '?>', open + 2);
    else if (text.startsWith('<!DOCTYPE', open)) handler.doctype(open);
    else if (text.startsWith('</', open)) {
      depth -= 1;
      at = after(text, '>', open + 2);
    } else {
      const nameEnd = endOfName(text, open + 1);
      const tag = { offset: open, rawName: text.slice(open + 1, nameEnd) };
      handler.startTag(tag, depth);
      startTags.push(tag);
      const end = scanAttributes(text, nameEnd, handler);
      replaceReferences(nameEnd, end, false);
      if (text[end - 2] !== '/') depth += 1;
      at = end;
    }
  }
  output.push(text.slice(copied));
  return { text: output.join(''), startTags };
}

/** The offset after the `>` that ends a tag; quoted values may contain that character. */
function scanAttributes(text: string, from: number, handler: MarkupHandler): number {
  let at = from;
  let nameStart = from;
  while (at < text.length) {
    const c = text[at];
    if (c === '>') return at + 1;
    if (c === '=') handler.attribute(text.slice(nameStart, at).trim());
    if (c === '"' || c === "'") {
      at = after(text, c, at + 1);
      nameStart = at;
    } else at += 1;
  }
  return text.length;
}

function endOfName(text: string, from: number): number {
  let at = from;
  while (at < text.length && !' \t\r\n/><'.includes(text[at] ?? '')) at += 1;
  return at;
}

function after(text: string, terminator: string, from: number): number {
  const found = text.indexOf(terminator, from);
  return found === -1 ? text.length : found + terminator.length;
}

/** Escapes plain text so that none of its characters is read as markup. */
function characterReferences(text: string): string {
  return text.replace(/[^A-Za-z0-9:/._-]/gu, (character) => `&#${character.codePointAt(0)};`);
}
