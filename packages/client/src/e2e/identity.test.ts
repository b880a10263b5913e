import { expect, test } from 'vitest';
import { createClient } from '../index.js';

test('a client checks identity constraints before its first call (MO-6)', async () => {
  const client = await createClient(`<definitions targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
    <types><xs:schema targetNamespace="urn:t"><xs:element name="Op">
      <xs:complexType><xs:sequence><xs:element name="id" type="xs:int" maxOccurs="9"/></xs:sequence></xs:complexType>
      <xs:unique name="ids"><xs:selector xpath="id"/><xs:field xpath="."/></xs:unique></xs:element></xs:schema></types>
    <message name="m"><part name="p" element="t:Op"/></message>
    <portType name="P"><operation name="Op"><input message="t:m"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Op"><input><soap:body use="literal"/></input></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  const { validate } = client.$operation('Op');
  expect(validate({ id: [1, 2, 1] })).toMatchObject([{ path: '/id/2', keyword: 'identity' }]);
  expect(validate({ id: [1, 2] })).toEqual([]);
  await client.$close();
});
