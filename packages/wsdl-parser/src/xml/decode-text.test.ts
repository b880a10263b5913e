import { describe, expect, test } from 'vitest';
import { isWsdlError } from '../errors.js';
import { decodeText } from './decode-text.js';

const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));
const utf16le = (text: string): number[] => ascii(text).flatMap((c) => [c & 0xff, c >> 8]);
const utf16be = (text: string): number[] => ascii(text).flatMap((c) => [c >> 8, c & 0xff]);

function decode(bytes: readonly number[], contentType?: string): { text: string; codes: string[] } {
  const codes: string[] = [];
  const text = decodeText(Uint8Array.from(bytes), 'a.wsdl', contentType, (d) => codes.push(d.code));
  return { text, codes };
}

describe('the encoding of a document', () => {
  test.each<[string, readonly number[], string | undefined, string]>([
    ['UTF-8 without any sign', [0x3c, 0x61, 0xc3, 0xa9], undefined, '<aé'],
    ['a UTF-8 mark', [0xef, 0xbb, 0xbf, 0x3c, 0x61], undefined, '<a'],
    ['a UTF-16LE mark', [0xff, 0xfe, ...utf16le('<é')], undefined, '<é'],
    ['a UTF-16BE mark', [0xfe, 0xff, ...utf16be('<é')], undefined, '<é'],
    ['UTF-16LE without a mark', utf16le('<a/>'), undefined, '<a/>'],
    ['UTF-16BE without a mark', utf16be('<a/>'), undefined, '<a/>'],
    ['a mark wins over the charset', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'text/xml; charset=iso-8859-1', 'é'],
    [
      'a mark wins over the declaration, if the charset agrees',
      [0xff, 0xfe, ...utf16le('<?xml encoding="utf-8"?>')],
      'text/xml; charset=utf-16',
      '<?xml encoding="utf-8"?>',
    ],
    [
      'a mark of UTF-8 and a declaration of UTF-16',
      [0xef, 0xbb, 0xbf, ...ascii('<?xml encoding="utf-16"?>')],
      undefined,
      '<?xml encoding="utf-16"?>',
    ],
    ['the charset of HTTP', [0x3c, 0xe9], 'text/xml; charset="ISO-8859-1"', '<é'],
    [
      'the charset wins over the declaration',
      [...ascii('<?xml version="1.0" encoding="utf-8"?>'), 0xe9],
      'text/xml;charset=windows-1252',
      '<?xml version="1.0" encoding="utf-8"?>é',
    ],
    [
      'the declaration',
      [...ascii("<?xml version='1.0' encoding='ISO-8859-15'?>"), 0xa4],
      undefined,
      "<?xml version='1.0' encoding='ISO-8859-15'?>€",
    ],
    [
      'windows-1255 in the declaration',
      [...ascii('<?xml version="1.0" encoding="windows-1255"?>'), 0xe0],
      'text/xml',
      '<?xml version="1.0" encoding="windows-1255"?>א',
    ],
    ['windows-1251 by the name cp1251', [0xff], 'text/xml; charset=cp1251', 'я'],
    ['ASCII', ascii('<a/>'), 'text/xml; charset=us-ascii', '<a/>'],
    // The bytes are those of iconv. The second byte of this character is that of a backslash.
    ['Shift_JIS', [0x3c, 0x83, 0x5c], 'text/xml; charset=Shift_JIS', '<ソ'],
    [
      'GB2312 in the declaration',
      [...ascii('<?xml version="1.0" encoding="GB2312"?>'), 0xd6, 0xd0],
      undefined,
      '<?xml version="1.0" encoding="GB2312"?>中',
    ],
    ['nothing', [], undefined, ''],
  ])('%s', (_, bytes, contentType, want) => {
    expect(decode(bytes, contentType)).toEqual({ text: want, codes: [] });
  });

  test.each<[string, readonly number[], string | undefined]>([
    [
      'a declaration of UTF-16 over single bytes',
      ascii('<?xml version="1.0" encoding="utf-16"?><a/>'),
      undefined,
    ],
    ['a charset of UTF-16 over single bytes', ascii('<a/>'), 'text/xml; charset=utf-16'],
  ])('%s is overruled and reported', (_, bytes, contentType) => {
    const { text, codes } = decode(bytes, contentType);
    expect(text).toMatch(/<a\/>$/);
    expect(codes).toEqual(['ENCODING_CONTRADICTION']);
  });

  test.each<[string, readonly number[], string | undefined, string]>([
    ['a byte that UTF-8 does not allow', [0x3c, 0xff], undefined, 'it is not valid utf-8'],
    ['an overlong form', [0xc0, 0xaf], undefined, 'it is not valid utf-8'],
    ['half a UTF-16 pair', [0xff, 0xfe, 0x00, 0xd8], undefined, 'it is not valid utf-16le'],
    ['UTF-32LE', [0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0], undefined, 'UTF-32 and EBCDIC are not supported'],
    ['UTF-32BE', [0, 0, 0xfe, 0xff], undefined, 'UTF-32 and EBCDIC are not supported'],
    ['UTF-32LE without a mark', [0x3c, 0, 0, 0], undefined, 'UTF-32 and EBCDIC are not supported'],
    ['EBCDIC', [0x4c, 0x6f, 0xa7, 0x94], undefined, 'UTF-32 and EBCDIC are not supported'],
    [
      'UTF-7',
      ascii('<?xml version="1.0" encoding="UTF-7"?>'),
      undefined,
      'encoding "UTF-7" is not supported',
    ],
    [
      'an encoding with states',
      ascii('<a/>'),
      'text/xml; charset=ISO-2022-JP',
      'encoding "ISO-2022-JP" is not supported',
    ],
    ['half a character of Shift_JIS', [0x3c, 0x83], 'text/xml; charset=sjis', 'it is not valid shift_jis'],
    [
      'iso-8859-12, which does not exist',
      ascii('<a/>'),
      'text/xml; charset=iso-8859-12',
      'encoding "iso-8859-12" is not supported',
    ],
    ['an unknown charset', ascii('<a/>'), 'text/xml; charset=bogus', 'encoding "bogus" is not supported'],
  ])('%s is rejected', (_, bytes, contentType, reason) => {
    const refused = ((): unknown => {
      try {
        return decode(bytes, contentType);
      } catch (error) {
        return error;
      }
    })();
    expect(isWsdlError(refused) && [refused.code, refused.message]).toEqual([
      'BAD_ENCODING',
      `a.wsdl: cannot decode the document: ${reason}`,
    ]);
  });
});

// XML 1.0 §4.3.3: fatal where nothing but the document says what its encoding is.
test.each<[string, readonly number[], string]>([
  [
    'a UTF-8 mark and another declaration',
    [0xef, 0xbb, 0xbf, ...ascii('<?xml version="1.0" encoding="iso-8859-1"?><a/>')],
    'the declaration says iso-8859-1, and the first bytes show utf-8',
  ],
  [
    'UTF-16 that declares UTF-8',
    utf16be('<?xml version="1.0" encoding="utf-8"?><a/>'),
    'the declaration says utf-8, and the first bytes show utf-16be',
  ],
  [
    'UTF-16 with a mark that declares UTF-8',
    [0xff, 0xfe, ...utf16le("<?xml version='1.0' encoding='utf-8'?><a/>")],
    'the declaration says utf-8, and the first bytes show utf-16le',
  ],
])('a declaration that the bytes contradict is rejected: %s', (_, bytes, reason) => {
  expect(() => decode(bytes)).toThrow(`a.wsdl:1:1: cannot decode the document: ${reason}`);
});
