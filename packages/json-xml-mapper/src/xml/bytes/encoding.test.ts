import { defined } from '@soapstone/options/defined';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../testing/random.js';
import { readEvents } from '../../testing/xml-events.js';
import { XmlError } from '../xml-error.js';
import { checkUtf8 } from './utf8.js';

type Coding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1';

/** The bytes of a text; `mark` puts the byte order mark of the encoding in front. */
function bytes(text: string, coding: Coding, mark = false): Uint8Array {
  const marked = mark ? `\uFEFF${text}` : text;
  if (coding === 'utf16be') return Buffer.from(marked, 'utf16le').swap16();
  return Buffer.from(marked, coding);
}

function read(data: Uint8Array, charset?: string): string {
  const option = defined({ charset });
  const results = [1, 2, 5, 1 << 20].map((size) => {
    try {
      return readEvents(data, [size], option).join(' ');
    } catch (error) {
      if (error instanceof XmlError) return error.code;
      throw error;
    }
  });
  expect(new Set(results).size).toBe(1);
  return results[0]!;
}

const declared = (encoding: string, text = 'é'): string =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;

/** A document with these bytes as its text. */
const inside = (encoding: string, ...text: number[]): Uint8Array =>
  Buffer.concat([
    bytes(declared(encoding, '').replace('</a>', ''), 'latin1'),
    Uint8Array.from(text),
    bytes('</a>', 'latin1'),
  ]);

describe('the encoding of a document (TR-9, A7)', () => {
  const ok = '<a "é /a';
  test.each<[string, Uint8Array, string | undefined, string]>([
    ['no declaration', bytes('<a>é</a>', 'utf8'), undefined, ok],
    ['a mark', bytes('<a>é</a>', 'utf8', true), undefined, ok],
    ['declared', bytes(declared('UTF-8'), 'utf8'), undefined, ok],
    ['declared with other quotes', bytes(declared('UTF-8').replaceAll('"', "'"), 'utf8'), undefined, ok],
    ['HTTP', bytes('<a>é</a>', 'utf8'), 'UTF-8', ok],
    ['HTTP, quoted', bytes('<a>é</a>', 'utf8'), '"utf-8"', ok],
    ['UTF-16 with a mark, little-endian', bytes('<a>é</a>', 'utf16le', true), undefined, ok],
    ['UTF-16 with a mark, big-endian', bytes('<a>é</a>', 'utf16be', true), undefined, ok],
    ['UTF-16 without a mark', bytes(declared('UTF-16'), 'utf16le'), undefined, ok],
    ['UTF-16 without a mark, big-endian', bytes('<a>é</a>', 'utf16be'), 'utf-16', ok],
    ['UTF-16 under a wrong HTTP charset', bytes('<a>é</a>', 'utf16le', true), 'utf-8', ok],
    ['a mark overrides HTTP', bytes('<a>é</a>', 'utf8', true), 'iso-8859-1', ok],
    // XML 1.0 §4.3.3: fatal, unless the transport says what the encoding is.
    ['a mark against the declaration', bytes(declared('ISO-8859-1'), 'utf8', true), undefined, 'ENCODING'],
    ['a mark against the declaration, with HTTP', bytes(declared('ISO-8859-1'), 'utf8', true), 'utf-8', ok],
    ['UTF-16 declared as UTF-8', bytes(declared('utf-8'), 'utf16le'), undefined, 'ENCODING'],
    [
      'UTF-16 with a mark declared as UTF-8',
      bytes(declared('utf-8'), 'utf16be', true),
      undefined,
      'ENCODING',
    ],
    [
      'UTF-16 with a mark declared as UTF-8, with HTTP',
      bytes(declared('utf-8'), 'utf16be', true),
      'utf-16',
      ok,
    ],
    ['UTF-16 with a mark and its name', bytes(declared('UTF-16'), 'utf16be', true), undefined, ok],
    ['UTF-8 with a mark declared as UTF-16', bytes(declared('utf-16'), 'utf8', true), undefined, ok],
    ['Latin 1 declared', bytes(declared('ISO-8859-1'), 'latin1'), undefined, ok],
    ['Latin 1 by HTTP', bytes('<a>é</a>', 'latin1'), 'ISO-8859-1', ok],
    ['HTTP overrides the declaration', bytes(declared('UTF-8'), 'latin1'), 'iso-8859-1', ok],
    ['HTTP overrides a wrong declaration', bytes(declared('ISO-8859-1'), 'utf8'), 'utf-8', ok],
    [
      'Windows-1252',
      Uint8Array.of(...bytes(declared('windows-1252', '\u0080'), 'latin1')),
      undefined,
      '<a "€ /a',
    ],
    ['ISO-8859-15', Uint8Array.of(...bytes(declared('iso-8859-15', '¤'), 'latin1')), undefined, '<a "€ /a'],
    [
      'ISO-8859-5',
      Uint8Array.of(...bytes(declared('ISO_8859-5', '\u00D0'), 'latin1')),
      undefined,
      '<a "а /a',
    ],
    // The bytes are those of iconv. The second byte of each Shift_JIS character is that of a backslash.
    ['Shift_JIS', inside('Shift_JIS', 0x83, 0x5c, 0x95, 0x5c), undefined, '<a "ソ表 /a'],
    ['GBK', inside('GBK', 0xd6, 0xd0), undefined, '<a "中 /a'],
    ['GB18030, four bytes', inside('GB18030', 0x94, 0x39, 0xfc, 0x36), undefined, '<a "😀 /a'],
    ['Big5', inside('Big5', 0xa4, 0xa4), undefined, '<a "中 /a'],
    ['EUC-JP', inside('EUC-JP', 0xc6, 0xfc), undefined, '<a "日 /a'],
    ['EUC-KR', inside('ks_c_5601-1987', 0xc7, 0xd1), undefined, '<a "한 /a'],
    ['KOI8-R', inside('KOI8-R', 0xd1), undefined, '<a "я /a'],
    [
      'Shift_JIS by HTTP',
      Uint8Array.of(0x3c, 0x61, 0x3e, 0x83, 0x5c, 0x3c, 0x2f, 0x61, 0x3e),
      'sjis',
      '<a "ソ /a',
    ],
    [
      'a declaration of UTF-16 that can be read as ASCII is ignored',
      bytes(declared('utf-16'), 'utf8'),
      undefined,
      ok,
    ],
    ['an unknown HTTP charset is ignored', bytes(declared('UTF-8'), 'utf8'), 'bogus', ok],
    ['an unknown encoding', bytes(declared('bogus'), 'utf8'), undefined, 'ENCODING'],
    ['UTF-7', bytes(declared('UTF-7'), 'utf8'), undefined, 'ENCODING'],
    ['a stateful encoding', bytes(declared('ISO-2022-JP'), 'utf8'), undefined, 'ENCODING'],
    ['half a character of GBK', inside('gbk', 0xd6), undefined, 'ENCODING'],
    ['EBCDIC', Uint8Array.of(0x4c, 0x81, 0x61, 0x6e), undefined, 'ENCODING'],
    ['UTF-32', Uint8Array.of(0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0), undefined, 'ENCODING'],
    ['Latin 1 without a declaration', bytes('<a>é</a>', 'latin1'), undefined, 'ENCODING'],
    ['an overlong form', Uint8Array.of(0x3c, 0x61, 0x3e, 0xc0, 0xaf), undefined, 'ENCODING'],
    ['a surrogate in UTF-8', Uint8Array.of(0x3c, 0x61, 0x3e, 0xed, 0xa0, 0x80), undefined, 'ENCODING'],
    ['a lone surrogate in UTF-16', bytes('<a>\uD800</a>', 'utf16le', true), undefined, 'ENCODING'],
    ['a character that is cut off', bytes('<a>é', 'utf8').subarray(0, 4), undefined, 'ENCODING'],
    ['half a unit of UTF-16', bytes('<a/>', 'utf16le', true).subarray(0, 9), undefined, 'ENCODING'],
  ])('%s', (_, data, charset, expected) => {
    expect(read(data, charset)).toBe(expected);
  });
});

describe('UTF-8', () => {
  test('the check agrees with the platform', () => {
    const strict = new TextDecoder('utf-8', { fatal: true });
    const interesting = [
      0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef,
      0xf0, 0xf1, 0xf4, 0xf5, 0xff,
    ];
    const wrong: number[] = [];
    for (let seed = 1; seed <= 20_000; seed++) {
      const random = createRandom(seed);
      const data = new Uint8Array(64);
      const ascii = random(40);
      data.fill(0x41, 0, ascii);
      const length = ascii + random(20);
      for (let i = ascii; i < length; i++) data[i] = interesting[random(interesting.length)]!;
      let valid = true;
      try {
        strict.decode(data.subarray(0, length));
      } catch {
        valid = false;
      }
      let complete: number | undefined;
      try {
        complete = checkUtf8(data, new Int32Array(data.buffer), 0, length);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
      if ((complete === length) !== valid) wrong.push(seed);
    }
    expect(wrong).toEqual([]);
  });
});
