import { describe, expect, test } from 'vitest';
import type { OperationDesign } from '../../api/design.js';
import { createMapper } from '../../mapper.js';
import { fileInJson, jsonOfFile } from '../../routes.js';
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
    expect(filesOf('Put', { route: 'PUT /files', result: { rename: { Digest: 'sum' } } })).toEqual({
      result: { key: 'sum', encoding: 'hex' },
    });
    expect(filesOf('Save', { route: 'PUT /files/{name}' })).toBeUndefined();
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
        expect(fileInJson(place, json)).toEqual(file);
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
    expect(file && [...file]).toEqual(bytes);
  });

  test.each(['"0"', '"0g"', '"G0"', '"41 "'])('a text %s is not hexadecimal', (json) => {
    expect(fileInJson({ encoding: 'hex' }, new TextEncoder().encode(json))).toBeUndefined();
  });
});
