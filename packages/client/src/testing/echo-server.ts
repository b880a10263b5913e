import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it was received. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The response to send. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/** An HTTP server on loopback that records what it receives. */
export interface HttpServer {
  readonly address: string;
  readonly received: ReceivedRequest[];
  stop(): Promise<void>;
}

/** Starts a server that responds to each POST with the result of `answer`. */
export async function startHttpServer(answer: (request: ReceivedRequest) => Answer): Promise<HttpServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The client broke off.
      return;
    }
    const seen = { headers: request.headers, body: Buffer.concat(chunks) };
    received.push(seen);
    const { status = 200, headers = { 'content-type': 'text/xml; charset=utf-8' }, body = '' } = answer(seen);
    response.writeHead(status, { ...headers });
    if (typeof body === 'string' || body instanceof Uint8Array) {
      response.end(body);
      return;
    }
    const closed = new Promise((resolve) => response.once('close', resolve));
    for await (const chunk of body) {
      if (response.destroyed) return;
      await Promise.race([closed, new Promise((resolve) => response.write(chunk, resolve))]);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/soap`,
    received,
    async stop() {
      const stopped = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await stopped;
    },
  };
}

/** A SOAP 1.1 envelope around the XML of a body. */
export function envelope(body: string, header = ''): string {
  const head = header === '' ? '' : `<s:Header>${header}</s:Header>`;
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${head}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** A WSDL whose operations take `<text>` and answer with `<text>`: one operation for each name, in one port for each version. */
export function textWsdl(names: readonly string[], address: string): string {
  const each = (print: (name: string) => string): string => names.map(print).join('');
  const binding = (soap: string, name: string): string => `<binding name="${name}" type="t:Texts">
    <${soap}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each(
      (operation) => `<operation name="${operation}"><${soap}:operation soapAction="urn:t#${operation}"/>
      <input><${soap}:body use="literal"/></input><output><${soap}:body use="literal"/></output></operation>`,
    )}</binding>`;
  return `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:complexType name="Text"><xs:sequence><xs:element name="text" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
    ${each((name) => `<xs:element name="${name}" type="t:Text"/><xs:element name="${name}Response" type="t:Text"/>`)}
  </xs:schema></types>
  ${each(
    (name) => `<message name="${name}"><part name="parameters" element="t:${name}"/></message>
    <message name="${name}Response"><part name="parameters" element="t:${name}Response"/></message>`,
  )}
  <portType name="Texts">${each(
    (name) =>
      `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/></operation>`,
  )}</portType>
  ${binding('soap', 'Soap11')}${binding('soap12', 'Soap12')}
  <service name="Texts">
    <port name="Soap11" binding="t:Soap11"><soap:address location="${address}"/></port>
    <port name="Soap12" binding="t:Soap12"><soap12:address location="${address}"/></port>
  </service>
</definitions>`;
}

/** The items of `manyTexts`: a kilobyte each. */
export const TEXT: string = 'x'.repeat(1_000);

/** A response with this many items of a kilobyte each, generated while it is sent. */
export async function* manyTexts(count: number): AsyncGenerator<Uint8Array> {
  const [before = '', after = ''] = envelope('<t:AResponse xmlns:t="urn:t">|</t:AResponse>').split('|');
  yield Buffer.from(before);
  const piece = Buffer.from(`<t:text>${TEXT}</t:text>`.repeat(64));
  for (let sent = 0; sent < count; sent += 64) yield piece;
  yield Buffer.from(after);
}
