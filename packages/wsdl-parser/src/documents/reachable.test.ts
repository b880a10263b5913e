import { createReachability } from '@soapstone/soap-model/reachable';
import { expect, test } from 'vitest';
import { parseWsdlText } from '../parse-wsdl.js';

/** A service whose operation `O<i>` uses the type `T<i>`, which refers to the next one. */
async function chain(length: number) {
  const each = (print: (index: number) => string) =>
    Array.from({ length }, (_, index) => print(index)).join('');
  const { model } = await parseWsdlText(`
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t">
    <xs:element name="head" type="t:T0"/><xs:element name="other" substitutionGroup="t:head" type="t:D"/>
    <xs:complexType name="D"><xs:complexContent><xs:extension base="t:T0"><xs:attribute name="last" type="t:A"/></xs:extension></xs:complexContent></xs:complexType>
    <xs:simpleType name="A"><xs:restriction base="xs:string"/></xs:simpleType>
    ${each((i) => `<xs:complexType name="T${i}"><xs:sequence>${i + 1 < length ? `<xs:element name="n" type="t:T${i + 1}" minOccurs="0"/>` : '<xs:element ref="t:head" minOccurs="0"/>'}</xs:sequence></xs:complexType><xs:element name="E${i}" type="t:T${i}"/>`)}
  </xs:schema></types>
  ${each((i) => `<message name="M${i}"><part name="p" element="t:E${i}"/></message>`)}
  <message name="M"><part name="p" type="t:A"/></message>
  <portType name="P">${each((i) => `<operation name="O${i}"><input message="t:M${i}"/></operation>`)}<operation name="O"><input message="t:M"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each((i) => `<operation name="O${i}"><soap:operation style="document"/><input><soap:body use="literal"/></input></operation>`)}
    <operation name="O"><input><soap:body use="literal" namespace="urn:t"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);
  const operations = model.services[0]?.ports[0]?.operations ?? [];
  expect(operations).toHaveLength(length + 1);
  return { schema: model.schema, operations };
}

test('an operation uses a component exactly if it is among its components', async () => {
  const { schema, operations } = await chain(4);
  const { componentsOf, usersOf } = createReachability(schema, []);
  const all = new Set(operations.flatMap((operation) => [...componentsOf(operation)]));
  // By hand: every chain ends at the head, which the derived type can replace.
  expect([...componentsOf(operations[3]!)].sort()).toEqual(
    [
      'attribute last',
      ...['D', 'T0', 'T1', 'T2', 'T3'].map((name) => `complexType {urn:t}${name}`),
      ...['E3', 'head', 'other'].map((name) => `element {urn:t}${name}`),
      'simpleType {urn:t}A',
    ].sort(),
  );
  for (const component of [...all, 'complexType {urn:t}None']) {
    const isUser = usersOf(new Set([component]));
    for (const operation of operations)
      expect([component, operation.name, isUser(operation)]).toEqual([
        component,
        operation.name,
        componentsOf(operation).has(component),
      ]);
  }
});

test('the users of components are found by reading each type once', async () => {
  const { schema, operations } = await chain(100);
  let reads = 0;
  const types = new Proxy(schema.types, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  const isUser = createReachability({ ...schema, types }, []).usersOf(new Set(['complexType {urn:t}T99']));
  expect(operations.filter(isUser)).toHaveLength(100);
  // Once for the derived types, and once for what each refers to.
  expect(reads).toBeLessThanOrEqual(2 * schema.types.length);
});
