import { assertOptions, bytes, type Check, members, numberFrom } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { joinBytes } from '@soapstone/soap-model/bytes';
import { WsdlError } from '../errors.js';
import { TextDecoder } from '../platform.js';
import { rootOf } from './look-up.js';

/** The limits of an archive. */
export interface ZipLimits {
  /** Total unpacked bytes of all entries. */
  readonly bytes: number;
  /** Entries of any kind. */
  readonly entries: number;
  /** The ratio of unpacked to packed size, for the whole archive. */
  readonly ratio: number;
}

export const DEFAULT_ZIP_LIMITS: ZipLimits = { bytes: 20 * 1024 * 1024, entries: 2000, ratio: 100 };

const zipLimits: Check = members<ZipLimits>(
  { bytes: numberFrom(0), entries: numberFrom(0), ratio: numberFrom(0) },
  ['bytes', 'entries', 'ratio'],
);

/** Files that can be documents of a description. Everything else in an archive is ignored. */
const DOCUMENT_NAME = /\.(wsdl|wsdl2|wsdl20|xsd|xml|svc|asmx)$/i;

/** The maximum number of entries that an error names. */
const MAX_NAMED = 20;

/** Packed bytes per step. Deflate expands at most 1,032 times, so a step produces about 1 MiB. */
const STEP = 1024;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  /** CRC-32 of the unpacked bytes. */
  readonly crc: number;
  readonly localHeader: number;
}

/** Whether bytes begin as a zip archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** How many bytes at the end of a file show whether it is an archive. */
export const ZIP_TAIL: number = 22 + 0xffff;

/**
 * Whether bytes are an archive although they do not begin as one: a self-extracting program or script has the archive at its end. Markup is
 * not one.
 *
 * @param start the first bytes
 * @param tail the last bytes, `ZIP_TAIL` if there are that many
 */
export function isSelfExtracting(start: Uint8Array, tail: Uint8Array): boolean {
  const first = start[0] ?? 0;
  // `<`, white space, and the first bytes of UTF-8, UTF-16 and EBCDIC with or without a mark.
  if (first <= 0x20 || [0x3c, 0x4c, 0xef, 0xfe, 0xff].includes(first)) return false;
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  return tail.length >= 22 && endRecord(view) !== undefined;
}

/**
 * Unpacks the documents of a zip archive into memory, by path. Never writes to disk. A file is a document if its name ends as one
 * (`.wsdl`, `.xsd`, `.xml` and the like), or if it begins as a WSDL or a schema does, regardless of its name.
 *
 * The central directory lists the entries. Names that lead out of the archive, encrypted entries, duplicates, zip64 and compression
 * other than deflate make the whole archive invalid, because no common zip tool produces them for schemas.
 *
 * @throws {WsdlError} `BAD_ARCHIVE`; `LIMIT_EXCEEDED`
 * @throws {OptionError} for a value that is not an archive and for unusable limits
 *
 * @example
 * ```ts
 * const files = await readZip(await readFile('wsdl.zip'));
 * ```
 */
export async function readZip(
  archive: Uint8Array,
  limits: ZipLimits = DEFAULT_ZIP_LIMITS,
): Promise<ReadonlyMap<string, Uint8Array>> {
  assertOptions(bytes, archive, 'readZip', 'archive');
  assertOptions(zipLimits, limits, 'readZip');
  return await unpackZip(
    archive,
    limits,
    (name) => DOCUMENT_NAME.test(name) && !name.startsWith('__MACOSX/'),
    (start, name) => !name.startsWith('__MACOSX/') && isDocumentStart(start, name),
  );
}

/**
 * The same for files of other kinds.
 *
 * @param accepts whether the file of this path is unpacked; never asked for a folder
 * @param recognises whether another file is unpacked, by the bytes that it begins with. Default: none is
 * @throws {WsdlError} as `readZip`
 */
export async function unpackZip(
  archive: Uint8Array,
  limits: ZipLimits,
  accepts: (path: string) => boolean,
  recognises?: (start: Uint8Array, path: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array>> {
  // Loading it computes tables, which takes a fifth of the time to load a client. Archives are rare.
  const { Inflate } = await import('fflate');
  const files = new Map<string, Uint8Array>();
  const budget = Math.min(limits.bytes, archive.length * limits.ratio);
  let unpacked = 0;
  const exceed = (): never => {
    throw new WsdlError({
      code: 'LIMIT_EXCEEDED',
      message: `cannot read the archive: it unpacks to more than ${limits.bytes} bytes, or ${limits.ratio} times its size`,
    });
  };
  /** How much of files with other names may still be looked at. */
  let looks = budget;
  for (const entry of readCentralDirectory(archive, limits)) {
    if (entry.name.endsWith('/')) continue;
    if (!accepts(entry.name)) {
      if (recognises === undefined || looks <= 0 || files.has(entry.name)) continue;
      const start = startOf(archive, entry, Inflate);
      looks -= start.length;
      if (!recognises(start, entry.name)) continue;
    }
    if (files.has(entry.name)) refuse(`it has two entries "${entry.name}"`);
    const content = unpack(archive, entry, { budget: budget - unpacked, exceed, Inflate });
    if (crc32(content) !== entry.crc)
      refuse(`the entry "${entry.name}" does not have the checksum that it states`);
    unpacked += content.length;
    files.set(entry.name, content);
  }
  return files;
}

/**
 * Reads the central directory (APPNOTE.TXT §4.3.12, §4.3.16).
 *
 *     [local file header, data]* [central directory header]* end of central directory record
 */
function readCentralDirectory(archive: Uint8Array, limits: ZipLimits): readonly Entry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const stated = view.getUint32(end + 16, true);
  if (count === 0xffff || stated === 0xffffffff) refuse('zip64 is not supported');
  // Offsets may count from the first record instead of the first byte, if something precedes it. The directory ends at the end record.
  const shift = end - view.getUint32(end + 12, true) - stated;
  const before = shift > 0 && !isDirectoryAt(view, stated) ? shift : 0;
  let at = stated + before;
  if (count > limits.entries) {
    throw new WsdlError({
      code: 'LIMIT_EXCEEDED',
      message: `cannot read the archive: it has ${count} entries, and the limit is ${limits.entries}`,
    });
  }
  const entries: Entry[] = [];
  const outside: string[] = [];
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > archive.length || view.getUint32(at, true) !== 0x02014b50)
      refuse('its directory is damaged');
    const flags = view.getUint16(at + 8, true);
    const nameLength = view.getUint16(at + 28, true);
    const nameEnd = at + 46 + nameLength;
    if (nameEnd > archive.length) refuse('its directory is damaged');
    if ((flags & 1) !== 0) refuse('it is encrypted');
    const name = readName(archive.subarray(at + 46, nameEnd), (flags & 0x800) !== 0);
    const path = insideArchive(name);
    if (path === undefined) outside.push(JSON.stringify(name.slice(0, 200)));
    entries.push({
      name: path ?? '',
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      crc: view.getUint32(at + 16, true),
      localHeader: view.getUint32(at + 42, true) + before,
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  if (outside.length === 1) refuse(`the entry ${outside[0]} leads outside it`);
  if (outside.length > 1) refuse(`the entries ${outside.slice(0, MAX_NAMED).join(', ')} lead outside it`);
  return entries;
}

function isDirectoryAt(view: DataView, at: number): boolean {
  return at + 4 <= view.byteLength && view.getUint32(at, true) === 0x02014b50;
}

/** The offset of the end record: the last record, followed by a comment of up to 65,535 bytes. */
function findEnd(view: DataView): number {
  return endRecord(view) ?? refuse('it has no directory: the file is truncated or not a zip archive');
}

function endRecord(view: DataView): number | undefined {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  return undefined;
}

function readName(bytes: Uint8Array, utf8: boolean): string {
  try {
    // Without the flag the specification prescribes code page 437. In practice names are ASCII, which windows-1252 reads the same.
    return new TextDecoder(utf8 ? 'utf-8' : 'windows-1252', { fatal: true }).decode(bytes);
  } catch {
    return refuse('an entry has a name that is not UTF-8');
  }
}

/** The name of an entry with slashes, if it stays inside the archive. */
function insideArchive(name: string): string | undefined {
  const path = name.replaceAll('\\', '/');
  const outside =
    path.startsWith('/') ||
    /^[A-Za-z]:/.test(path) ||
    path.split('/').includes('..') ||
    /[\0-\x1f]/.test(path);
  return outside ? undefined : path;
}

/** The limits for unpacking one entry. */
interface Unpacking {
  /** The most bytes that it may have unpacked. */
  readonly budget: number;
  readonly exceed: () => never;
  readonly Inflate: typeof import('fflate')['Inflate'];
}

/** Where the packed bytes of an entry begin. */
function startOfData(archive: Uint8Array, { localHeader, name }: Entry): number {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  if (localHeader + 30 > archive.length || view.getUint32(localHeader, true) !== 0x04034b50) {
    refuse(`the entry "${name}" is damaged`);
  }
  return localHeader + 30 + view.getUint16(localHeader + 26, true) + view.getUint16(localHeader + 28, true);
}

function unpack(archive: Uint8Array, entry: Entry, unpacking: Unpacking): Uint8Array {
  const { packedSize, size, name } = entry;
  const start = startOfData(archive, entry);
  if (start + packedSize > archive.length) refuse(`the entry "${name}" is cut off`);
  if (size > unpacking.budget) unpacking.exceed();
  const packed = archive.subarray(start, start + packedSize);
  if (entry.method === 0) return packed.slice();
  if (entry.method !== 8) refuse(`the entry "${name}" is compressed with method ${entry.method}`);
  return inflate(packed, entry, unpacking);
}

/** Packed bytes per step, and unpacked bytes in all, of a file that is only looked at. */
const LOOK_STEP = 64;
const LOOK = 64 * 1024;

/** The first bytes of an entry, few of one that is not markup; none if it cannot be unpacked, because it might not be a document. */
function startOf(archive: Uint8Array, entry: Entry, Inflate: Unpacking['Inflate']): Uint8Array {
  try {
    const from = startOfData(archive, entry);
    const packed = archive.subarray(from, Math.min(from + entry.packedSize, archive.length));
    if (entry.method === 0) return packed.subarray(0, LOOK);
    if (entry.method !== 8) return new Uint8Array();
    const chunks: Uint8Array[] = [];
    let length = 0;
    const inflater = new Inflate((chunk) => {
      length += chunk.length;
      chunks.push(chunk);
    });
    for (let at = 0; at < packed.length && length < LOOK; at += LOOK_STEP) {
      inflater.push(packed.subarray(at, at + LOOK_STEP), at + LOOK_STEP >= packed.length);
      if (length > 0 && !mayBeMarkup(chunks.find((chunk) => chunk.length > 0) ?? chunks[0]!)) break;
    }
    return joinBytes(chunks);
  } catch {
    return new Uint8Array();
  }
}

/** Whether bytes may begin an XML document: with `<`, white space, or a mark of their encoding. */
function mayBeMarkup(start: Uint8Array): boolean {
  return [0x3c, 0x20, 0x09, 0x0a, 0x0d, 0xef, 0xfe, 0xff, 0x00, 0x4c].includes(start[0] ?? 0x3c);
}

/** Whether a document begins with these bytes: a WSDL or a schema. */
export function isDocumentStart(start: Uint8Array, path: string): boolean {
  return mayBeMarkup(start) && rootOf(start, path) !== undefined;
}

function inflate(packed: Uint8Array, entry: Entry, { budget, exceed, Inflate }: Unpacking): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const inflater = new Inflate((chunk) => {
    length += chunk.length;
    chunks.push(chunk);
  });
  for (let at = 0; at < packed.length; at += STEP) {
    try {
      inflater.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
    } catch (cause) {
      refuse(`the entry "${entry.name}" is damaged`, cause);
    }
    // The stated size of an entry is only a claim; the limit applies to the actual count.
    if (length > budget) exceed();
  }
  if (length !== entry.size) refuse(`the entry "${entry.name}" does not have the size that it states`);
  return joinBytes(chunks);
}

let crcTable: Uint32Array | undefined;

/** CRC-32 as used by zip (APPNOTE.TXT §4.4.7): the polynomial 0xEDB88320, reflected. */
function crc32(bytes: Uint8Array): number {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ ((value & 1) === 0 ? 0 : 0xedb88320);
    return value;
  });
  let crc = 0xffffffff;
  for (let index = 0; index < bytes.length; index += 1) {
    crc = (crc >>> 8) ^ crcTable[(crc ^ bytes[index]!) & 0xff]!;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function refuse(reason: string, cause?: unknown): never {
  throw new WsdlError({
    code: 'BAD_ARCHIVE',
    message: `cannot read the archive: ${reason}`,
    ...defined({ cause }),
  });
}
