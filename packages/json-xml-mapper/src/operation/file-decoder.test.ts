import { describe, expect, test } from 'vitest';
import { FileDecoder } from '../routes.js';
import { el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import { createUncheckedMapper } from '../unchecked.js';

function archive() {
  const schema = new SchemaLiteral();
  const message = (...members: ReturnType<typeof el>[]) => schema.complex(undefined, sequence(...members));
  schema.element('Get', message(el('Name', 'string')));
  schema.element('GetResponse', message(times(el('Content', 'base64Binary'), 0, 1)));
  schema.element('Sum', message(el('Name', 'string')));
  schema.element('SumResponse', message(el('Digest', 'hexBinary')));
  return schema.service({ Get: {}, Sum: {} });
}

const mapper = createUncheckedMapper(archive());
const get = mapper.compile('Get');
const PLACE = { key: 'Content', encoding: 'base64' } as const;
const around = (body: string): Buffer =>
  Buffer.from(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`,
  );
const response = (content: string): Buffer => around(`<GetResponse xmlns="urn:t">${content}</GetResponse>`);
/** The output of a response in pieces of some size; undefined if it is not a file. */
function read(
  xml: Buffer,
  size: number,
  operation = get,
  place: ConstructorParameters<typeof FileDecoder>[1] = PLACE,
) {
  const decoder = new FileDecoder(operation, place, {}, 1e9);
  const bytes: Uint8Array[] = [];
  for (let at = 0; at < xml.length; at += size) {
    const some = decoder.write(xml.subarray(at, at + size));
    if (some === undefined) return undefined;
    bytes.push(some);
  }
  const before = Buffer.concat(bytes).length;
  const end = decoder.end();
  if (end === undefined) return undefined;
  return { ...end, before, file: Buffer.concat([...bytes, end.file]) };
}
const FILE = Buffer.from(Array.from({ length: 3001 }, (_, at) => (at * 31 + (at >> 8)) & 0xff));
const BASE64 = FILE.toString('base64');

describe('PG-10: a result that is a file, piece by piece', () => {
  test.each([1, 2, 3, 7, 64, 4096, 1e6])('in pieces of %i bytes', (size) => {
    const lines = BASE64.replace(/.{76}/g, '$&\r\n');
    for (const content of [
      BASE64,
      lines,
      `\n ${BASE64} `,
      `<![CDATA[${BASE64.slice(0, 1001)}]]>${BASE64.slice(1001)}`,
      `&#x${BASE64.charCodeAt(0).toString(16)};${BASE64.slice(1)}`,
      `${BASE64.slice(0, 10)}<!-- a -->${BASE64.slice(10)}`,
    ]) {
      const got = read(response(`<Content>${content}</Content>`), size);
      expect(got?.file.equals(FILE)).toBe(true);
      expect(got?.reply).toMatchObject({ kind: 'result', warnings: [] });
    }
  });

  test('the first bytes come long before the last', () => {
    const got = read(response(`<Content>${BASE64}</Content>`), 100);
    expect(got?.before).toBeGreaterThan(FILE.length - 200);
  });

  test.each(['', '<Content/>', '<Content></Content>', '<Content> </Content>'])(
    'an empty file: %s',
    (content) => {
      expect(read(response(content), 5)?.file.length).toBe(0);
    },
  );

  test.each(['QQ', 'QQ=', 'Q===', 'QR==', 'QQ==QQ==', 'QUI=A', '=', 'QQ*=', 'QUJD%', 'QUJDRE'])(
    'no base64: %s',
    (content) => {
      for (const size of [1, 3, 1000])
        expect(read(response(`<Content>${BASE64.slice(0, 400)}${content}</Content>`), size)).toBeUndefined();
    },
  );

  test('a value in hexadecimal, and a fault', () => {
    const sum = mapper.compile('Sum');
    const place = { key: 'Digest', encoding: 'hex' } as const;
    const xml = around('<SumResponse xmlns="urn:t"><Digest>00ff7B</Digest></SumResponse>');
    expect([...(read(xml, 9, sum, place)?.file ?? [])]).toEqual([0, 0xff, 0x7b]);
    const fault = around('<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>');
    expect(read(fault, 9)).toMatchObject({ reply: { kind: 'fault', fault: { reason: 'no' } }, before: 0 });
  });

  test('an xop:Include names the part that is the file', () => {
    const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:a%40b"/>';
    for (const size of [1, 50, 1000])
      expect(read(response(`<Content>\n${include}\n</Content>`), size)).toMatchObject({
        include: 'cid:a%40b',
        file: Buffer.alloc(0),
      });
  });

  test('an element that the schema does not have is passed over; a second value is none', () => {
    const unknown = `<More>QUJD</More><Content>${BASE64}</Content><Content>QUJD</Content>`;
    expect(read(response(unknown), 11)?.file.equals(FILE)).toBe(true);
  });

  test('XML that is not well-formed is an error, wherever it is', () => {
    for (const content of ['QUJD<', 'QUJD&amp', 'QUJD]]>', 'QU\u0000D'])
      expect(() => read(response(`<Content>${BASE64.slice(0, 400)}${content}</Content>`), 7)).toThrow();
  });

  test('the response has a limit of its own', () => {
    const decoder = new FileDecoder(get, PLACE, {}, 1000);
    expect(() => decoder.write(response(`<Content>${BASE64}</Content>`))).toThrow(/larger than 1000 bytes/);
  });
});
