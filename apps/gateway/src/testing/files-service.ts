import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The files that the service sends. */
export const PNG: Buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);
export const WAV: Buffer = Buffer.from('RIFF0000WAVE');
export const PDF: Buffer = Buffer.from('%PDF-1.7');

/** The WSDL of a service that takes a photo by reference. */
export const FILES_WSDL: string = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:r="http://ws-i.org/profiles/basic/1.1/xsd" xmlns:t="urn:files" targetNamespace="urn:files">
  <types><xs:schema targetNamespace="urn:files" elementFormDefault="qualified">
    <xs:element name="Convert"><xs:complexType><xs:sequence><xs:element name="photo" type="r:swaRef"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="ConvertResponse"><xs:complexType><xs:sequence>
      <xs:element name="picture" type="xs:base64Binary"/><xs:element name="sound" type="r:swaRef"/><xs:element name="paper" type="r:swaRef"/>
    </xs:sequence></xs:complexType></xs:element></xs:schema></types>
  <message name="Convert"><part name="p" element="t:Convert"/></message>
  <message name="ConvertResponse"><part name="p" element="t:ConvertResponse"/></message>
  <portType name="Files"><operation name="Convert"><input message="t:Convert"/><output message="t:ConvertResponse"/></operation></portType>
  <binding name="Files" type="t:Files"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Convert"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Files"><port name="Files" binding="t:Files"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

/** A server that returns a picture by MTOM, and a sound and a paper by reference. */
export interface FilesService {
  readonly address: string;
  /** The files of the next responses. */
  sends: { picture: Buffer; sound: Buffer };
  /** The requests. */
  readonly seen: readonly { readonly contentType: string | undefined; readonly body: Buffer }[];
  stop(): void;
}

/** Starts the service, whose messages are written by hand. */
export async function startFilesService(): Promise<FilesService> {
  const seen: { contentType: string | undefined; body: Buffer }[] = [];
  const sends = { picture: PNG, sound: WAV };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push({ contentType: request.headers['content-type'], body: Buffer.concat(chunks) });
    const part = (head: string, data: Buffer): Buffer =>
      Buffer.concat([
        Buffer.from(`--b\r\n${head}\r\nContent-Transfer-Encoding: binary\r\n\r\n`),
        data,
        Buffer.from('\r\n'),
      ]);
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConvertResponse xmlns="urn:files">
      <picture><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:picture@x"/></picture>
      <sound>cid:sound@x</sound><paper>cid:paper@x</paper></ConvertResponse></s:Body></s:Envelope>`;
    response.writeHead(200, {
      'Content-Type':
        'multipart/related; boundary=b; type="application/xop+xml"; start="<root@x>"; start-info="text/xml"',
    });
    response.end(
      Buffer.concat([
        part(
          'Content-Type: application/xop+xml; type="text/xml"; charset=utf-8\r\nContent-ID: <root@x>',
          Buffer.from(envelope),
        ),
        part('Content-Type: image/png\r\nContent-ID: <picture@x>', service.sends.picture),
        part('Content-Type: audio/wav\r\nContent-ID: <sound@x>', service.sends.sound),
        part('Content-Type: application/pdf; name=p\r\nContent-ID: <paper@x>', PDF),
        Buffer.from('--b--\r\n'),
      ]),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: FilesService = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sends,
    seen,
    stop: () => server.close(),
  };
  return service;
}
