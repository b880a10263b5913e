import { describe, expect, test } from 'vitest';
import { OperationNotFoundError } from '../errors.js';
import { createMapper } from '../mapper.js';
import { el, SchemaLiteral, sequence } from '../testing/schema-literal.js';
import { isReadStyle } from './operation-info.js';
import { createOperationShapes } from './operation-shapes.js';

function directory(): SchemaLiteral {
  const schema = new SchemaLiteral();
  const user = schema.complex('User', sequence(el('id', 'long')));
  return schema
    .element('GetUser', schema.complex(undefined, sequence(el('userId', 'int'))))
    .element('GetUserResponse', schema.complex(undefined, sequence(el('GetUserResult', user))))
    .element('constructor', 'string')
    .element('constructorResponse', 'string');
}

describe('createOperationShapes', () => {
  const model = directory().service({ GetUser: {}, constructor: {} });

  test('builds each operation once', () => {
    const shapes = createOperationShapes(model);
    expect(shapes.names).toEqual(['GetUser', 'constructor']);
    expect(shapes.get('GetUser')).toBe(shapes.get('GetUser'));
  });

  test('rejects only the operation with an object of more than 5,000 members, every time', () => {
    const elements = (count: number) => Array.from({ length: count }, (_, i) => el(`e${i}`, 'string'));
    const schema = directory();
    const wide = schema.complex('Wide', sequence(...elements(5001)));
    schema
      .element('Outer', schema.complex(undefined, sequence(el('wide', wide))))
      .element('OuterResponse', schema.complex(undefined, sequence(el('user', 'string'))))
      .element('Most', schema.complex(undefined, sequence(...elements(5000))))
      .element('MostResponse', 'string');
    const described = schema.service({ Outer: {}, Most: {}, GetUser: {} });
    const shapes = createOperationShapes(described);
    const message = 'has 5001 different elements, at most 5000 can be mapped';
    for (let i = 0; i < 2; i++) expect(() => shapes.get('Outer')).toThrow(message);
    expect(shapes.get('Most').shape.input).toBeDefined();
    expect(shapes.get('GetUser').info.name).toBe('GetUser');
    const mapper = createMapper(described);
    expect(mapper.operations.map(({ name }) => name)).toEqual(['Most', 'GetUser']);
    expect(() => mapper.compile('Outer')).toThrow(message);
  });

  test('suggests similar names for an unknown operation', () => {
    const shapes = createOperationShapes(model);
    expect(() => shapes.get('getUsr')).toThrow(OperationNotFoundError);
    expect(() => shapes.get('getUsr')).toThrow(
      'no operation "getUsr" in this service; did you mean GetUser?',
    );
    expect(() => shapes.get('__proto__')).toThrow(OperationNotFoundError);
  });

  test('describes an operation, with the decision on its record (UW-7)', () => {
    expect(createOperationShapes(model).get('GetUser').info).toEqual({
      name: 'GetUser',
      service: 'Service',
      port: 'Port',
      portType: 'PortType',
      style: 'document',
      use: 'literal',
      soapVersion: '1.1',
      soapAction: 'urn:t/GetUser',
      inputAction: 'urn:t/GetUser',
      outputAction: 'urn:t/GetUserResponse',
      address: 'http://localhost/service',
      oneWay: false,
      resultUnwrap: 'record',
      readStyle: true,
      querySafe: { safe: true },
    });
    expect(createOperationShapes(model).get('constructor').info.resultUnwrap).toBe('payload');
  });

  test('takes the unwrap mode per operation (UW-7)', () => {
    const shapes = createOperationShapes(model, {
      unwrap: 'none',
      unwrapByOperation: { GetUser: 'payload' },
    });
    expect(shapes.get('GetUser').info.resultUnwrap).toBe('payload');
    expect(shapes.get('constructor').info.resultUnwrap).toBe('none');
  });

  test('numbers: "string" makes wide types strings (NM-2)', () => {
    const id = (numbers: 'number' | 'string') => {
      const record = createOperationShapes(model, { numbers }).get('GetUser').shape.output?.record?.shape;
      const shape = record?.kind === 'object' ? record.members[0]?.shape : undefined;
      return shape?.kind === 'scalar' ? shape.json : undefined;
    };
    expect(id('number')).toBe('number');
    expect(id('string')).toBe('string');
  });
});

describe('read-style names (OP-5)', () => {
  test.each([
    'GetUser',
    'getUser',
    'GETUSER',
    'get',
    'get_user',
    'get2',
    'ListOrders',
    'isActive',
    'HasAccess',
    'lookup',
    'validateVat',
  ])('%s reads', (name) => {
    expect(isReadStyle(name)).toBe(true);
  });

  test.each(['Getaway', 'issue', 'hash', 'listen', 'checkout', 'UpdateUser', 'forget', 'readme', ''])(
    '%s is not a read-style name',
    (name) => {
      expect(isReadStyle(name)).toBe(false);
    },
  );
});
