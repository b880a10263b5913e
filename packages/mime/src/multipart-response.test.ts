import { describe, expect, test } from 'vitest';
import { isMultipart } from './content-type.js';
import type { MimePart } from './mime-part.js';
import { openMultipart } from './multipart-response.js';
import { createMultipartMessage } from './multipart-writer.js';
import { createSeededRandom } from './testing/seeded-random.js';
import { bytesOf, textOf } from './testing/streams.js';

const LIMITS = { maxParts: 50, maxPartHeaderBytes: 1024 };

/** Cut into pieces of `size`. */
async function* pieces(data: Uint8Array, size: number): AsyncGenerator<Uint8Array, undefined> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
  return undefined;
}

async function open(
  body: string | Uint8Array,
  contentType = 'multipart/related; boundary=b',
  size = 1 << 20,
) {
  const failures: unknown[] = [];
  const data = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const message = await openMultipart(pieces(data, size), contentType, LIMITS, (error) => {
    failures.push(error);
  });
  return { ...message, failures };
}

const lines = (...all: string[]): string => all.join('\r\n');
const ROOT = lines('--b', 'Content-Type: text/xml', 'Content-ID: <root>', '', '<a/>');
const IMAGE = lines(
  '--b',
  'Content-Type: image/png',
  'Content-ID: <image@x>',
  'Content-Disposition: attachment; filename="a b.png"',
  '',
  'PNG',
);

describe('openMultipart', () => {
  test.each([1, 2, 3, 7, 1_000])('reads root and parts, cut into pieces of %i', async (size) => {
    const { contentType, body, attachments } = await open(
      lines('preamble', ROOT, IMAGE, '--b--', 'epilogue'),
      undefined,
      size,
    );
    expect(contentType).toBe('text/xml');
    expect(await textOf({ body })).toBe('<a/>');
    expect(await attachments()).toEqual([
      { contentId: 'image@x', contentType: 'image/png', filename: 'a b.png', data: Buffer.from('PNG') },
    ]);
  });

  test('text full of beginnings of the boundary is not cut into a chunk per occurrence', async () => {
    const text = '\r\n--bx'.repeat(100_000);
    const { body } = await open(lines('--b', '', text, '--b--'), undefined, 65_536);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString('latin1')).toBe(text);
    expect(chunks.length).toBeLessThan(30);
  });

  const root = async (text: string, contentType?: string, size?: number): Promise<string> =>
    textOf(await open(text, contentType, size));

  test.each<[string, string, string | undefined, string]>([
    ['lines that end in a bare LF', lines(ROOT, '--b--', '').replaceAll('\r\n', '\n'), undefined, '<a/>'],
    ['an empty body', lines('--b', 'a: b', '', '', '--b--'), undefined, ''],
    ['no part header', lines('--b', '', '<a/>', '--b--'), undefined, '<a/>'],
    ['padding after the boundary', lines('--b \t ', '', '<a/>', '--b-- '), undefined, '<a/>'],
    ['a body that ends in line breaks', lines('--b', '', '<a/>', '', '', '--b--'), undefined, '<a/>\r\n\r\n'],
    [
      'lines that begin like the boundary',
      lines('--b', '', '--bc', '--b-x', '--', '--b x', '--b--'),
      undefined,
      '--bc\r\n--b-x\r\n--\r\n--b x',
    ],
    [
      'a quoted boundary',
      lines('--a;b"', '', '<a/>', '--a;b"--'),
      'multipart/related; boundary="a;b\\""',
      '<a/>',
    ],
    [
      'a folded part header',
      lines('--b', 'content-transfer-encoding:', '  base64', '', 'PGEvPg==', '--b--'),
      undefined,
      '<a/>',
    ],
    [
      'quoted-printable',
      lines('--b', 'content-transfer-encoding: Quoted-Printable', '', '<a>=C3=', '=A4=3d=</a>', '--b--'),
      undefined,
      '<a>\u00c3\u00a4==</a>',
    ],
    [
      'a root named by start',
      lines(IMAGE, ROOT, '--b--'),
      'multipart/related; boundary=b; start="<root>"',
      '<a/>',
    ],
    [
      'a start that names no part',
      lines(ROOT, IMAGE, '--b--'),
      'multipart/related; boundary=b; start="<other>"',
      '<a/>',
    ],
    [
      'a start without angle brackets',
      lines(IMAGE, ROOT, '--b--'),
      'Multipart/Related;Boundary=b;Start=root',
      '<a/>',
    ],
  ])('%s', async (_name, text, contentType, expected) => {
    for (const size of [1, 5, 10_000]) {
      const { body } = await open(text, contentType, size);
      expect((await bytesOf({ body })).toString(expected.includes('\u00c3') ? 'latin1' : 'utf8')).toBe(
        expected,
      );
    }
  });

  test('parts before the root are attachments too', async () => {
    const message = await open(lines(IMAGE, ROOT, '--b--'), 'multipart/related; boundary=b; start="<root>"');
    expect((await message.attachments()).map((part) => part.contentId)).toEqual(['image@x']);
    expect(await textOf(message)).toBe('<a/>');
  });

  test('attachments may be requested before, during and after reading the body', async () => {
    const { body, attachments } = await open(
      lines(ROOT.replace('<a/>', 'x'.repeat(5_000)), IMAGE, '--b--'),
      undefined,
      100,
    );
    const first = await attachments();
    expect(await textOf({ body })).toBe('x'.repeat(5_000));
    expect(await attachments()).toBe(first);

    const other = await open(lines(ROOT.replace('<a/>', 'x'.repeat(5_000)), IMAGE, '--b--'), undefined, 100);
    let read = 0;
    let found: readonly MimePart[] = [];
    for await (const chunk of other.body) {
      read += chunk.length;
      if (found.length === 0) found = await other.attachments();
    }
    expect([read, found.length]).toEqual([5_000, 1]);

    const both = await open(lines(ROOT, IMAGE, '--b--'), undefined, 1);
    expect(await Promise.all([textOf(both), both.attachments().then((parts) => parts.length)])).toEqual([
      '<a/>',
      1,
    ]);
  });

  test('leaving the body early abandons the attachments unless a caller waits for them', async () => {
    const left = await open(lines(ROOT, IMAGE, '--b--'), undefined, 2);
    for await (const _ of left.body) break;
    await expect(left.attachments()).rejects.toMatchObject({ code: 'ABANDONED' });

    const waited = await open(lines(ROOT, IMAGE, '--b--'), undefined, 2);
    const parts = waited.attachments();
    for await (const _ of waited.body) break;
    expect(await parts).toHaveLength(1);
  });

  test('binary content of every kind arrives unchanged', async () => {
    const random = createSeededRandom(3);
    for (let round = 0; round < 100; round += 1) {
      // Rich in delimiter fragments.
      const alphabet = [0x0d, 0x0a, 0x2d, 0x62, 0x00, 0xff, 0x20];
      const data = Uint8Array.from(
        { length: Math.floor(random() * 200) },
        () => alphabet[Math.floor(random() * 7)] ?? 0,
      );
      const written = createMultipartMessage({
        envelope: data,
        contentType: 'text/xml',
        packaging: 'swa',
        attachments: [{ contentId: 'x', contentType: 'a/b', data }],
        boundary: 'b0undary',
      });
      const chunks: Uint8Array[] = [];
      for await (const chunk of written.chunks()) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      expect(body.length).toBe(written.length);
      const message = await open(body, written.contentType, 1 + Math.floor(random() * 40));
      expect(await bytesOf(message)).toEqual(Buffer.from(data));
      expect(Buffer.from((await message.attachments())[0]?.data ?? [])).toEqual(Buffer.from(data));
    }
  });

  test.each<[string, string, string | undefined, RegExp]>([
    ['no boundary', '<a/>', 'multipart/related', /no usable boundary/],
    [
      'a boundary of 201 characters',
      '<a/>',
      `multipart/related; boundary=${'b'.repeat(201)}`,
      /no usable boundary/,
    ],
    ['no delimiter', '<a/>', undefined, /ends before its closing delimiter/],
    ['no parts', '--b--', undefined, /has no part/],
    ['a message that ends within the delimiter', '--b', undefined, /ends before its closing delimiter/],
    [
      'a message that ends within a part header',
      lines('--b', 'a: b'),
      undefined,
      /ends within a part header/,
    ],
    [
      'a part header of 2 KiB',
      lines('--b', `a: ${'b'.repeat(2048)}`, '', '', '--b--'),
      undefined,
      /part header is larger than 1024 bytes/,
    ],
    [
      '51 parts before the root',
      lines(...Array.from({ length: 60 }, () => '--b\r\n\r\n'), '--b--'),
      'multipart/related; boundary=b; start=x',
      /more than 50 parts/,
    ],
  ])('rejects %s', async (_name, text, contentType, message) => {
    for (const size of [1, 10_000]) {
      await expect(root(text, contentType, size)).rejects.toMatchObject({
        code: 'MALFORMED',
        message: expect.stringMatching(message),
      });
    }
  });

  test('a message truncated in an attachment has no attachments, and ends the exchange', async () => {
    const message = await open(lines(ROOT, IMAGE));
    expect(await textOf(message)).toBe('<a/>');
    await expect(message.attachments()).rejects.toMatchObject({ code: 'MALFORMED' });
    expect(message.failures).toHaveLength(1);
  });

  test('100,000 empty parts are rejected at the limit', async () => {
    const bomb = Buffer.from(`${'--b\r\n\r\n\r\n'.repeat(100_000)}--b--`);
    const started = process.cpuUsage();
    await expect((await open(bomb, undefined, 65_536)).attachments()).rejects.toMatchObject({
      code: 'MALFORMED',
    });
    // CPU time, because a busy machine does other work too.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
  });
});

test.each([
  ['multipart/related; boundary=b', true],
  [' Multipart/Related', true],
  ['text/xml', false],
  ['application/multipart', false],
  [undefined, false],
])('%j is multipart: %s', (contentType, expected) => expect(isMultipart(contentType)).toBe(expected));
