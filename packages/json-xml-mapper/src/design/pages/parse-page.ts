import { isJsonNumber } from '../../json/json-number.js';
import { describe, isRecord, nameOf, ownValue, refuseEmpty } from '../design-data.js';
import { DESIGN_LIMITS } from '../limits.js';
import { type EntryReader, nameIn, pathIn, recordOf } from '../session-fields.js';
import type { PageEnd, PageKeep, PageMover, PagePath, ParsedPage } from './parsed-page.js';

type Data = Readonly<Record<string, unknown>>;

const MOVERS: readonly string[] = ['start', 'number', 'after'];
const ENDS = ['more', 'done', 'total', 'pages'] as const;

/** The parts of a page. */
const PAGE_PARTS: readonly string[] = [
  'items',
  'size',
  ...MOVERS,
  'from',
  'next',
  ...ENDS,
  'keep',
  'continue',
  'most',
];

/** Reads how the result of an operation is divided into pages. Reports every problem; undefined if there is one that hides the rest. */
export function readPage(
  operation: string,
  data: unknown,
  at: readonly string[],
  reader: EntryReader,
): ParsedPage | undefined {
  const given = recordOf(withoutNulls(data), at, PAGE_PARTS, reader);
  if (given === undefined) return undefined;
  const items = requiredPath(given, 'items', 'the list in the result: items: Users/User', at, reader);
  const size = optionalPath(given, 'size', at, reader);
  const mover = readMover(given, at, reader);
  const end = readEnd(given, mover, at, reader);
  const keep = readKeep(ownValue(given, 'keep'), [...at, 'keep'], reader);
  const continuation = nameIn(given, 'continue', at, 'an operation', reader);
  if (continuation === operation)
    reader.report([...at, 'continue'], `changes nothing: without it, ${operation} returns the later pages`);
  const most = readMost(ownValue(given, 'most'), [...at, 'most'], reader);
  checkMembers([mover?.to, size, ...keep.map(({ to }) => to)], reader);
  if (items === undefined || mover === undefined) return undefined;
  return {
    operation,
    at,
    items,
    mover,
    keep,
    most,
    ...(size && { size }),
    ...(end && { end }),
    ...(continuation !== undefined && { continuation }),
  };
}

/** Each member of the input has one value. */
function checkMembers(members: readonly (PagePath | undefined)[], reader: EntryReader): void {
  const seen = new Map<string, PagePath>();
  for (const member of members) {
    const id = JSON.stringify(member?.keys);
    const other = seen.get(id);
    if (member !== undefined && other !== undefined)
      reader.report(member.at, `must not be the member of ${nameOf(other.at)} too`);
    else if (member !== undefined) seen.set(id, member);
  }
}

/** `null` is absent, as in all of a design. */
function withoutNulls(data: unknown): unknown {
  if (!isRecord(data)) return data;
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

function readMover(data: Data, at: readonly string[], reader: EntryReader): PageMover | undefined {
  const kinds = MOVERS.filter((kind) => ownValue(data, kind) !== undefined);
  const [kind] = kinds;
  const from = ownValue(data, 'from');
  const next = optionalPath(data, 'next', at, reader);
  if (kind === undefined || kinds.length > 1) {
    const got = kind === undefined ? '' : `, not ${kinds.length}`;
    reader.report(
      at,
      `must have one of start (the index of the first item), number (that of the page) and after (what the result has as next)${got}`,
    );
    return undefined;
  }
  const to = optionalPath(data, kind, at, reader);
  if (kind === 'after') {
    if (from !== undefined)
      reader.report(
        [...at, 'from'],
        'must be absent: the first request has no after, or the default of its member',
      );
    if (ownValue(data, 'next') === undefined)
      reader.report(at, 'must have next, the member of the result that the next request sends as after');
    return to && next && { kind, to, next };
  }
  if (ownValue(data, 'next') !== undefined)
    reader.report([...at, 'next'], `must be absent: ${kind} is counted, and not in the result`);
  const first = wholeNumber(from);
  if (from === undefined)
    reader.report(
      at,
      `must have from, the ${kind === 'start' ? 'index of the first item' : 'number of the first page'}: from: 1`,
    );
  else if (!(first >= 0 && first <= 1))
    reader.report([...at, 'from'], `must be 0 or 1, got ${describe(from)}`);
  return to && { kind: kind as 'start' | 'number', to, from: first };
}

function readEnd(
  data: Data,
  mover: PageMover | undefined,
  at: readonly string[],
  reader: EntryReader,
): PageEnd | undefined {
  const kinds = ENDS.filter((kind) => ownValue(data, kind) !== undefined);
  for (const kind of kinds.slice(1))
    reader.report([...at, kind], `must be absent beside ${kinds[0]}: one member says whether there is more`);
  const [kind] = kinds;
  if (kind === undefined) return undefined;
  if (kind === 'pages' && mover !== undefined && mover.kind !== 'number')
    reader.report([...at, kind], 'must be absent: only pages with a number are counted');
  const path = optionalPath(data, kind, at, reader);
  return path && { kind, path };
}

function readKeep(value: unknown, at: readonly string[], reader: EntryReader): readonly PageKeep[] {
  if (value === undefined) return [];
  if (!isRecord(value)) {
    reader.report(at, `must be an object, { SearchId: Result/SearchId }, got ${describe(value)}`);
    return [];
  }
  const names = Object.keys(value);
  if (refuseEmpty(names, at, reader)) return [];
  if (names.length > DESIGN_LIMITS.pageKeeps) {
    reader.report(at, `must not have more than ${DESIGN_LIMITS.pageKeeps} members`);
    return [];
  }
  return names.flatMap((name): readonly PageKeep[] => {
    const to = reader.parsePath(name, [...at, name]);
    const from = optionalPath(value, name, at, reader);
    return to && from ? [{ to: { keys: to, at: [...at, name] }, from }] : [];
  });
}

function readMost(value: unknown, at: readonly string[], reader: EntryReader): number {
  if (value === undefined) return DESIGN_LIMITS.pages;
  const most = wholeNumber(value);
  if (most >= 1 && most <= DESIGN_LIMITS.mostPages) {
    if (most === DESIGN_LIMITS.pages) reader.report(at, `changes nothing: it is ${most} without it`);
    return most;
  }
  reader.report(at, `must be a number of pages from 1 to ${DESIGN_LIMITS.mostPages}, got ${describe(value)}`);
  return DESIGN_LIMITS.pages;
}

function requiredPath(
  data: Data,
  key: string,
  what: string,
  at: readonly string[],
  reader: EntryReader,
): PagePath | undefined {
  if (ownValue(data, key) === undefined) {
    reader.report(at, `must name ${what}`);
    return undefined;
  }
  return optionalPath(data, key, at, reader);
}

function optionalPath(
  data: Data,
  key: string,
  at: readonly string[],
  reader: EntryReader,
): PagePath | undefined {
  if (ownValue(data, key) === undefined) return undefined;
  const keys = pathIn(data, key, at, reader);
  return keys && { keys, at: [...at, key] };
}

/** NaN for anything but a whole number; a reader of files may return large types for small numbers. */
function wholeNumber(value: unknown): number {
  const isNumber = typeof value === 'number' || typeof value === 'bigint' || isJsonNumber(value);
  const number = isNumber ? Number(String(value)) : Number.NaN;
  return Number.isInteger(number) ? number : Number.NaN;
}
