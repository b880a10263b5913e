import { OptionError } from '@soapstone/options';
import { describe, expect, test } from 'vitest';
import { createSoapServer, items, type ServerOptions, type SoapHandlers } from '../index.js';

const wsdl = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="Submit"><xs:complexType><xs:sequence>
      <xs:element name="invoice" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="total" type="xs:int"/></xs:sequence><xs:attribute name="Id" type="xs:ID"/></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="SubmitResponse"><xs:complexType><xs:sequence><xs:any processContents="lax"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Submit"/></message><message name="out"><part name="p" element="t:SubmitResponse"/></message>
  <portType name="P"><operation name="Submit"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Submit"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const call = (invoices: string): Request =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
    body: `<s:Envelope xmlns:s="${SOAP}"><s:Body><Submit xmlns="urn:t">${invoices}</Submit></s:Body></s:Envelope>`,
  });

describe('XM-7: elements of requests that handlers receive as $xml', () => {
  test('byte for byte, and an invalid one is refused before the handler', async () => {
    const inputs: unknown[] = [];
    const server = await createSoapServer(
      wsdl,
      {
        Submit(input) {
          inputs.push(input);
          return { $any: [(input as { invoice: { $xml: string }[] }).invoice[0]] };
        },
      },
      { raw: { Submit: ['invoice'] } },
    );
    const answer = await server.fetch(call("<invoice Id='a'><total >1</total><!-- net --></invoice>"));
    expect(answer.status).toBe(200);
    const invoice = `<invoice xmlns="urn:t" xmlns:s="${SOAP}" Id='a'><total >1</total><!-- net --></invoice>`;
    expect(inputs).toEqual([{ invoice: [{ $xml: invoice }] }]);
    expect(await answer.text()).toContain(invoice);
    const refused = await server.fetch(call('<invoice><total>one</total></invoice>'));
    expect([refused.status, await refused.text()]).toEqual([500, expect.stringContaining('/invoice/0')]);
    expect(inputs).toHaveLength(1);
  });

  test.each<[ServerOptions['raw'], string]>([
    [{ Submt: [] }, 'option "raw.Submt" of createSoapServer: expected the operation Submit'],
    [{ Submit: ['invoce'] }, 'cannot return "invoce" as $xml: there is no "invoce"; did you mean "invoice"?'],
    [{ Submit: [['invoice', '@Id']] }, 'cannot return "invoice.@Id" as $xml: "invoice.@Id" is no element'],
    [{ Submit: 'invoice' as unknown as string[] }, 'raw.Submit'],
  ])('%j is refused when the server is created', async (raw, message) => {
    const created = createSoapServer(wsdl, {}, { raw });
    await expect(created).rejects.toThrow(OptionError);
    await expect(created).rejects.toThrow(message);
  });

  test('a handler of items has none', async () => {
    const handlers = { Submit: items('invoice', () => ({ $any: [] })) } as SoapHandlers<never>;
    const created = createSoapServer(wsdl, handlers, { raw: { Submit: ['invoice'] } });
    await expect(created).rejects.toThrow('the handler reads items');
  });
});
