import { describe, expect, test } from 'vitest';
import { quoteParameter, readHeaderValue } from './content-type.js';
import { decodeTransferEncoding } from './transfer-encoding.js';

describe('header values', () => {
  test.each<[string, string, [string, string][]]>([
    ['text/xml', 'text/xml', []],
    ['Text/XML ; Charset = UTF-8', 'text/xml', [['charset', 'UTF-8']]],
    [
      'a/b; x="a;b"; y=c',
      'a/b',
      [
        ['x', 'a;b'],
        ['y', 'c'],
      ],
    ],
    ['a/b; x="a\\"b\\\\"', 'a/b', [['x', 'a"b\\']]],
    ['a/b; x=1; X=2', 'a/b', [['x', '1']]],
    ['a/b; x="never closed', 'a/b', [['x', 'never closed']]],
    ['a/b;;; x=', 'a/b', [['x', '']]],
    ['', '', []],
  ])('%j', (text, value, parameters) => {
    const read = readHeaderValue(text);
    expect([read.value, [...read.parameters]]).toEqual([value, parameters]);
  });

  test('a quoted parameter is read back unchanged', () => {
    for (const text of ['', 'a', 'a"b', '\\', 'a;b', 'ä']) {
      expect(readHeaderValue(`a/b; x=${quoteParameter(text)}`).parameters.get('x')).toBe(text);
    }
    expect(() => quoteParameter('a\r\nb')).toThrow('control character');
  });
});

test.each<[string | undefined, string, string]>([
  ['base64', 'PGEv\r\nPg==', '<a/>'],
  ['BASE64 ', 'PGEvPg', '<a/>'],
  ['quoted-printable', 'a=3Db=\r\nc=\nd=zz=', 'a=bcd=zz='],
  ['binary', 'a=3D', 'a=3D'],
  ['x-unknown', 'a=3D', 'a=3D'],
  [undefined, 'a=3D', 'a=3D'],
])('transfer encoding %s', (encoding, given, wanted) => {
  expect(Buffer.from(decodeTransferEncoding(Buffer.from(given), encoding)).toString()).toBe(wanted);
});
