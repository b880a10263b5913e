import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { isWsdlError } from '../errors.js';
import { cpuMilliseconds } from '../testing/cpu-milliseconds.js';
import { isSelfExtracting, readZip, unpackZip, ZIP_TAIL, type ZipLimits } from './zip.js';

const zip = (files: Record<string, string>, level: 0 | 6 = 6): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level });

async function refusal(archive: Uint8Array, limits?: ZipLimits): Promise<[string, string] | 'accepted'> {
  try {
    await readZip(archive, limits);
    return 'accepted';
  } catch (error) {
    if (isWsdlError(error)) return [error.code, error.message];
    throw error;
  }
}

/** Overwrite the two or four bytes at `offset` after the first directory header. */
function patchDirectory(archive: Uint8Array, offset: number, value: number, size: 2 | 4): Uint8Array {
  const patched = archive.slice();
  const view = new DataView(patched.buffer);
  for (let at = 0; at < patched.length - 4; at += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    if (size === 2) view.setUint16(at + offset, value, true);
    else view.setUint32(at + offset, value, true);
    return patched;
  }
  throw new Error('no directory');
}

/** Makes all offsets of an archive count from the first byte, `by` bytes earlier. */
function addToOffsets(archive: Buffer, by: number): void {
  for (let at = 0; at < archive.length - 3; at += 1) {
    const signature = archive.readUInt32LE(at);
    const field = signature === 0x02014b50 ? at + 42 : signature === 0x06054b50 ? at + 16 : undefined;
    if (field !== undefined) archive.writeUInt32LE(archive.readUInt32LE(field) + by, field);
  }
}

/** Replaces a name by another of the same length, wherever it appears. */
function rename(archive: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(archive).toString('latin1').replaceAll(from, to);
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

describe('a zip archive', () => {
  test.each([
    [6, 'deflated'],
    [0, 'stored'],
  ] as const)('returns its documents (level %i, %s)', async (level, _kind) => {
    const files = await readZip(zip({ 'a/b.wsdl': '<a/>', 'x.xsd': 'x'.repeat(5000), 'r.XML': '' }, level));
    expect([...files].map(([name, bytes]) => [name, bytes.length])).toEqual([
      ['a/b.wsdl', 4],
      ['x.xsd', 5000],
      ['r.XML', 0],
    ]);
    expect(Buffer.from(files.get('a/b.wsdl') ?? []).toString()).toBe('<a/>');
  });

  test('returns nothing else', async () => {
    const files = await readZip(
      zip({
        'readme.txt': 'x',
        'run.exe': 'x',
        '__MACOSX/a.wsdl': 'x',
        'a.wsdl.html': 'x',
        'dir/': '',
        'a.wsdl': 'w',
      }),
    );
    expect([...files.keys()]).toEqual(['a.wsdl']);
  });

  test('returns files of other names that begin as a WSDL or a schema does, and no others', async () => {
    const schema = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>';
    const files = await readZip(
      zip({
        service: '<?xml version="1.0"?>\n<!-- a -->\n<wsdl:definitions xmlns:wsdl="w"/>',
        'types/order.xsd.txt': `\uFEFF${schema}`,
        'order.xsd~': schema,
        'page.html': '<html><body>definitions</body></html>',
        'notes.txt': 'see <xs:schema > below',
        'data.bin': '\u0001'.repeat(200_000),
        '__MACOSX/service': '<definitions />',
      }),
    );
    expect([...files.keys()]).toEqual(['service', 'types/order.xsd.txt', 'order.xsd~']);
  });

  test('is looked through for such files only as far as it may unpack', async () => {
    const long = `<a>${' '.repeat(70_000)}`;
    const archive = zip({
      ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`f${n}`, long])),
      z: '<definitions />',
    });
    const limits = { bytes: 1_000_000, entries: 2000, ratio: 1000 };
    expect([...(await readZip(archive, limits)).keys()]).toEqual(['z']);
    expect([...(await readZip(archive, { ...limits, bytes: 300_000 })).keys()]).toEqual([]);
  });

  test.each([
    ['a program', 'MZ\u0090 stub', 0],
    ['a script', '#!/bin/sh\nexec unzip "$0"\n', 0],
    ['a program whose directory counts from its first byte', 'MZ stub', 1],
    ['anything', '\u007fELF', 0],
  ])('may have bytes before its first record: %s', async (_what, before, isCounted) => {
    const archive = zip({ 'a.wsdl': '<definitions/>', 'b.xsd': 'x'.repeat(5000) });
    const stub = strToU8(before, true);
    const whole = Buffer.concat([stub, archive]);
    if (isCounted === 1) addToOffsets(whole, stub.length);
    expect([...(await readZip(whole)).keys()]).toEqual(['a.wsdl', 'b.xsd']);
    expect(isSelfExtracting(whole.subarray(0, 2), whole.subarray(-ZIP_TAIL))).toBe(true);
  });

  test.each([
    ['markup', '<definitions/>'],
    ['markup after a mark', '\uFEFF<definitions/>'],
    ['markup after white space', '\n<definitions/>'],
  ])('at the end of a document is not read: %s', (_what, text) => {
    const whole = Buffer.concat([strToU8(text), zip({ 'a.wsdl': 'w' })]);
    expect(isSelfExtracting(whole.subarray(0, 2), whole)).toBe(false);
  });

  test('that lacks its first bytes is damaged', async () => {
    const archive = zip({ 'a.wsdl': 'w'.repeat(100) }, 0);
    expect(await refusal(Uint8Array.from(archive.subarray(20)))).toEqual([
      'BAD_ARCHIVE',
      'cannot read the archive: its directory is damaged',
    ]);
  });

  test('has names with backslashes from Windows', async () => {
    expect([...(await readZip(rename(zip({ 'ab/c.wsdl': 'w' }), 'ab/c', 'ab\\c'))).keys()]).toEqual([
      'ab/c.wsdl',
    ]);
  });

  test.each([
    ['../evil.wsdl'],
    ['a/../../evil.wsdl'],
    ['/etc/cron.wsdl'],
    ['C:/x.wsdl'],
    ['a\u0000b.wsdl'],
    ['a\nb.wsdl'],
  ])('with the name %j is rejected', async (name) => {
    const placeholder = 'x'.repeat(name.length);
    expect(await refusal(rename(zip({ [placeholder]: 'w' }), placeholder, name))).toEqual([
      'BAD_ARCHIVE',
      `cannot read the archive: the entry ${JSON.stringify(name)} leads outside it`,
    ]);
  });

  test('with several such names is rejected, and the error has each of them', async () => {
    const archive = rename(
      rename(zip({ 'xx/a.wsdl': 'w', 'yy/b.wsdl': 'w' }), 'xx/a', '../a'),
      'yy/b',
      '../b',
    );
    expect(await refusal(archive)).toEqual([
      'BAD_ARCHIVE',
      'cannot read the archive: the entries "../a.wsdl", "../b.wsdl" lead outside it',
    ]);
  });

  test('returns files of other kinds on request', async () => {
    const limits = { bytes: 100, entries: 10, ratio: 100 };
    const files = await unpackZip(
      zip({ 'a/x.json': '{}', 'b.mime': 'm', 'c.txt': 't' }),
      limits,
      (path) => path !== 'c.txt',
    );
    expect([...files.keys()]).toEqual(['a/x.json', 'b.mime']);
  });

  const good = zip({
    'a.wsdl': 'some text that is long enough to be worth its compression, compression, compression',
  });
  test.each<[string, Uint8Array, string]>([
    ['that is empty', new Uint8Array(0), 'it has no directory: the file is truncated or not a zip archive'],
    [
      'that is not an archive',
      strToU8('<definitions/>'),
      'it has no directory: the file is truncated or not a zip archive',
    ],
    [
      'truncated at the end',
      good.slice(0, -10),
      'it has no directory: the file is truncated or not a zip archive',
    ],
    ['truncated at the start', good.slice(20), 'its directory is damaged'],
    ['that is encrypted', patchDirectory(good, 8, 1, 2), 'it is encrypted'],
    [
      'with an unsupported compression',
      patchDirectory(good, 10, 12, 2),
      'the entry "a.wsdl" is compressed with method 12',
    ],
    ['with a wrong offset', patchDirectory(good, 42, 5, 4), 'the entry "a.wsdl" is damaged'],
    [
      'with an offset beyond its end',
      patchDirectory(good, 42, 0xfffffff0, 4),
      'the entry "a.wsdl" is damaged',
    ],
    [
      'with a packed size beyond its end',
      patchDirectory(good, 20, 0x10000, 4),
      'the entry "a.wsdl" is cut off',
    ],
    [
      'with a size that is too small',
      patchDirectory(good, 24, 5, 4),
      'the entry "a.wsdl" does not have the size that it states',
    ],
    [
      'with a wrong checksum',
      patchDirectory(good, 16, 0x12345678, 4),
      'the entry "a.wsdl" does not have the checksum that it states',
    ],
    ['with a name that runs over', patchDirectory(good, 28, 0xffff, 2), 'its directory is damaged'],
    [
      'with the same name twice',
      rename(zip({ 'a.wsdl': '1', 'b.wsdl': '2' }), 'b.wsdl', 'a.wsdl'),
      'it has two entries "a.wsdl"',
    ],
    ['with damaged content', damaged(good), 'the entry "a.wsdl" is damaged'],
  ])('%s is rejected', async (_, archive, reason) => {
    expect(await refusal(archive)).toEqual(['BAD_ARCHIVE', `cannot read the archive: ${reason}`]);
  });

  test('that unpacks to more than a hundred times its size is rejected, regardless of the size in its header', async () => {
    const bomb = zip({ 'a.xsd': '\0'.repeat(10_000_000) });
    const want = [
      'LIMIT_EXCEEDED',
      'cannot read the archive: it unpacks to more than 20971520 bytes, or 100 times its size',
    ];
    const ms = await cpuMilliseconds(async () => {
      expect(await refusal(bomb)).toEqual(want);
      expect(await refusal(patchDirectory(bomb, 24, 100, 4))).toEqual(want);
    });
    expect(ms).toBeLessThan(5_000);
  });

  test('keeps the limits on bytes and entries', async () => {
    const limits = { bytes: 1000, entries: 2, ratio: 100 };
    expect((await refusal(zip({ 'a.xsd': 'x'.repeat(600), 'b.xsd': 'y'.repeat(500) }, 0), limits))[0]).toBe(
      'LIMIT_EXCEEDED',
    );
    expect((await refusal(zip({ 'a.xsd': '', 'b.xsd': '', 'c.txt': '' }), limits))[0]).toBe('LIMIT_EXCEEDED');
    expect(await refusal(zip({ 'a.xsd': 'x'.repeat(600), 'b.xsd': 'y'.repeat(400) }, 0), limits)).toBe(
      'accepted',
    );
  });
});

/** The same archive with the first bytes of the content overwritten by an invalid deflate block. */
function damaged(archive: Uint8Array): Uint8Array {
  const copy = archive.slice();
  const start = 30 + new DataView(copy.buffer).getUint16(26, true);
  copy.fill(0xff, start, start + 4);
  return copy;
}
