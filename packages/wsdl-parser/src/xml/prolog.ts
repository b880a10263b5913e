import type { SourceLocation } from '@soapstone/soap-model';
import { defined } from '@soapstone/soap-model/defined';
import { refusal } from '../errors.js';
import { type EntityTable, readInternalSubset } from './entities.js';
import { linePosition } from './line-positions.js';

/** A document ready for an engine: no XML declaration, no DOCTYPE, and the entities that the DOCTYPE declared. */
export interface PreparedDocument {
  /** As long as the original: removed parts are white space now, so that every position is still valid. */
  readonly text: string;
  /** Absent if there is no DOCTYPE. */
  readonly entities: EntityTable | undefined;
}

/** The maximum length of a DOCTYPE. The longest of a published schema has about 5,000 characters. */
const DOCTYPE_LENGTH = 64 * 1024;

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
 * @throws {WsdlError} `DOCTYPE_REFUSED` if the DOCTYPE cannot be read to its end
 */
export function readProlog(text: string, file: string, entityText: number): PreparedDocument {
  const locate = (offset: number): SourceLocation => ({ file, ...linePosition(text, offset) });
  let at = skipSpace(text, 0);
  let prepared = text;
  let entities: EntityTable | undefined;
  if (/^<\?xml\s/.test(text.slice(at, at + 6))) {
    const end = text.indexOf('?>', at);
    if (end === -1) return { text, entities };
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
