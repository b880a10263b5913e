import { describe, expect, test } from 'vitest';
import { createMapper } from '../mapper.js';
import { encoderOf, problemsOf } from '../testing/encoding.js';
import { el, SchemaLiteral, sequence } from '../testing/schema-literal.js';

describe('attachments (AT-2, AT-3)', () => {
  const schema = new SchemaLiteral();
  schema.element('Op', schema.complex(undefined, sequence(el('title', 'string'))));
  schema.element('OpResponse', schema.complex(undefined));
  const model = schema.service({
    Op: { input: { attachments: [{ name: 'file', contentTypes: ['image/*', 'image/png'] }] } },
  });
  const encoder = encoderOf(model, 'Op');
  test('AT-2 a swaRef URL contains the Content-ID unchanged', () => {
    const swa = 'http://ws-i.org/profiles/basic/1.1/xsd';
    const other = new SchemaLiteral();
    const reference = other.simple('swaRef', 'anyURI');
    other.types[reference] = {
      ...other.types[reference]!,
      name: { namespace: swa, localName: 'swaRef' },
      targetNamespace: swa,
    };
    other.element('Op', other.complex(undefined, sequence(el('file', reference, { maxOccurs: 2 }))));
    other.element('OpResponse', other.complex(undefined));
    const message = encoderOf(other.service({ Op: {} }), 'Op').toXml({
      file: [{ data: 'AQID' }, { data: 'BAUG' }],
    });
    const ids = message.attachments.map(({ contentId }) => contentId);
    // RFC 3986 §2.3: these and the `@` of the Content-ID are never percent-encoded in a path.
    expect(ids.filter((id) => /^[\w.~-]+@[\w.~-]+$/.test(id))).toEqual(ids);
    const xml = new TextDecoder().decode(message.body);
    expect([...xml.matchAll(/>cid:([^<]*)</g)].map(([, id]) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
  });
  test('AT-1 binary values from the threshold on are parts, and xop:Include stands for them', () => {
    const other = new SchemaLiteral();
    other.element(
      'Op',
      other.complex(
        undefined,
        sequence(el('file', 'base64Binary', { maxOccurs: 3 }), el('hex', 'hexBinary'), el('text', 'string')),
      ),
    );
    other.element('OpResponse', other.complex(undefined));
    const packing = encoderOf(other.service({ Op: {} }), 'Op');
    const input = { file: ['AQID', 'AQIDBA==', 'AQ IDBAU='], hex: '0102030405', text: 'AQIDBAUG' };
    const include = (id: number) =>
      `<file><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:xop-${id}@soapstone.invalid"/></file>`;
    const json = new TextEncoder().encode(JSON.stringify(input));
    for (const { body, attachments } of [
      packing.toXml(input, { xopThreshold: 4 }),
      packing.encodeJson(json, { xopThreshold: 4 }),
    ]) {
      expect(new TextDecoder().decode(body).replace(/ns\d+:| xmlns:ns\d+="[^"]*"/g, '')).toContain(
        `<file>AQID</file>${include(1)}${include(2)}<hex>0102030405</hex><text>AQIDBAUG</text>`,
      );
      expect(attachments).toEqual([
        {
          contentId: 'xop-1@soapstone.invalid',
          contentType: 'application/octet-stream',
          data: Uint8Array.of(1, 2, 3, 4),
        },
        {
          contentId: 'xop-2@soapstone.invalid',
          contentType: 'application/octet-stream',
          data: Uint8Array.of(1, 2, 3, 4, 5),
        },
      ]);
    }
    expect(packing.toXml(input).attachments).toEqual([]);
    expect(packing.encodeJson(json, { xopThreshold: 10_000 }).attachments).toEqual([]);
  });
  test('parts are returned next to the envelope', () => {
    const message = encoder.toXml({
      title: 't',
      $attachments: { file: { data: 'AQID', filename: 'x.png' } },
    });
    expect(message.attachments).toEqual([
      {
        contentId: 'file=1@soapstone.invalid',
        contentType: 'image/png',
        data: Uint8Array.of(1, 2, 3),
        filename: 'x.png',
      },
    ]);
  });
  test('AT-3, L3: a response whose body is one record is written as it is read', () => {
    const record = new SchemaLiteral();
    const type = record.complex('D', sequence(el('w', 'int'), el('u', 'string', { minOccurs: 0 })));
    const body = record.complex(undefined, sequence(el('D', type, { minOccurs: 0, nillable: true })));
    record.element('Op', record.complex(undefined)).element('OpResponse', body);
    const output = { attachments: [{ name: 'pic', contentTypes: ['image/jpeg'] }] };
    const operation = createMapper(record.service({ Op: { output } })).compile('Op');
    const $attachments = { pic: { contentType: 'image/jpeg', data: 'AQID' } };
    for (const fields of [{ w: 1, u: 'x' }, {}, { $nil: true }]) {
      const result = { ...fields, $attachments };
      const written = operation.responseToXml(result);
      expect(written.attachments).toHaveLength(1);
      const read = operation.fromXml(written.body, { attachments: written.attachments });
      expect(read).toMatchObject({ kind: 'result', result, warnings: [] });
    }
    expect(operation.example('output')).toHaveProperty('$attachments');
    expect(() => operation.responseToXml({ w: 1 })).toThrow(
      'cannot encode the response of operation Op: /$attachments/pic is required: an attachment',
    );
  });
  test.each([
    [{}, ['/$attachments/file required']],
    [{ file: { data: '!' } }, ['/$attachments/file/data format']],
    [{ file: { data: 1 } }, ['/$attachments/file/data type']],
    [{ file: {} }, ['/$attachments/file/data required']],
    [{ file: { data: '', contentType: 'a\r\nb' } }, ['/$attachments/file/contentType format']],
    [{ file: { data: '', filename: 'a\n' } }, ['/$attachments/file/filename format']],
    [{ file: { data: '' }, files: {} }, ['/$attachments/files additionalProperties']],
  ])('errors of %j', ($attachments, problems) => {
    expect(problemsOf(encoder, { title: 't', $attachments })).toEqual(problems);
  });
});
