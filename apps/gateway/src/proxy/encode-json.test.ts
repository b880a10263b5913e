import { type CompiledOperation, createMapper, isMappingError } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { beforeAll, expect, test } from 'vitest';
import { encodeJson } from './encode-json.js';

const WSDL = `<?xml version="1.0"?>
<definitions name="Log" targetNamespace="urn:log" xmlns:t="urn:log" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:log" elementFormDefault="qualified">
    <xs:element name="Write"><xs:complexType><xs:sequence>
      <xs:element name="line" maxOccurs="unbounded"><xs:complexType><xs:sequence>
        <xs:element name="no" type="xs:int"/><xs:element name="text" type="xs:string"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="Write"><part name="parameters" element="t:Write"/></message>
  <portType name="Log"><operation name="Write"><input message="t:Write"/></operation></portType>
  <binding name="Log" type="t:Log"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Write"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="Log"><port name="Log" binding="t:Log"><soap:address location="http://localhost/log"/></port></service>
</definitions>`;

let operation: CompiledOperation;
beforeAll(async () => {
  const { model } = await parseWsdlText(WSDL);
  operation = createMapper(model).compile('Write');
});

/** A request of about 900 KB. */
function request(lastNo: unknown): Uint8Array {
  const line = Array.from({ length: 20_000 }, (_, no) => ({ no, text: 'somebody wrote this' }));
  return new TextEncoder().encode(JSON.stringify({ line: [...line, { no: lastNo, text: '' }] }));
}

/** How many turns the event loop makes during `work`. */
async function turnsDuring<Value>(work: () => Promise<Value>): Promise<{ value: Value; turns: number }> {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const value = await work();
  isOver = true;
  return { value, turns };
}

test('others have their turn while a large request is encoded, and it is the same', async () => {
  const json = request(1);
  const { value, turns } = await turnsDuring(() => encodeJson(operation, 'acc_1', json));
  expect(Buffer.compare(value.body, operation.encodeJson(json).body)).toBe(0);
  expect(turns).toBeGreaterThan(10);
});

test('others have their turn while a large request is refused', async () => {
  const { value, turns } = await turnsDuring(() =>
    encodeJson(operation, 'acc_1', request('x')).catch((error: unknown) => error),
  );
  expect(isMappingError(value) && value.errors).toMatchObject([{ path: '/line/20000/no', keyword: 'type' }]);
  expect(turns).toBeGreaterThan(30);
});

test('a small request is encoded at once', async () => {
  const { turns } = await turnsDuring(() =>
    encodeJson(operation, 'acc_1', new TextEncoder().encode('{"line":[{"no":1,"text":"x"}]}')),
  );
  expect(turns).toBeLessThan(2);
});
