import { describe, expect, test } from 'vitest';
import { el, part, SchemaLiteral, sequence } from '../testing/schema-literal.js';
import { operationShape, printMembers, printPlan } from '../testing/shapes.js';
import { describeMessage, userDirectory } from '../testing/user-directory.js';

describe('the root of a document/literal message (§4.1)', () => {
  test('an element of a record type is left out, and so is the record of a result (UW-1, UW-4)', () => {
    const { input, output } = operationShape(userDirectory().service({ GetUser: {} }), 'GetUser');
    expect(describeMessage(input)).toEqual({ kind: 'element', name: 'GetUser', members: ['userId'] });
    expect(describeMessage(output)).toEqual({
      kind: 'element',
      name: 'GetUserResponse',
      members: ['GetUserResult?'],
      record: 'GetUserResult',
    });
    const record = output?.record?.shape;
    expect(record?.kind === 'object' && printMembers(record)).toEqual(['id', 'name', 'email?', 'role?[]']);
    expect(record?.kind === 'object' && printPlan(record)).toBe('id, name, email?, role*');
  });

  test('a request keeps its second level (UW-3)', () => {
    const schema = new SchemaLiteral();
    const request = schema.complex('Request', sequence(el('id', 'int')));
    schema.element('Op', schema.complex(undefined, sequence(el('request', request))));
    schema.element('OpResponse', schema.complex(undefined));
    const { input, output } = operationShape(schema.service({ Op: {} }), 'Op');
    expect(describeMessage(input)).toEqual({ kind: 'element', name: 'Op', members: ['request'] });
    expect(input.record).toBeUndefined();
    expect(describeMessage(output)).toEqual({ kind: 'element', name: 'OpResponse', members: [] });
  });

  test.each([
    ['a simple type', 'decimal'],
    ['anyType', 'anyType'],
  ] as const)('an element of %s keeps its key', (_, type) => {
    const schema = new SchemaLiteral().element('price', type).element('OpResponse', type);
    const model = schema.service({ Op: { input: { parts: [part('p', 'price')] } } });
    const { input, output } = operationShape(model, 'Op');
    expect(describeMessage(input)).toEqual({ kind: 'parts', members: ['price'] });
    expect(describeMessage(output)).toEqual({ kind: 'parts', members: ['OpResponse'] });
  });

  test('no part gives an empty Body, several parts give one child each', () => {
    const schema = userDirectory().element('a', 'int').element('b', 'string');
    const model = schema.service({
      Op: {
        input: { parts: [] },
        output: { parts: [part('x', 'a'), part('y', 'b'), part('z', { type: 'int' })] },
      },
    });
    const { input, output } = operationShape(model, 'Op');
    expect(describeMessage(input)).toEqual({ kind: 'parts', members: [] });
    expect(describeMessage(output)).toEqual({ kind: 'parts', members: ['a', 'b', 'z'] });
    expect(
      output?.root.kind === 'object' && output.root.members.map((member) => member.name.namespace),
    ).toEqual(['urn:t', 'urn:t', '']);
  });

  test('one part by type: the Body itself has that type', () => {
    const schema = new SchemaLiteral();
    const record = schema.complex('Record', sequence(el('id', 'int')));
    const model = schema.service({
      Op: {
        input: { parts: [part('body', { type: record })] },
        output: { parts: [part('text', { type: 'string' })] },
      },
    });
    const { input, output } = operationShape(model, 'Op');
    expect(describeMessage(input)).toEqual({ kind: 'content', members: ['id'] });
    expect(describeMessage(output)).toEqual({ kind: 'value', members: ['text'] });
  });

  test('element="#any" is one element of any kind (OP-6)', () => {
    const { input } = operationShape(
      new SchemaLiteral().service({ Op: { input: { parts: [], anyElement: true }, output: 'none' } }),
      'Op',
    );
    expect(input.root.kind === 'object' && printPlan(input.root)).toBe('$any');
  });

  test('an abstract element is replaced by a member of its group, so its key stays (SG-2)', () => {
    const schema = new SchemaLiteral();
    const pub = schema.complex('Pub', sequence(el('title', 'string')));
    schema.element('Op', pub, { abstract: true });
    schema.element('book', pub, { substitutionGroup: { namespace: 'urn:t', localName: 'Op' } });
    const { input } = operationShape(schema.service({ Op: { output: 'none' } }), 'Op');
    expect(describeMessage(input)).toEqual({ kind: 'parts', members: ['Op'] });
    expect(input.root.kind === 'object' && input.root.members[0]?.substitution?.members[0]?.key).toBe('book');
  });
});

describe('rpc messages', () => {
  test('rpc/literal: a wrapper with one unqualified accessor per part, required and not nil (UW-9)', () => {
    const schema = userDirectory();
    const user = schema.types.findIndex((type) => type.name?.localName === 'User');
    const model = schema.service({
      get: {
        style: 'rpc',
        input: { parts: [part('a', { type: 'int' }), part('b', { type: 'string' })] },
        output: { parts: [part('return', { type: user })] },
      },
    });
    const { input, output } = operationShape(model, 'get');
    expect(describeMessage(input)).toEqual({ kind: 'element', name: 'get', members: ['a', 'b'] });
    expect(input.rpc).toBe(true);
    expect(input.root.kind === 'object' && input.root.members.map((member) => member.name)).toEqual([
      { namespace: '', localName: 'a' },
      { namespace: '', localName: 'b' },
    ]);
    expect(describeMessage(output)).toEqual({
      kind: 'element',
      name: 'getResponse',
      members: ['return'],
      record: 'return',
    });
  });

  test('rpc/encoded: accessors may be nil, those of a result may also be missing, like struct members (UW-9, EN-8)', () => {
    const schema = new SchemaLiteral();
    const struct = schema.complex('P', sequence(el('n', 'int'), el('m', 'string')));
    const model = schema.service({
      get: {
        style: 'rpc',
        input: { use: 'encoded', parts: [part('p', { type: struct })] },
        output: { use: 'encoded', parts: [part('return', { type: 'int' })] },
      },
    });
    const { input, output } = operationShape(model, 'get');
    expect(describeMessage(input)).toEqual({ kind: 'element', name: 'get', members: ['p nil'] });
    expect(describeMessage(output)).toEqual({
      kind: 'element',
      name: 'getResponse',
      members: ['return? nil'],
    });
    const p = input.root.kind === 'object' ? input.root.members[0]?.shape : undefined;
    expect(p?.kind === 'object' && printMembers(p)).toEqual(['n? nil', 'm? nil']);
    // EN-1: unqualified, even with elementFormDefault="qualified".
    expect(p?.kind === 'object' && p.members[0]?.name.namespace).toBe('');
  });
});

describe('headers, attachments and faults', () => {
  test('declared headers are a virtual record next to the root (HD-1, UW-2)', () => {
    const schema = userDirectory();
    schema.element('AuthHeader', schema.complex(undefined, sequence(el('Token', 'string'))));
    const header = { part: part('auth', 'AuthHeader'), use: 'literal', required: false, faults: [] } as const;
    const model = schema.service({
      GetUser: {
        input: {
          headers: [
            header,
            { ...header, part: part('trace', { type: 'string' }), namespace: 'urn:h', required: true },
          ],
        },
      },
    });
    const { input } = operationShape(model, 'GetUser');
    expect(input.headers && printMembers(input.headers)).toEqual(['AuthHeader?', 'trace']);
    expect(input.headers?.members[1]?.name).toEqual({ namespace: 'urn:h', localName: 'trace' });
    expect(describeMessage(input)).toEqual({ kind: 'element', name: 'GetUser', members: ['userId'] });
  });

  test('parts of a MIME binding are attachments (AT-3)', () => {
    const attachments = [{ name: 'file', contentTypes: ['image/png'] }];
    const model = userDirectory().service({ GetUser: { input: { attachments } } });
    expect(operationShape(model, 'GetUser').input.attachments).toEqual(attachments);
  });

  test('a fault is mapped by the element of its part, or by the part name (FL-2)', () => {
    const schema = userDirectory();
    schema.element('UserNotFound', schema.complex(undefined, sequence(el('userId', 'int'))));
    const model = schema.service({
      GetUser: {
        faults: [
          { name: 'NotFound', use: 'literal', part: part('detail', 'UserNotFound') },
          {
            name: 'Busy',
            use: 'literal',
            part: part('busy', { type: 'string' }),
            documentation: 'Try later.',
          },
        ],
      },
    });
    const { faults } = operationShape(model, 'GetUser');
    expect(faults.map((fault) => [fault.name, fault.detail.key, fault.detail.shape.kind])).toEqual([
      ['NotFound', 'UserNotFound', 'object'],
      ['Busy', 'busy', 'scalar'],
    ]);
    expect(faults[1]?.documentation).toBe('Try later.');
  });
});
