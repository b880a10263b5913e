import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service with one operation that takes and returns any number of records. */
export const EXPORT_WSDL = `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Export" targetNamespace="urn:export" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:export" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types>
    <xs:schema targetNamespace="urn:export" elementFormDefault="qualified">
      <xs:complexType name="Records"><xs:sequence>
        <xs:element name="record" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
          <xs:element name="id" type="xs:long"/>
          <xs:element name="text" type="xs:string"/>
        </xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType>
      <xs:element name="Export" type="t:Records"/>
      <xs:element name="ExportResponse" type="t:Records"/>
    </xs:schema>
  </types>
  <message name="Export"><part name="parameters" element="t:Export"/></message>
  <message name="ExportResponse"><part name="parameters" element="t:ExportResponse"/></message>
  <portType name="ExportPort">
    <operation name="Export"><input message="t:Export"/><output message="t:ExportResponse"/></operation>
  </portType>
  <binding name="ExportSoap" type="t:ExportPort">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Export">
      <soap:operation soapAction="urn:export/Export"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
    </operation>
  </binding>
  <service name="ExportService">
    <port name="ExportSoap" binding="t:ExportSoap"><soap:address location="http://soap.example.com/export"/></port>
  </service>
</definitions>
`;

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const TEXT = 'ä text of a record "in quotes", '.repeat(8);

/** Returns the record with this number, as in the JSON of a result. */
export function recordOf(id: number): { readonly id: number; readonly text: string } {
  return { id, text: `${TEXT}${id}` };
}

/** Yields a response with this many records, in pieces of a hundred. */
export function* responseOf(count: number): Generator<string, void, undefined> {
  yield `<s:Envelope xmlns:s="${SOAP}"><s:Body><ExportResponse xmlns="urn:export">`;
  for (let first = 1; first <= count; first += 100) {
    let piece = '';
    for (let id = first; id < Math.min(first + 100, count + 1); id++) {
      piece += `<record><id>${id}</id><text>${recordOf(id).text}</text></record>`;
    }
    yield piece;
  }
  yield '</ExportResponse></s:Body></s:Envelope>';
}

/** Starts a server that responds with `answer`. */
export async function startExportServer(
  answer: (response: ServerResponse) => Promise<void> | void,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    request.resume();
    response.setHeader('Content-Type', 'text/xml; charset=utf-8');
    await answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes a response of this many records as fast as its reader accepts it. */
export async function sendRecords(response: ServerResponse, count: number): Promise<void> {
  for (const piece of responseOf(count)) {
    if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}
