/** A rule of HTTP that a response breaks. */
export interface BrokenRule {
  /** Lower case, without a full stop, with the section of its specification. */
  readonly rule: string;
  /** The byte that breaks it. */
  readonly byte?: number | undefined;
  /** Whether the lenient reading accepts it. */
  readonly mends: boolean;
}

/** A header section that was read. */
export interface HeaderSection {
  /** The section as RFC 9112 writes it, with its empty line. Absent if nothing had to be changed, or the section is refused. */
  readonly rewritten?: Buffer;
  /** The first rule that the section breaks. The lenient reading refuses the section only if it does not repair this. */
  readonly broken?: BrokenRule;
  /** Whether the body is in chunks. */
  readonly chunked: boolean;
}

const [TAB, LF, CR, SPACE, COMMA, COLON, DELETE] = [0x09, 0x0a, 0x0d, 0x20, 0x2c, 0x3a, 0x7f];

/** The rules that more than one place names. */
export const RULES = {
  lineEnd: 'a line of the header section does not end with CR and LF (RFC 9112 §2.2)',
  both: 'it has both Content-Length and Transfer-Encoding, as in an attempt to split responses (RFC 9112 §6.3)',
  lengths: 'Content-Length is there twice with different values (RFC 9112 §6.3)',
  length: 'Content-Length is not a number (RFC 9110 §8.6)',
  control: 'a header field value has a control character (RFC 9110 §5.5)',
  colon: 'a header field name has white space before its colon (RFC 9112 §5.1)',
  name: 'a header field name has a character that no name has, such as a space (RFC 9110 §5.1)',
  noColon: 'a line of the header section has no colon (RFC 9112 §5)',
  leading: 'a line with leading white space follows the status line (RFC 9112 §2.2)',
} as const;

/**
 * Finds the end of the header section at `from`: the index after its empty line, or -1. Lines end with LF, with or without CR, so that a
 * section with other line ends is found, named and refused instead of waited for.
 *
 * @param scanned where an earlier search of the same section stopped
 */
export function endOfSection(bytes: Buffer, from: number, scanned: number = from): number {
  for (let at = bytes.indexOf(LF, scanned); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1];
    if (next === LF) return at + 2;
    if (next === CR && bytes[at + 2] === LF) return at + 3;
  }
  return -1;
}

/** The work of a reader on a section and its body. */
export type SectionKind = 'plain' | 'chunked' | 'unusual';

/**
 * Whether a section may have something that undici refuses and RFC 9112 lets a client read: a folded field line, or a length that is
 * there twice (`unusual`). Otherwise, whether its body is in chunks. Much cheaper than reading the section.
 */
export function kindOfSection(bytes: Buffer, start: number, end: number): SectionKind {
  let lengths = 0;
  let kind: SectionKind = 'plain';
  for (let at = bytes.indexOf(LF, start); at !== -1 && at < end; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next === SPACE || next === TAB) return 'unusual';
    // `Transfer-Encoding:`, and `Content-Length:` or another name of this length with this first letter.
    if ((next | 0x20) === 0x74 && bytes[at + 18] === COLON) {
      if (isChunked(bytes, at + 1)) kind = 'chunked';
      continue;
    }
    if ((next | 0x20) !== 0x63 || bytes[at + 15] !== COLON) continue;
    lengths += 1;
    if (lengths > 1) return 'unusual';
    for (let value = at + 16; value < end && bytes[value] !== LF; value += 1) {
      if (bytes[value] === COMMA) return 'unusual';
    }
  }
  return kind;
}

/** Whether the field line at `start` says that the last transfer coding is `chunked`. */
function isChunked(bytes: Buffer, start: number): boolean {
  const line = bytes.toString('latin1', start, bytes.indexOf(LF, start)).toLowerCase();
  return line.startsWith('transfer-encoding:') && lastCoding(line.slice(18).replace('\r', '')) === 'chunked';
}

function lastCoding(value: string): string {
  return trim(value.slice(value.lastIndexOf(',') + 1)).toLowerCase();
}

/** A field line without its folds. Latin-1, so that each unit is a byte. */
interface Field {
  readonly name: string;
  value: string;
}

/**
 * Reads a header section from its status line to its empty line. Always read: folded field lines (RFC 9112 §5.2) and equal lengths
 * (§6.3). Read by a lenient reader only: what `broken` says that it repairs. Linear in the section.
 *
 * @example
 * ```ts
 * const { broken } = readHeaderSection(Buffer.from('HTTP/1.1 200 OK\nX-A : 1\n\n'));
 * broken?.rule; // 'a line of the header section does not end with CR and LF (RFC 9112 §2.2)'
 * ```
 */
export function readHeaderSection(bytes: Buffer): HeaderSection {
  const lines = bytes.toString('latin1').split('\n');
  // The empty line, and the nothing after it.
  lines.length -= 2;
  let broken: BrokenRule | undefined;
  const breaks = (rule: string, byte: number | undefined, mends = true): void => {
    // Problems that cannot be repaired come first, because they decide.
    if (broken === undefined || (broken.mends && !mends)) broken = { rule, byte, mends };
  };
  const fields: Field[] = [];
  let isChanged = false;
  /** The field that a fold continues; `null` if its line is dropped, `undefined` after the status line. */
  let last: Field | null | undefined;
  let statusLine: string | undefined;
  if (bytes.at(-2) !== CR) breaks(RULES.lineEnd, LF);
  for (const ended of lines) {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended;
    if (line === ended) breaks(RULES.lineEnd, LF);
    if (statusLine === undefined) {
      statusLine = line;
      continue;
    }
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (last === undefined) {
        breaks(RULES.leading, line.charCodeAt(0));
        last = null;
      } else if (last !== null) last.value += ` ${trim(line)}`;
      isChanged = true;
      continue;
    }
    last = readField(line, breaks);
    if (last !== null) fields.push(last);
  }
  for (const field of fields) checkValue(field, breaks);
  const length = readLength(fields, breaks);
  const codings = fields.filter(({ name }) => isNamed(name, 'transfer-encoding'));
  const coding = lastCoding(codings.at(-1)?.value ?? '');
  if (length !== undefined && codings.length > 0) breaks(RULES.both, undefined, false);
  const isRefused = broken?.mends === false;
  isChanged ||= broken !== undefined || length?.isRepeated === true;
  const section = { chunked: coding === 'chunked', ...(broken !== undefined && { broken }) };
  if (isRefused || !isChanged) return section;
  const written = fields
    .filter(({ name }) => length === undefined || !isNamed(name, 'content-length'))
    .map(({ name, value }) => `${name}: ${value}\r\n`);
  if (length !== undefined) written.push(`Content-Length: ${length.value}\r\n`);
  const text = `${statusLine ?? ''}\r\n${written.join('')}\r\n`;
  return { ...section, rewritten: Buffer.from(text, 'latin1') };
}

type Breaks = (rule: string, byte: number | undefined, mends?: boolean) => void;

/** Returns `null` for a line that the lenient reading drops. */
function readField(line: string, breaks: Breaks): Field | null {
  const colon = line.indexOf(':');
  if (colon === -1) {
    breaks(RULES.noColon, undefined);
    return null;
  }
  const before = line.slice(0, colon);
  const name = trimEnd(before);
  if (name !== before) breaks(RULES.colon, before.charCodeAt(name.length));
  const wrong = firstNonToken(name);
  if (wrong === -1) return { name, value: trim(line.slice(colon + 1)) };
  // Dropping a length or a coding would change where the body ends.
  const mends = !/(?:content-?length|transfer-?encoding)/i.test(name.replace(/[^A-Za-z-]/g, ''));
  breaks(RULES.name, name === '' ? COLON : name.charCodeAt(wrong), mends);
  return null;
}

/** Replaces control characters by spaces, as RFC 9110 §5.5 allows; in fields that delimit the body they are refused. */
function checkValue(field: Field, breaks: Breaks): void {
  const { name, value } = field;
  let clean = '';
  let from = 0;
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    if ((unit >= SPACE && unit !== DELETE) || unit === TAB) continue;
    breaks(RULES.control, unit, !isNamed(name, 'content-length') && !isNamed(name, 'transfer-encoding'));
    clean += `${value.slice(from, at)} `;
    from = at + 1;
  }
  if (from > 0) field.value = clean + value.slice(from);
}

/** The length of the body; equal ones count once (RFC 9112 §6.3). */
function readLength(
  fields: readonly Field[],
  breaks: Breaks,
): { readonly value: string; readonly isRepeated: boolean } | undefined {
  const values = fields
    .filter(({ name }) => isNamed(name, 'content-length'))
    .flatMap(({ value }) => value.split(',').map(trim));
  const [first] = values;
  if (first === undefined) return undefined;
  const wrong = values.find((value) => !/^\d{1,15}$/.test(value));
  if (wrong !== undefined) breaks(RULES.length, wrong.charCodeAt(wrong.search(/\D/)) || undefined, false);
  else if (values.some((value) => Number(value) !== Number(first))) breaks(RULES.lengths, undefined, false);
  return { value: first, isRepeated: values.length > 1 };
}

/** Whether a field has this name, which is given in lower case. */
function isNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted;
}

/** The characters of a token (RFC 9110 §5.6.2). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]$/;

/** The index of the first character that no name has: 0 for an empty name, -1 if there is none. */
function firstNonToken(name: string): number {
  if (name === '') return 0;
  for (let at = 0; at < name.length; at += 1) {
    if (!TOKEN.test(name.charAt(at))) return at;
  }
  return -1;
}

function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes the white space of HTTP around a value. */
function trim(text: string): string {
  let start = 0;
  while (start < text.length && isBlank(text.charCodeAt(start))) start += 1;
  return trimEnd(text.slice(start));
}
