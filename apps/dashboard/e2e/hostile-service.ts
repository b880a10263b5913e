import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A SOAP service in which every text is one of `payloads`. */
export interface HostileService {
  readonly address: string;
  /** Its WSDL: one operation for each payload, with the payload as documentation. */
  readonly wsdl: string;
  close(): Promise<void>;
}

const escapeXml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

export async function startHostileService(payloads: readonly string[]): Promise<HostileService> {
  let next = 0;
  const nextPayload = () => {
    next += 1;
    return escapeXml(payloads[(next - 1) % payloads.length] ?? '');
  };
  // Each response is a fault with the next three payloads, one in each place that can contain text.
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(500, { 'Content-Type': 'text/xml' });
      response.end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>${nextPayload()}</faultstring><faultactor>${nextPayload()}</faultactor><detail><x>${nextPayload()}</x></detail></s:Fault></s:Body></s:Envelope>`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    address,
    wsdl: describe(payloads, address),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function describe(payloads: readonly string[], address: string): string {
  const each = (write: (payload: string, index: number) => string) => payloads.map(write).join('');
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:hostile" targetNamespace="urn:hostile" name="Hostile">
<documentation>${each(escapeXml)}</documentation>
<types><xs:schema targetNamespace="urn:hostile" elementFormDefault="qualified">
${each(
  (
    payload,
    index,
  ) => `<xs:element name="in${index}"><xs:complexType><xs:sequence><xs:element name="text" minOccurs="0"
  default="${escapeXml(payload).replace(/[\n\t]/g, ' ')}"><xs:annotation><xs:documentation>${escapeXml(payload)}</xs:documentation></xs:annotation>
  <xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="${escapeXml(payload).replace(/[\n\t]/g, ' ')}"/></xs:restriction></xs:simpleType>
  </xs:element></xs:sequence></xs:complexType></xs:element><xs:element name="out${index}" type="t:Nowhere${index}"/>`,
)}
</xs:schema></types>
${each(
  (_, index) =>
    `<message name="in${index}"><part name="p" element="t:in${index}"/></message><message name="out${index}"><part name="p" element="t:out${index}"/></message>`,
)}
<portType name="Hostile">${each(
    (payload, index) =>
      `<operation name="op${index}"><documentation>${escapeXml(payload)}</documentation><input message="t:in${index}"/><output message="t:out${index}"/></operation>`,
  )}</portType>
<binding name="b" type="t:Hostile"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each(
  (payload, index) =>
    `<operation name="op${index}"><soap:operation soapAction="${escapeXml(payload).replace(/[\n\t]/g, ' ')}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`,
)}</binding>
<service name="Hostile"><documentation>${each(escapeXml)}</documentation><port name="p" binding="t:b"><soap:address location="${address}"/></port></service>
</definitions>`;
}
