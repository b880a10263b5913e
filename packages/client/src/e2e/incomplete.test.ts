import { describe, expect, test } from 'vitest';
import { ValidationError } from '../api/errors.js';
import { createClient } from '../create/create-client.js';

/** Two operations; the input of `Book` has a type of `trips.xsd`, which no bundle here contains. */
const WSDL = `<definitions name="D" targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
 xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:o="urn:o">
<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
<xs:import namespace="urn:o" schemaLocation="trips.xsd"/>
<xs:element name="Book"><xs:complexType><xs:sequence><xs:element name="trip" type="o:Trip"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Ping"><xs:complexType><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
</xs:schema></types>
<message name="BookI"><part name="parameters" element="t:Book"/></message>
<message name="PingI"><part name="parameters" element="t:Ping"/></message>
<portType name="Booking"><operation name="Book"><input message="t:BookI"/></operation></portType>
<portType name="Health"><operation name="Ping"><input message="t:PingI"/></operation></portType>
<binding name="B" type="t:Booking"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Book"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
<binding name="H" type="t:Health"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Ping"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="Booking" binding="t:B"><soap:address location="http://localhost:9/"/></port></service>
<service name="Health"><port name="Health" binding="t:H"><soap:address location="http://localhost:9/"/></port></service>
</definitions>`;

describe('a schema that cannot be loaded', () => {
  test('fails the client of an operation that needs it, with the location and the reason', async () => {
    const error = await createClient({ 's.wsdl': WSDL }, { service: 'S' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'WsdlError', code: 'INCOMPLETE' });
    expect((error as Error).message).toMatch(
      /^s\.wsdl:4:\d+: cannot create a client: operation Book needs a document that is missing: cannot load "trips\.xsd": the bundle has no such file; .*incomplete: "allow"$/,
    );
  });

  test('does not matter to the operations of another service', async () => {
    const client = await createClient({ 's.wsdl': WSDL }, { service: 'Health' });
    expect(client.$operations).toEqual(['Ping']);
    expect([...client.$incomplete]).toEqual([]);
  });

  test('does not matter if nothing refers into it', async () => {
    const unused = WSDL.replace('type="o:Trip"', 'type="xs:string"');
    expect((await createClient({ 's.wsdl': unused }, { service: 'S' })).$operations).toEqual(['Book']);
  });

  test('is named by every later error of the operation if it is allowed', async () => {
    const client = await createClient({ 's.wsdl': WSDL }, { service: 'S', incomplete: 'allow' });
    expect(client.$incomplete.get('Book')).toContain('cannot load "trips.xsd"');
    const book = client.$operation('Book');
    const missing = /a document of this operation is missing: cannot load "trips\.xsd"/;
    const error = await book({}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as Error).message).toMatch(missing);
    // Nothing listens on port 9: an error of the transport.
    await expect(book({ trip: 'x' })).rejects.toThrow(missing);
    await expect(readAll(book.stream({}))).rejects.toThrow(missing);
    await client.$close();
  });
});

async function readAll(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}
