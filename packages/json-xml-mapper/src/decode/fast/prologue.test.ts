import { afterEach, describe, expect, test, vi } from 'vitest';
import { isDecodeError } from '../../errors.js';
import { DEFAULT_MAPPER_LIMITS } from '../../limits.js';
import { decodeUtf8, encodeUtf8 } from '../../platform.js';
import { DEFAULT_SIMPLE_LIMITS } from '../../scalar/default-limits.js';
import { messageDecoder, SOAP11, SOAP12 } from '../../testing/decoding.js';
import { attribute, el, SchemaLiteral, sequence } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';
import { XmlReader } from '../../xml/xml-reader.js';
import type { MessageDecoder } from '../decoder.js';

/** A decoder learns from the beginning of a response. That must not change the meaning of any other response. */
const schema = new SchemaLiteral();
const order = schema.complex(
  'Order',
  sequence(el('n', 'string', { minOccurs: 0 }), el('type', 'QName', { minOccurs: 0 })),
  { attributes: [attribute('id', 'string', { default: 'none' })] },
);
const operation = operationReturning(schema, order, { unwrap: 'payload' });

const wrap = (body: string, { soap = SOAP11, declared = '', header = '' } = {}): string =>
  `<s:Envelope xmlns:s="${soap}" xmlns:t="urn:t"${declared}>${header}<s:Body>${body}</s:Body></s:Envelope>`;
const XSI = ' xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

const DOCUMENTS: readonly (readonly [name: string, text: string])[] = [
  ['plain', wrap('<t:OpResponse><t:n>a</t:n><t:type>t:x</t:type></t:OpResponse>')],
  ['the same prefix for another namespace', wrap('<t:OpResponse xmlns:t="urn:u"><n>a</n></t:OpResponse>')],
  [
    'the prefix of a value bound otherwise',
    wrap('<t:OpResponse xmlns:u="urn:u"><t:type>u:x</t:type></t:OpResponse>'),
  ],
  ['SOAP 1.2', wrap('<t:OpResponse><t:n>b</t:n></t:OpResponse>', { soap: SOAP12 })],
  [
    'a declaration and line ends',
    `<?xml version="1.0"?>\n${wrap('\n<t:OpResponse>\n<t:n>c</t:n></t:OpResponse>\n')}\n`,
  ],
  ['attributes', wrap('<t:OpResponse id="7"><t:n>d</t:n></t:OpResponse>')],
  ['nil', wrap('<t:OpResponse i:nil="true"/>', { declared: XSI })],
  ['empty', wrap('<t:OpResponse/>')],
  ['nothing', wrap('')],
  ['another element first', wrap('<t:x/><t:OpResponse><t:n>e</t:n></t:OpResponse>')],
  ['a twin in another namespace first', wrap('<OpResponse/><t:OpResponse><t:n>f</t:n></t:OpResponse>')],
  [
    'two payloads',
    wrap('<t:OpResponse><t:n>g</t:n></t:OpResponse><t:OpResponse><t:n>h</t:n></t:OpResponse>'),
  ],
  [
    'a header',
    wrap('<t:OpResponse><t:n>i</t:n></t:OpResponse>', { header: '<s:Header><t:id>1</t:id></s:Header>' }),
  ],
  [
    'a header that must be understood',
    wrap('<t:OpResponse><t:n>j</t:n></t:OpResponse>', {
      header: '<s:Header><t:id s:mustUnderstand="1"/></s:Header>',
    }),
  ],
  ['a fault', wrap('<s:Fault><faultcode>s:Server</faultcode><faultstring>k</faultstring></s:Fault>')],
  [
    'a fault and a payload',
    wrap('<s:Fault><faultcode>s:Server</faultcode><faultstring>l</faultstring></s:Fault><t:OpResponse/>'),
  ],
  [
    'a payload and a fault',
    wrap(
      '<t:OpResponse><t:n>m</t:n></t:OpResponse><s:Fault><faultcode>s:Server</faultcode><faultstring>n</faultstring></s:Fault>',
    ),
  ],
  ['cut off in the envelope', wrap('').slice(0, 40)],
  [
    'cut off after the payload tag',
    wrap('<t:OpResponse>').slice(0, wrap('<t:OpResponse>').indexOf('</s:Body>')),
  ],
  ['a wrong end tag', wrap('<t:OpResponse></t:Response>')],
  ['no envelope', '<t:OpResponse><t:n>o</t:n></t:OpResponse>'],
];

function read(decoder: MessageDecoder, text: string, chunk = 1 << 20): unknown {
  const bytes = encodeUtf8(text);
  try {
    const response = decoder.createDecoder();
    for (let at = 0; at < bytes.length; at += chunk) response.write(bytes.subarray(at, at + chunk));
    const reply = response.end();
    return reply.kind === 'fault' ? reply : { ...reply, result: decodeUtf8(reply.result) };
  } catch (error) {
    if (isDecodeError(error)) return `${error.code} ${error.message}`;
    throw error;
  }
}

afterEach(() => vi.restoreAllMocks());

describe('the prologue that responses have in common', () => {
  test.each(DOCUMENTS)('after "%s", every document decodes as with a new decoder', (_, first) => {
    const firstAlone = read(messageDecoder(operation), first);
    for (const [name, text] of DOCUMENTS) {
      const alone = read(messageDecoder(operation), text);
      for (const chunk of [1 << 20, 60, 150, 170, 7]) {
        const decoder = messageDecoder(operation);
        for (let i = 0; i < 3; i++) read(decoder, first);
        const found = [text, first, text].map((each) => read(decoder, each, chunk));
        expect(found, `${name} in chunks of ${chunk}`).toEqual([alone, firstAlone, alone]);
      }
    }
  });

  test('is read once', () => {
    const resume = vi.spyOn(XmlReader.prototype, 'resume');
    const next = vi.spyOn(XmlReader.prototype, 'next');
    const decoder = messageDecoder(operation);
    read(decoder, DOCUMENTS[0]![1]);
    const first = next.mock.calls.length;
    next.mockClear();
    read(decoder, DOCUMENTS[0]![1]);
    expect(resume).toHaveReturnedWith(true);
    // The reader saw three start tags fewer.
    expect(next.mock.calls.length).toBeLessThanOrEqual(first - 3);
  });

  test('is rarely learned if every document begins differently', () => {
    const learned = vi.spyOn(XmlReader.prototype, 'openElements');
    const decoder = messageDecoder(operation);
    for (let i = 0; i < 1000; i++)
      read(decoder, wrap('<t:OpResponse></t:OpResponse>', { declared: ` id="${i}"` }));
    expect(learned.mock.calls.length).toBeLessThan(12);
    // A prologue that is stable from now on is still learned.
    const resume = vi.spyOn(XmlReader.prototype, 'resume');
    for (let i = 0; i < 1100; i++) read(decoder, DOCUMENTS[0]![1]);
    expect(resume).toHaveReturnedWith(true);
  });

  test('counts against the limits', () => {
    const decoder = messageDecoder(operation, {
      limits: { ...DEFAULT_MAPPER_LIMITS, ...DEFAULT_SIMPLE_LIMITS, responseNodes: 5 },
    });
    const small = wrap('<t:OpResponse><t:n>a</t:n></t:OpResponse>');
    const large = wrap('<t:OpResponse><t:n>a</t:n><x/><x/></t:OpResponse>');
    for (let i = 0; i < 3; i++) {
      expect(read(decoder, small)).toMatchObject({ kind: 'result' });
      expect(read(decoder, large)).toMatch(/^LIMIT /);
    }
  });
});

test('concurrent responses of two operations do not mix', () => {
  const other = operationReturning(schema, schema.complex('Other', sequence(el('m', 'int'))), {
    unwrap: 'payload',
  });
  const pieces = (text: string): Uint8Array[] => text.match(/.{1,20}/g)!.map((piece) => encodeUtf8(piece));
  const a = pieces(wrap('<t:OpResponse id="1"><t:n>aaaaaaaaaaaa</t:n></t:OpResponse>'));
  const b = pieces(wrap('<t:OpResponse><t:m>12</t:m></t:OpResponse>'));
  const decoders = [messageDecoder(operation), messageDecoder(other)];
  for (let round = 0; round < 3; round++) {
    const first = decoders[0]!.createDecoder();
    const second = decoders[1]!.createDecoder();
    const third = decoders[0]!.createDecoder();
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      if (i < a.length) first.write(a[i]!);
      if (i < b.length) second.write(b[i]!);
      if (i < a.length) third.write(a[i]!);
    }
    const results = [second.end(), first.end(), third.end()].map(
      (reply) => reply.kind === 'result' && decodeUtf8(reply.result),
    );
    expect(results).toEqual(['{"m":12}', '{"@id":"1","n":"aaaaaaaaaaaa"}', '{"@id":"1","n":"aaaaaaaaaaaa"}']);
    expect(() => first.write(a[0]!)).toThrow('the response has already ended');
  }
});
