import { describe, expect, test } from 'vitest';
import type { MimePart } from '../../api/messages.js';
import { encodeBase64 } from '../../scalar/spaces/binary.js';
import { decode, envelope } from '../../testing/decoding.js';
import { attribute, el, part, SchemaLiteral, sequence } from '../../testing/schema-literal.js';
import { operationShape } from '../../testing/shapes.js';

const SWA = 'http://ws-i.org/profiles/basic/1.1/xsd';
const image: MimePart = {
  contentId: '<a@b>',
  contentType: 'image/png',
  data: Uint8Array.of(1, 2, 3, 4),
  filename: 'x.png',
};
const text: MimePart = {
  contentId: 'note=1@b',
  contentType: 'text/plain; charset=utf-8',
  data: Uint8Array.of(65),
};

const schema = new SchemaLiteral();
schema.types.push({
  kind: 'simple',
  name: { namespace: SWA, localName: 'swaRef' },
  targetNamespace: SWA,
  base: 'anyURI',
  variety: { kind: 'atomic', builtin: 'anyURI' },
  facets: [],
});
const swaRef = schema.types.length - 1;
const picture = schema.complex('Picture', undefined, {
  content: { kind: 'simple', type: 'base64Binary' },
  attributes: [attribute('contentType', 'string')],
});
schema.element(
  'OpResponse',
  schema.complex(
    undefined,
    sequence(
      el('data', 'base64Binary', { minOccurs: 0 }),
      el('picture', picture, { minOccurs: 0 }),
      el('ref', swaRef, { minOccurs: 0 }),
      el('any', 'anyType', { minOccurs: 0 }),
    ),
  ),
);
schema.element('Op', schema.complex(undefined, sequence()));
const model = schema.service({
  Op: {},
  Mime: {
    output: {
      parts: [part('b', 'OpResponse')],
      attachments: [
        { name: 'note', contentTypes: ['text/plain'] },
        { name: 'pic', contentTypes: ['image/*'] },
      ],
    },
  },
});

function run(content: string, attachments: readonly MimePart[], operation = 'Op'): [string, ...string[]] {
  const xml = envelope(
    `<t:OpResponse xmlns:xop="http://www.w3.org/2004/08/xop/include">${content}</t:OpResponse>`,
  );
  const results = [1, 1 << 20].map((chunk) =>
    decode(operationShape(model, operation), xml, { chunk, decode: { attachments } }),
  );
  expect(results[0]).toEqual(results[1]);
  return [results[0]!.result!, ...results[0]!.warnings];
}

describe('attachments (§13)', () => {
  test.each<[string, string, string, string[]]>([
    [
      'xop:Include is the bytes of its part (AT-1)',
      '<t:data><xop:Include href="cid:a@b"/></t:data>',
      '{"data":"AQIDBA=="}',
      [],
    ],
    [
      'with a percent-encoded id',
      '<t:data> <xop:Include href="cid:a%40b"></xop:Include> </t:data>',
      '{"data":"AQIDBA=="}',
      [],
    ],
    [
      'in simple content with attributes',
      '<t:picture contentType="image/png"><xop:Include href="cid:a@b"/></t:picture>',
      '{"picture":{"@contentType":"image/png","$value":"AQIDBA=="}}',
      [],
    ],
    ['in untyped content', '<t:any><xop:Include href="cid:a@b"/></t:any>', '{"any":"AQIDBA=="}', []],
    [
      'inline data is the same',
      '<t:data>AQIDBA==</t:data>',
      '{"data":"AQIDBA=="}',
      ['UNREFERENCED_ATTACHMENT'],
    ],
    [
      'swaRef (AT-2)',
      '<t:ref> cid:a@b </t:ref>',
      '{"ref":{"contentType":"image/png","data":"AQIDBA==","filename":"x.png"}}',
      [],
    ],
    [
      'no such part (AT-4)',
      '<t:data><xop:Include href="cid:nope"/></t:data>',
      '{"data":null}',
      ['DANGLING_REF /data', 'UNREFERENCED_ATTACHMENT'],
    ],
    [
      'only cid: URIs are looked up (A11)',
      '<t:data><xop:Include href="file:///etc/passwd"/></t:data><t:ref>http://127.0.0.1/</t:ref>',
      '{"data":null,"ref":null}',
      ['DANGLING_REF /data', 'DANGLING_REF /ref', 'UNREFERENCED_ATTACHMENT'],
    ],
    [
      'no href',
      '<t:data><xop:Include/></t:data>',
      '{"data":null}',
      ['DANGLING_REF /data', 'UNREFERENCED_ATTACHMENT'],
    ],
  ])('%s', (_, content, result, warnings) => {
    expect(run(content, [image])).toEqual([result, ...warnings]);
  });

  test('parts bound by MIME are $attachments (AT-3)', () => {
    expect(run('<t:data>AQ==</t:data>', [image, text], 'Mime')).toEqual([
      '{"data":"AQ==","$attachments":{"note":{"contentType":"text/plain; charset=utf-8","data":"QQ=="},"pic":{"contentType":"image/png","data":"AQIDBA==","filename":"x.png"}}}',
    ]);
    expect(run('', [], 'Mime')).toEqual(['{}']);
    expect(run('', [text], 'Mime')).toEqual([
      '{"$attachments":{"note":{"contentType":"text/plain; charset=utf-8","data":"QQ=="}}}',
    ]);
  });

  test('base64 is the same as that of the platform', () => {
    for (let length = 0; length < 50; length++) {
      const data = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
      expect(Buffer.from(encodeBase64(data)).toString()).toBe(Buffer.from(data).toString('base64'));
    }
  });
});
