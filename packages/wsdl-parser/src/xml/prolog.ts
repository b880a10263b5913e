import { defined } from '@soapstone/options/defined';
import type { SourceLocation } from '@soapstone/soap-model';
import { refusal } from '../errors.js';
import { checkDoctype } from './doctype-grammar.js';
import { type EntityTable, readInternalSubset } from './entities.js';
import { linePosition } from './line-positions.js';
import { TextScanner } from './text-scanner.js';

/** A document ready for an engine: no XML declaration, no DOCTYPE, and the entities that the DOCTYPE declared. */
export interface PreparedDocument {
  /** As long as the original: removed parts are white space now, so that every position is still valid. */
  readonly text: string;
  /** Absent if there is no DOCTYPE. */
  readonly entities: EntityTable | undefined;
}

/** The maximum length of a DOCTYPE. The longest of a published schema has about 5,000 characters. */
const DOCTYPE_LENGTH = 64 * 1024;

/** A declaration has three short attributes; this leaves room for much white space. */
const DECLARATION_LENGTH = 1024;
/** XML 1.0 [23]. Any 1.x is read as 1.0 (§2.8). */
const DECLARATION =
  /^<\?xml[\t\n\r ]+version[\t\n\r ]*=[\t\n\r ]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[\t\n\r ]+encoding[\t\n\r ]*=[\t\n\r ]*(?:"[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?(?:[\t\n\r ]+standalone[\t\n\r ]*=[\t\n\r ]*(?:"(?:yes|no)"|'(?:yes|no)'))?[\t\n\r ]*\?>$/;
const MALFORMED_DECLARATION =
  'cannot read the XML: its declaration is malformed: it has a version, then an encoding and standalone="yes" or "no" if at all, in quotes';

/**
 * Reads what appears before the root element.
 *
 *     prolog ::= XMLDecl? Misc* (doctypedecl Misc*)?
 *
 * The XML declaration has done its work when the text is decoded, and an engine that believed its encoding would be wrong.
 * White space before it, which XML forbids and many servers send, is harmless then. The DOCTYPE is ours to handle, the same
 * for every engine: nothing that it names is ever loaded.
 *
 * @see https://www.w3.org/TR/xml/#NT-prolog
 * @throws {WsdlError} `NOT_WELL_FORMED` for a malformed declaration or DOCTYPE, `DOCTYPE_REFUSED` for one that is too long or has no end
 */
export function readProlog(text: string, file: string, entityText: number): PreparedDocument {
  const locate = (offset: number): SourceLocation => ({ file, ...linePosition(text, offset) });
  let at = skipSpace(text, 0);
  let prepared = text;
  let entities: EntityTable | undefined;
  if (/^<\?xml(?:\s|\?>)/.test(text.slice(at, at + 7))) {
    const end = text.indexOf('?>', at);
    if (end === -1 || end - at > DECLARATION_LENGTH || !DECLARATION.test(text.slice(at, end + 2))) {
      throw refusal('NOT_WELL_FORMED', locate(at), MALFORMED_DECLARATION);
    }
    prepared = blank(prepared, at, end + 2);
    at = end + 2;
  }
  at = skipMisc(text, at);
  if (text.startsWith('<!DOCTYPE', at)) {
    const subset = readDoctype(text, at, locate);
    if (subset.close - at > DOCTYPE_LENGTH) {
      throw refusal(
        'DOCTYPE_REFUSED',
        locate(at),
        `cannot read the DOCTYPE: it is over ${DOCTYPE_LENGTH} characters`,
      );
    }
    checkDoctype(
      new TextScanner(text, at, subset.close, ({ offset, reason }) => {
        throw refusal('NOT_WELL_FORMED', locate(offset), `cannot read the DOCTYPE: ${reason}`);
      }),
    );
    entities =
      subset.start === undefined
        ? new Map()
        : readInternalSubset(text.slice(subset.start, subset.end), entityText);
    prepared = blank(prepared, at, subset.close);
    const next = skipMisc(text, subset.close);
    if (text.startsWith('<!DOCTYPE', next)) {
      throw refusal('DOCTYPE_REFUSED', locate(next), 'cannot read a second DOCTYPE');
    }
  }
  return { text: prepared, entities };
}

/**
 * Finds the ends of a DOCTYPE and of its internal subset.
 *
 *     doctypedecl ::= '<!DOCTYPE' S Name (S ExternalID)? S? ('[' intSubset ']' S?)? '>'
 *
 * Quotes, comments and processing instructions hide the characters that would end it.
 */
function readDoctype(
  text: string,
  from: number,
  locate: (offset: number) => SourceLocation,
): { start?: number; end: number; close: number } {
  let at = from + '<!DOCTYPE'.length;
  let start: number | undefined;
  let end = at;
  while (at < text.length) {
    const c = text[at];
    const inside = start !== undefined && end < start;
    if (c === '"' || c === "'") at = skipPast(text, c, at + 1);
    else if (inside && text.startsWith('<!--', at)) at = skipPast(text, '-->', at + 4);
    else if (inside && text.startsWith('<?', at)) at = skipPast(text, '?>', at + 2);
    else if (c === '[' && start === undefined) {
      at += 1;
      start = at;
      end = at - 1;
    } else if (c === ']' && inside) {
      end = at;
      at += 1;
    } else if (c === '>' && !inside) {
      return { ...defined({ start }), end, close: at + 1 };
    } else at += 1;
  }
  throw refusal('DOCTYPE_REFUSED', locate(from), 'cannot read the DOCTYPE: it is not closed');
}

/** The offset after white space, comments and processing instructions. */
function skipMisc(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = skipSpace(text, at);
    if (text.startsWith('<!--', at)) at = skipPast(text, '-->', at + 4);
    else if (text.startsWith('<?', at)) at = skipPast(text, '?>', at + 2);
    else return at;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n\uFEFF'.includes(text[at] ?? '')) at += 1;
  return at;
}

/** The offset after `terminator`, or the end of the text. */
function skipPast(text: string, terminator: string, from: number): number {
  const found = text.indexOf(terminator, from);
  return found === -1 ? text.length : found + terminator.length;
}

/**
 * The text with `[from, to)` replaced by white space of the same lines. Uses join instead of concatenation, because a concatenated
 * string is a tree, and a parser that reads every character of it takes twice as long.
 */
function blank(text: string, from: number, to: number): string {
  return [text.slice(0, from), text.slice(from, to).replace(/[^\r\n]/g, ' '), text.slice(to)].join('');
}
