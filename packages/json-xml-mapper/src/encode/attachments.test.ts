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

describe('parts that the WSDL does not declare (AT-7)', () => {
  const schema = new SchemaLiteral();
  const record = schema.complex('R', sequence(el('w', 'int', { minOccurs: 0 })));
  schema.element('Op', schema.complex(undefined, sequence(el('title', 'string'))));
  schema.element('OpResponse', schema.complex(undefined, sequence(el('R', record, { minOccurs: 0 }))));
  schema.element('With', schema.complex(undefined));
  schema.element('WithResponse', schema.complex(undefined, sequence(el('R', record, { minOccurs: 0 }))));
  const output = { attachments: [{ name: 'pic', contentTypes: ['image/png'] }] };
  const model = schema.service({ Op: {}, With: { output } });
  const open = createMapper(model, { allowUndeclaredAttachments: true });
  const operation = open.compile('Op');
  const part = { contentType: 'image/png', data: 'AQID', filename: 'a.png' };
  const sent = { ...part, contentId: 'a@example.com', data: Uint8Array.of(1, 2, 3) };
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

  test('a request sends them under their Content-ID, from values and from JSON', () => {
    const input = { title: 't', $attachments: { 'a@example.com': part, b: { data: '' } } };
    for (const { body, attachments } of [operation.toXml(input), operation.encodeJson(bytes(input))]) {
      expect(attachments).toEqual([
        sent,
        { contentId: 'b', contentType: 'application/octet-stream', data: new Uint8Array() },
      ]);
      expect(new TextDecoder().decode(body)).not.toContain('ttachment');
    }
    expect(operation.validate(input)).toEqual([]);
    expect(operation.normalise(input)).toEqual({
      title: 't',
      $attachments: {
        'a@example.com': part,
        b: { contentType: 'application/octet-stream', data: '' },
      },
    });
    expect(operation.toXml({ title: 't' }).attachments).toEqual([]);
    expect(operation.encodeJson(bytes({ title: 't' })).attachments).toEqual([]);
  });

  test.each([
    ['a space', { 'a b': part }, '/$attachments/a b', 'format'],
    ['a line end', { 'a>\r\nX: y': part }, '/$attachments/a>\r\nX: y', 'format'],
    ['a long name', { ['x'.repeat(201)]: part }, `/$attachments/${'x'.repeat(201)}`, 'format'],
    [
      'the name of the envelope',
      { 'envelope@soapstone': part },
      '/$attachments/envelope@soapstone',
      'format',
    ],
    [
      'a name of ours',
      { 'xop-1@SOAPSTONE.invalid': part },
      '/$attachments/xop-1@SOAPSTONE.invalid',
      'format',
    ],
    ['a text', { a: 'AQID' }, '/$attachments/a', 'type'],
    ['another member', { a: { ...part, more: 1 } }, '/$attachments/a/more', 'additionalProperties'],
    [
      'a media type with a line end',
      { a: { ...part, contentType: 'x\ny' } },
      '/$attachments/a/contentType',
      'format',
    ],
    [
      '101 parts',
      Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, part])),
      '/$attachments',
      'limit',
    ],
    ['an array', [part], '/$attachments', 'type'],
  ])('refuses %s', (_what, $attachments, path, keyword) => {
    const input = { title: 't', $attachments };
    expect(operation.validate(input)).toMatchObject([{ path, keyword }]);
    expect(() => operation.toXml(input)).toThrow(path);
    expect(() => operation.encodeJson(bytes(input))).toThrow(path);
  });

  test('__proto__ is a name like any other', () => {
    const input = `{"title":"t","$attachments":{"__proto__":${JSON.stringify(part)}}}`;
    const { attachments } = operation.encodeJson(new TextEncoder().encode(input));
    expect(attachments.map(({ contentId }) => contentId)).toEqual(['__proto__']);
    const answer = operation.responseToXml({}).body;
    const { result } = operation.decodeXml(answer, { attachments }) as { result: Uint8Array };
    expect(new TextDecoder().decode(result)).toContain('"$attachments":{"__proto__":{');
  });

  test('a result has what nothing refers to, next to the fields of a record, with a name for each', () => {
    const attachments = [
      sent,
      { ...sent, contentId: '<a@example.com>' },
      { ...sent, contentId: '' },
      { ...sent, contentId: 'part-4' },
    ];
    for (const result of [{ w: 1 }, {}]) {
      const { body } = operation.responseToXml(result);
      expect(operation.fromXml(body, { attachments })).toMatchObject({
        kind: 'result',
        result: {
          ...result,
          $attachments: { 'a@example.com': part, 'part-2': part, 'part-3': part, 'part-4': part },
        },
        warnings: [],
      });
    }
    const both = open.compile('With');
    const written = both.responseToXml({ w: 1, $attachments: { pic: part, 'a@example.com': part } });
    expect(written.attachments).toHaveLength(2);
    expect(both.fromXml(written.body, { attachments: written.attachments })).toMatchObject({
      result: { w: 1, $attachments: { pic: part, 'a@example.com': part } },
      warnings: [],
    });
  });

  test('a fault has none, and without the option they are dropped or refused', () => {
    const fault = operation.faultToXml({ reason: 'no' }).body;
    expect(operation.fromXml(fault, { attachments: [sent] })).toMatchObject({
      kind: 'fault',
      warnings: [],
    });
    const closed = createMapper(model).compile('Op');
    expect(closed.fromXml(closed.responseToXml({ w: 1 }).body, { attachments: [sent] })).toMatchObject({
      result: { w: 1 },
      warnings: [{ code: 'UNREFERENCED_ATTACHMENT' }],
    });
    expect(closed.validate({ title: 't', $attachments: { a: part } })).toMatchObject([
      { path: '/$attachments', keyword: 'additionalProperties' },
    ]);
  });

  test('the schemas have them as additional properties, and require none', () => {
    for (const message of ['input', 'output'] as const) {
      const text = JSON.stringify(operation.jsonSchema(message));
      expect(text).toMatch(/"\$attachments":\{"type":"object","additionalProperties":\{/);
      expect(text).not.toMatch(/"required":\[[^\]]*\$attachments/);
      const { jsonSchema } = createMapper(model).compile('Op');
      expect(JSON.stringify(jsonSchema(message))).not.toContain('$attachments');
    }
  });
});
