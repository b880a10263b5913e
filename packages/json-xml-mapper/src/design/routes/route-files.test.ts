import type { ComplexType, SimpleType } from '@soapstone/soap-model';
import { WSI_SWAREF } from '@soapstone/soap-model/namespaces';
import { describe, expect, test } from 'vitest';
import type { OperationDesign } from '../../api/design.js';
import { createMapper } from '../../mapper.js';
import { fileInJson, jsonOfFile, jsonOfForm } from '../../routes.js';
import { attribute, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';

function archive() {
  const schema = new SchemaLiteral();
  const message = (...members: ReturnType<typeof el>[]) => schema.complex(undefined, sequence(...members));
  const meta = schema.complex('Meta', sequence(times(el('Title', 'string'), 0, 1)));
  const marked = schema.complex('Marked', sequence(el('Content', 'base64Binary')), {
    attributes: [attribute('Lang', 'string')],
  });
  schema.element('Put', message(el('Name', 'string'), el('Content', 'base64Binary')));
  schema.element('PutResponse', message(el('Digest', 'hexBinary')));
  schema.element(
    'Save',
    message(
      el('Name', 'string'),
      times(el('Note', 'string'), 0, 1),
      el('Content', 'hexBinary'),
      times(el('Meta', meta), 0, 1),
    ),
  );
  schema.element('SaveResponse', message(el('Code', 'int'), times(el('Content', 'base64Binary'), 0, 1)));
  schema.element('Get', message(el('Name', 'string')));
  schema.element('GetResponse', message(el('File', marked)));
  schema.element('List', message());
  schema.element('ListResponse', message(times(el('Content', 'base64Binary'), 0, 9)));
  return schema.service({ Put: {}, Save: {}, Get: {}, List: {} });
}

const model = archive();
const filesOf = (operation: string, line: OperationDesign) =>
  createMapper(model, { design: { names: 'camel', operations: { [operation]: line } } }).compile(operation)
    .shape.files;

describe('PG-7: what of a route can be a file', () => {
  test('a body or a result that is one binary value', () => {
    expect(filesOf('Put', { route: 'PUT /files/{name}' })).toEqual({
      body: { key: 'content', encoding: 'base64' },
      result: { key: 'digest', encoding: 'hex' },
    });
    expect(
      filesOf('Save', {
        route: 'PUT /files/{name}',
        body: 'content',
        input: { omit: ['Meta'] },
        result: { omit: ['Code'] },
      }),
    ).toEqual({ body: { encoding: 'hex' }, result: { key: 'content', encoding: 'base64' } });
  });

  test('not beside other members or attributes, and no list', () => {
    const { body, form, result } =
      filesOf('Put', { route: 'PUT /files', result: { rename: { Digest: 'sum' } } }) ?? {};
    expect([body, form?.map(({ name }) => name), result]).toEqual([
      undefined,
      ['name', 'content'],
      { key: 'sum', encoding: 'hex' },
    ]);
    expect(filesOf('Save', { route: 'PUT /files/{name}' })).toEqual({
      form: [{ name: 'note' }, { name: 'content', required: true, file: { encoding: 'hex' } }],
    });
    expect(filesOf('Get', { route: 'GET /files/{name}' })).toBeUndefined();
    expect(filesOf('List', { route: 'GET /files' })).toBeUndefined();
  });

  test.each(['base64', 'hex'] as const)('%s is written and read byte for byte', (encoding) => {
    for (let length = 0; length < 260; length++) {
      const file = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 0xff);
      for (const place of [{ encoding }, { key: 'a"ü', encoding }]) {
        const json = jsonOfFile(place, file);
        const text = Buffer.from(file).toString(encoding);
        const written = encoding === 'hex' ? text.toUpperCase() : text;
        expect(JSON.parse(new TextDecoder().decode(json))).toEqual(
          'key' in place ? { 'a"ü': written } : written,
        );
        const { bytes, ...others } = fileInJson(place, json)!;
        expect([Buffer.from(file).equals(bytes), others]).toEqual([true, {}]);
      }
    }
  });

  test.each([
    ['{}', []],
    ['{"content":null}', []],
    ['{"$nil":true}', []],
    ['{"content":""}', []],
    ['{"content":"QQ=="}', [0x41]],
    ['{"content":"QQ"}', undefined],
    ['{"content":"Q\\u0051=="}', undefined],
    ['{"content":"no base64!!!"}', undefined],
  ])('a result %s', (json, bytes) => {
    const file = fileInJson({ key: 'content', encoding: 'base64' }, new TextEncoder().encode(json));
    expect(file && [...file.bytes]).toEqual(bytes);
  });

  test.each(['"0"', '"0g"', '"G0"', '"41 "'])('a text %s is not hexadecimal', (json) => {
    expect(fileInJson({ encoding: 'hex' }, new TextEncoder().encode(json))).toBeUndefined();
  });
});

/** A service whose binary values have media types: in the schema, beside the value, and of MIME parts. */
function photos() {
  const schema = new SchemaLiteral();
  const message = (...members: ReturnType<typeof el>[]) => schema.complex(undefined, sequence(...members));
  const typed = schema.complex('Typed', sequence(), { attributes: [MEDIA_TYPE] });
  schema.types[typed] = {
    ...(schema.types[typed] as ComplexType),
    content: { kind: 'simple', type: 'base64Binary' },
  };
  const scan = schema.simple('swaRef', 'anyURI');
  schema.types[scan] = {
    ...(schema.types[scan] as SimpleType),
    name: { namespace: WSI_SWAREF, localName: 'swaRef' },
  };
  const jpeg = schema.simple('Jpeg', 'base64Binary');
  schema.types[jpeg] = {
    ...(schema.types[jpeg] as SimpleType),
    mediaTypes: ['Image/JPEG; q=0.5', '*/*', 'text'],
  };
  const png = { ...el('Photo', 'base64Binary'), mediaTypes: ['image/png', 'image/png', 'application/json'] };
  schema.element('Put', message(el('Id', 'int'), png));
  schema.element('PutResponse', message(el('Photo', jpeg)));
  schema.element('Get', message(el('Id', 'int')));
  schema.element('GetResponse', message(el('Photo', typed)));
  schema.element('Scan', message(el('Id', 'int'), el('Page', scan)));
  schema.element('ScanResponse', message(el('Page', scan)));
  schema.element('Send', message(el('Id', 'int')));
  schema.element('SendResponse', message());
  schema.element(
    'File',
    message(
      el('Id', 'int'),
      el('Title', 'string'),
      times(el('Total', 'decimal'), 0, 1),
      times(el('Signed', 'boolean'), 0, 1),
      times(el('Page', jpeg), 1, 'unbounded'),
      times(el('Cover', scan), 0, 1),
      times(el('Meta', schema.complex('Meta', sequence(el('A', 'string')))), 0, 1),
    ),
  );
  schema.element('FileResponse', message(el('Id', 'int')));
  const attachments = [{ name: 'doc', contentTypes: ['application/pdf'] }];
  return schema.service({
    Put: {},
    Get: {},
    Scan: {},
    Send: { input: { attachments }, output: { attachments } },
    File: {},
  });
}

const MEDIA_TYPE = {
  name: { namespace: 'http://www.w3.org/2005/05/xmlmime', localName: 'contentType' },
  type: 'string',
  required: false,
} as const;

describe('PG-9: files with media types', () => {
  const shapes = (operation: string, line: OperationDesign) =>
    createMapper(photos(), { design: { names: 'camel', operations: { [operation]: line } } }).compile(
      operation,
    ).shape.files;

  test('the types of the element and of its type, without those that mean something else', () => {
    expect(shapes('Put', { route: 'PUT /photos/{id}' })).toEqual({
      body: { key: 'photo', encoding: 'base64', mediaTypes: ['image/png'] },
      result: { key: 'photo', encoding: 'base64', mediaTypes: ['image/jpeg'] },
    });
  });

  test('a value with xmime:contentType, a swaRef, and the part of a binding', () => {
    expect(shapes('Get', { route: 'GET /photos/{id}' })).toEqual({
      result: { key: 'photo', path: ['photo', '$value'], typeKey: '@contentType', encoding: 'base64' },
    });
    expect(shapes('Scan', { route: 'PUT /scans/{id}' })?.body).toEqual({
      key: 'page',
      path: ['page', 'data'],
      typeKey: 'contentType',
      encoding: 'base64',
      part: 'referenced',
    });
    const bound = {
      key: 'doc',
      path: ['$attachments', 'doc', 'data'],
      typeKey: 'contentType',
      encoding: 'base64',
      mediaTypes: ['application/pdf'],
      part: 'bound',
    };
    expect(shapes('Send', { route: 'PUT /docs/{id}' })).toEqual({ body: bound, result: bound });
  });

  test('the media type is in the JSON, and read from it', () => {
    const place = {
      path: ['a"', '$value'],
      typeKey: '@t',
      encoding: 'base64',
    } as const;
    const json = jsonOfFile(place, Uint8Array.of(0xff), 'image/png');
    expect(decode(json)).toBe('{"a\\"":{"@t":"image/png","$value":"/w=="}}');
    expect(fileInJson(place, json)).toEqual({ bytes: Uint8Array.of(0xff), mediaType: 'image/png' });
    expect(decode(jsonOfFile(place, Uint8Array.of(0xff)))).toBe('{"a\\"":{"$value":"/w=="}}');
    expect(decode(jsonOfFile({ ...place, typeRequired: true }, new Uint8Array()))).toBe(
      '{"a\\"":{"@t":"application/octet-stream","$value":""}}',
    );
    for (const text of [
      '{}',
      '{"a\\"":null}',
      '{"b":{"$value":"/w=="}}',
      '{"a\\"":{"@t":"x"},"b":[1,{"a":2}]}',
    ])
      expect(fileInJson(place, encode(text))?.bytes).toEqual(new Uint8Array());
    expect(
      fileInJson(
        place,
        encode('{"b":[{"$value":1},"}"],"a\\"":{"c":{"$value":2},"$value":"/w==","@t":"x/y"}}'),
      ),
    ).toEqual({ bytes: Uint8Array.of(0xff), mediaType: 'x/y' });
  });
});

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('PG-12: a form with the members of a body', () => {
  const operation = createMapper(photos(), {
    design: { names: 'camel', operations: { File: { route: 'POST /files/{id}' } } },
  }).compile('File');
  const parts = operation.shape.files?.form ?? [];

  test('has a part for each member that is a file or a simple value', () => {
    expect(parts.map(({ name, required, many, json }) => [name, required, many, json])).toEqual([
      ['title', true, undefined, undefined],
      ['total', undefined, undefined, 'number'],
      ['signed', undefined, undefined, 'boolean'],
      ['page', true, true, undefined],
      ['cover', undefined, undefined, undefined],
    ]);
    expect(parts.filter(({ file }) => file !== undefined).map(({ name }) => name)).toEqual(['page', 'cover']);
  });

  test('becomes the JSON of the body', () => {
    const given = [
      { name: 'title', bytes: encode('"ü" 1') },
      { name: 'page', bytes: Uint8Array.of(0xff, 0xfe) },
      { name: 'total', bytes: encode('12.500000000000000000001') },
      { name: 'page', bytes: Uint8Array.of() },
      { name: 'signed', bytes: encode('true') },
      { name: 'cover', bytes: Uint8Array.of(1), mediaType: 'image/png' },
    ];
    expect(decode(jsonOfForm(parts, given) as Uint8Array)).toBe(
      '{"title":"\\"ü\\" 1","page":["//4=",""],"total":12.500000000000000000001,"signed":true,"cover":{"contentType":"image/png","data":"AQ=="}}',
    );
    // The encoder says what is wrong with a value.
    expect(decode(jsonOfForm(parts, [{ name: 'total', bytes: encode('1,"title":2') }]) as Uint8Array)).toBe(
      '{"total":"1,\\"title\\":2"}',
    );
    expect(decode(jsonOfForm(parts, []) as Uint8Array)).toBe('{}');
  });

  test.each([
    [[{ name: '__proto__', bytes: encode('a') }], 'has a part "__proto__", which is no member'],
    [
      [
        { name: 'title', bytes: encode('a') },
        { name: 'title', bytes: encode('b') },
      ],
      'has more than one part "title"',
    ],
    [[{ name: 'title', bytes: Uint8Array.of(0xff) }], 'has a part "title" that is no text in UTF-8'],
  ])('refuses %j', (given, problem) => {
    expect(jsonOfForm(parts, given)).toEqual({ problem });
  });
});
