import { describe, expect, test } from 'vitest';
import { isDecodeError, isMappingError, OperationNotFoundError } from './errors.js';
import { stringify } from './json/stringify.js';
import { createMapper } from './mapper.js';
import { decodeUtf8, encodeUtf8 } from './platform.js';
import { attribute, el, SchemaLiteral, sequence } from './testing/schema-literal.js';
import { directory } from './testing/service.js';

const text = (request: { body: Uint8Array }): string => decodeUtf8(request.body);

describe('createMapper', () => {
  const mapper = createMapper(directory());
  const getUser = mapper.compile('GetUser');

  test('compiles each operation once and knows all of them', () => {
    expect(mapper.compile('GetUser')).toBe(getUser);
    expect(mapper.operations.map(({ name }) => name)).toEqual(['GetUser', 'Ping']);
    expect(() => mapper.compile('GetUsers')).toThrow(OperationNotFoundError);
  });

  test('a request: JSON to XML, from values and from bytes', () => {
    const request = getUser.toXml({ $headers: { Auth: { token: 'a<b' } }, userId: 42 });
    expect(text(request)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
        '<soapenv:Header><ns1:Auth xmlns:ns1="urn:t"><ns1:token>a&lt;b</ns1:token></ns1:Auth></soapenv:Header>' +
        '<soapenv:Body><ns1:GetUser xmlns:ns1="urn:t"><ns1:userId>42</ns1:userId></ns1:GetUser></soapenv:Body></soapenv:Envelope>',
    );
    expect(request).toMatchObject({ contentType: 'text/xml; charset=utf-8', soapAction: '"urn:t/GetUser"' });
    expect(getUser.encodeJson(encodeUtf8('{"userId":42}'))).toEqual(getUser.toXml({ userId: 42 }));
  });

  test('an invalid request: reports every problem in one error', () => {
    expect(getUser.validate({ usrId: 1 })).toMatchObject([
      { path: '/userId', keyword: 'required' },
      { path: '/usrId', keyword: 'additionalProperties' },
    ]);
    try {
      getUser.toXml({ userId: 'abc' });
      expect.unreachable();
    } catch (error) {
      expect(isMappingError(error) && error.errors).toMatchObject([{ path: '/userId', keyword: 'type' }]);
    }
  });

  test('a response: XML to JSON, with headers; server and client agree', () => {
    const user = { id: 42, name: 'Ada', role: ['admin'] };
    const response = getUser.responseToXml(user, { headers: { Auth: { token: 't' } } });
    expect(response.soapAction).toBeUndefined();
    const reply = getUser.fromXml(response.body);
    expect(reply.kind === 'result' && stringify([reply.result, reply.headers, reply.warnings])).toBe(
      '[{"id":42,"name":"Ada","role":["admin"]},{"Auth":{"token":"t"}},[]]',
    );
  });

  test('a response as text ignores the encoding that its declaration names', () => {
    const xml = text(getUser.responseToXml({ id: 1, name: 'é' })).replace('UTF-8', 'ISO-8859-1');
    const reply = getUser.fromXml(xml);
    expect(reply.kind === 'result' && reply.result['name']).toBe('é');
  });

  test('exact numbers survive both ways', () => {
    const reply = getUser.fromXml(
      text(getUser.responseToXml({ id: 1, name: 'x' })).replace('>1<', '>9007199254740993<'),
    );
    expect(reply.kind === 'result' && stringify(reply.result)).toBe(
      '{"id":9007199254740993,"name":"x","role":[]}',
    );
  });

  test('the server side reads what the client writes (L1)', () => {
    const { input, headers } = getUser.requestFromXml(
      getUser.toXml({ $headers: { Auth: { token: 't' } }, userId: 7 }).body,
    );
    expect([stringify(input), stringify(headers)]).toEqual(['{"userId":7}', '{"Auth":{"token":"t"}}']);
    const fault = getUser.faultToXml({ reason: 'no' }).body;
    expect(() => getUser.requestFromXml(fault)).toThrow('cannot read the request: it is a fault');
  });

  test('a query string becomes the JSON of the equivalent POST', () => {
    expect(stringify(getUser.fromQuery('userId=42'))).toBe('{"userId":42}');
    expect(() => getUser.fromQuery('x=1')).toThrow('is not a query parameter');
  });

  test('errors of a query string name its parameters, whichever stage finds them (VE-3)', () => {
    const getUser = createMapper(directory()).compile('GetUser');
    const input = getUser.fromQuery('userId=abc');
    const expected = [{ path: '/userId', keyword: 'type', parameter: 'userId' }];
    expect(getUser.validate(input)).toMatchObject(expected);
    for (const encode of [() => getUser.toXml(input), () => getUser.normalise(input)]) {
      let thrown: unknown;
      try {
        encode();
      } catch (error) {
        thrown = error;
      }
      expect(isMappingError(thrown) && thrown.errors).toMatchObject(expected);
    }
    // A missing member has no parameter, and neither has an equal object that did not come from a query.
    expect(getUser.validate(getUser.fromQuery(''))).toEqual([
      expect.not.objectContaining({ parameter: expect.anything() }),
    ]);
    expect(getUser.validate({ userId: 'abc' })[0]).not.toHaveProperty('parameter');
  });

  test('an invalid query string: reports its own problems and those of the schema together, each place once', () => {
    const errorsOf = (query: string) => {
      try {
        getUser.fromQuery(query);
      } catch (error) {
        return isMappingError(error) ? error.errors.map(({ path, keyword }) => `${path} ${keyword}`) : error;
      }
      return expect.unreachable();
    };
    expect(errorsOf('usrId=1')).toEqual(['/usrId additionalProperties', '/userId required']);
    expect(errorsOf('userId=abc&x=1')).toEqual(['/x additionalProperties', '/userId type']);
    expect(errorsOf('userId=')).toEqual(['/userId type']);
    expect(errorsOf('userId=1&userId=2')).toEqual(['/userId duplicate']);
    const many = Array.from({ length: 500 }, (_, index) => `x${index}=1`).join('&');
    expect(errorsOf(many)).toHaveLength(50);
  });

  test('a one-way operation has an empty result (UW-8)', () => {
    const ping = mapper.compile('Ping');
    expect(ping.info.oneWay).toBe(true);
    expect(ping.fromXml('')).toMatchObject({ kind: 'result', result: {} });
    expect(ping.example('output')).toEqual({});
  });

  test('rejects text that is not XML', () => {
    try {
      getUser.fromXml('<html>');
      expect.unreachable();
    } catch (error) {
      expect(isDecodeError(error)).toBe(true);
    }
  });
});

describe('HTTP header fields (XO-6)', () => {
  const withAction = (soapAction: string, soapVersion: '1.1' | '1.2', chosen?: string) => {
    const model = directory();
    const services = model.services.map((service) => ({
      ...service,
      ports: service.ports.map((port) => ({
        ...port,
        soapVersion,
        operations: port.operations.map((operation) => ({ ...operation, soapAction })),
      })),
    }));
    const { contentType, soapAction: header } = createMapper({ ...model, services })
      .compile('GetUser')
      .toXml({ userId: 1 }, { soapAction: chosen });
    return [contentType, header];
  };

  test.each<['1.1' | '1.2', string, (string | undefined)[]]>([
    ['1.1', 'urn:a', ['text/xml; charset=utf-8', '"urn:a"']],
    ['1.1', '', ['text/xml; charset=utf-8', '""']],
    ['1.2', 'urn:a', ['application/soap+xml; charset=utf-8; action="urn:a"', undefined]],
    ['1.2', '', ['application/soap+xml; charset=utf-8', undefined]],
    ['1.1', 'a b"\r\nX: y\\é', ['text/xml; charset=utf-8', '"a b%22%0D%0AX: y%5C%C3%A9"']],
  ])('%s %j', (version, action, want) => {
    expect(withAction(action, version)).toEqual(want);
  });

  test.each<['1.1' | '1.2', string, (string | undefined)[]]>([
    ['1.1', 'urn:a', ['text/xml; charset=utf-8', '"urn:b%22"']],
    ['1.1', '', ['text/xml; charset=utf-8', '""']],
    ['1.2', 'urn:a', ['application/soap+xml; charset=utf-8; action="urn:b%22"', undefined]],
    ['1.2', '', ['application/soap+xml; charset=utf-8', undefined]],
  ])('%s %j: a chosen action takes the place of a declared one', (version, action, want) => {
    expect(withAction(action, version, 'urn:b"')).toEqual(want);
  });
});

test('attributes and simple content go both ways', () => {
  const schema = new SchemaLiteral();
  const price = schema.complex('Price', undefined, {
    content: { kind: 'simple', type: 'decimal' },
    attributes: [attribute('currency', 'string', { required: true })],
  });
  schema.element('Op', schema.complex(undefined, sequence(el('price', price)))).element('OpResponse', price);
  const operation = createMapper(schema.service({ Op: {} })).compile('Op');
  expect(text(operation.toXml({ price: { '@currency': 'EUR', $value: '10.50' } }))).toContain(
    '<ns1:price currency="EUR">10.5</ns1:price>',
  );
  const reply = operation.fromXml(operation.responseToXml({ '@currency': 'EUR', $value: 1 }).body);
  expect(reply.kind === 'result' && stringify(reply.result)).toBe('{"@currency":"EUR","$value":1}');
});

test('a SOAP array in a literal message is a plain list of the declared items (EN-2)', () => {
  const schema = new SchemaLiteral();
  const array = schema.complex(
    'ArrayOfString',
    sequence(el('item', 'string', { minOccurs: 0, maxOccurs: 'unbounded', namespace: '' })),
    { soapArray: { itemType: 'string', dimensions: [1] } },
  );
  schema.element('Op', schema.complex(undefined, sequence(el('tags', array, { namespace: '' }))));
  const operation = createMapper(schema.service({ Op: { output: 'none' } })).compile('Op');
  const request = operation.toXml({ tags: ['a', 'b'] });
  expect(text(request)).toContain('<tags><item>a</item><item>b</item></tags>');
  expect(text(request)).not.toContain('soapenc');
  expect(stringify(operation.requestFromXml(request.body).input)).toBe('{"tags":["a","b"]}');
});
