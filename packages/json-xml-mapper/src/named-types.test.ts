import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from './api/operation.js';
import { stringify } from './json/stringify.js';
import { createMapper } from './mapper.js';
import { el, part, SchemaLiteral, sequence } from './testing/schema-literal.js';

const SERIALIZATION = 'http://schemas.microsoft.com/2003/10/Serialization/';
const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** An operation with a value of anyType, in a model that has .NET's types, as the WSDLs of WCF do. */
function holder(build: (schema: SchemaLiteral) => void = () => {}): CompiledOperation {
  const schema = new SchemaLiteral();
  for (const [localName, builtin] of [['guid', 'string'] as const, ['char', 'int'] as const]) {
    const name = { namespace: SERIALIZATION, localName };
    const variety = { kind: 'atomic', builtin } as const;
    schema.types.push({
      kind: 'simple',
      targetNamespace: SERIALIZATION,
      name,
      base: builtin,
      variety,
      facets: [],
    });
  }
  build(schema);
  const type = schema.complex(undefined, sequence(el('v', 'anyType', { namespace: '' })));
  schema.element('Op', type).element('OpResponse', type);
  return createMapper(schema.service({ Op: {} }), { unwrap: 'payload' }).compile('Op');
}

const xmlOf = (operation: CompiledOperation, v: { readonly [key: string]: string | number }): string =>
  new TextDecoder().decode(operation.toXml({ v }).body);

function typeRead(operation: CompiledOperation, type: string, text: string): string {
  const reply = operation.fromXml(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t" xmlns:ser="${SERIALIZATION}"
      xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:e12="http://www.w3.org/2003/05/soap-encoding"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><t:OpResponse><v xsi:type="${type}">${text}</v></t:OpResponse></s:Body></s:Envelope>`,
  );
  expect(reply.warnings).toEqual([]);
  return reply.kind === 'result' ? stringify(reply.result) : 'fault';
}

describe('$type: the types of .NET have their local names (PY-4)', () => {
  const operation = holder();

  test.each([
    ['guid', GUID],
    ['char', 65],
  ])('%s', (type, $value) => {
    expect(operation.validate({ v: { $type: type, $value } })).toEqual([]);
    expect(xmlOf(operation, { $type: type, $value })).toContain(`xmlns:ns2="${SERIALIZATION}"`);
    expect(xmlOf(operation, { $type: type, $value })).toContain(`xsi:type="ns2:${type}">${$value}<`);
    expect(xmlOf(operation, { $type: `{${SERIALIZATION}}${type}`, $value })).toBe(
      xmlOf(operation, { $type: type, $value }),
    );
    expect(typeRead(operation, `ser:${type}`, String($value))).toBe(
      stringify({ v: { $type: type, $value } }),
    );
  });

  test("a type of the service keeps its local name, and .NET's has the long one", () => {
    const other = holder((schema) => void schema.simple('guid', 'int'));
    expect(xmlOf(other, { $type: 'guid', $value: 5 })).toContain('xsi:type="ns1:guid">5<');
    expect(typeRead(other, 'ser:guid', GUID)).toBe(
      stringify({ v: { $type: `{${SERIALIZATION}}guid`, $value: GUID } }),
    );
  });
});

describe('$type: the types of SOAP encoding are those of XML Schema (SC-1, PY-4)', () => {
  test.each([
    ['e:int', '5', '{"v":{"$type":"xs:int","$value":5}}'],
    ['e12:boolean', 'true', '{"v":{"$type":"xs:boolean","$value":true}}'],
    ['e:string', 'a', '{"v":{"$type":"xs:string","$value":"a"}}'],
  ])('%s is read under its short name', (type, text, result) => {
    expect(typeRead(holder(), type, text)).toBe(result);
  });

  test('soapenc:int in a request is normalised and written as xs:int', () => {
    const v = { $type: '{http://schemas.xmlsoap.org/soap/encoding/}int', $value: 5 };
    expect(stringify(holder().normalise({ v }))).toBe('{"v":{"$type":"xs:int","$value":5}}');
    expect(xmlOf(holder(), v)).toBe(xmlOf(holder(), { $type: 'xs:int', $value: 5 }));
  });

  test('in rpc/encoded, where servers write soapenc:int, too', () => {
    const schema = new SchemaLiteral();
    const message = { use: 'encoded', parts: [part('v', { type: 'anyType' })] } as const;
    const service = schema.service({ Op: { style: 'rpc', input: message, output: message } });
    expect(typeRead(createMapper(service).compile('Op'), 'e:int', '5')).toBe(
      '{"v":{"$type":"xs:int","$value":5}}',
    );
  });
});
