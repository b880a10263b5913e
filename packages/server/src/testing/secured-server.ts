import { type ClientOptions, createClient, type Security } from '@soapstone/client';
import { generate } from 'selfsigned';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { createSoapServer, type ServiceSecurity, type SoapContext, SoapFault } from '../index.js';
import { type ListeningServer, listen } from '../node.js';
import { DIRECTORY, USER } from './user-directory-server.js';

/** A certificate and its key, in PEM. */
export interface Identity {
  readonly certificate: string;
  readonly privateKey: string;
}

async function createIdentity(name: string): Promise<Identity> {
  const { cert, private: privateKey } = await generate([{ name: 'commonName', value: name }], {
    keySize: 2048,
    algorithm: 'sha256',
  });
  return { certificate: cert, privateKey };
}

export let shop: Identity;
export let stranger: Identity;
export let service: Identity;
export let http: ListeningServer;
/** The handler's context, the requests and responses on the wire, and the errors reported to the operator. */
export const seen: SoapContext['security'][] = [];
export const wire: string[] = [];
export const errors: unknown[] = [];
export const reasons: string[] = [];
/** Starts a service with these security options. */
export async function serve(
  security: ServiceSecurity,
  source: Parameters<typeof createSoapServer>[0] = DIRECTORY,
): Promise<void> {
  const server = await createSoapServer(
    source,
    {},
    {
      fallback({ userId }, context) {
        seen.push(context.security);
        if (userId === 5)
          throw new SoapFault({ reason: 'no such user', detail: { UserNotFound: { userId: 5 } } });
        if (userId === 6) throw new Error('hunter2');
        return userId === undefined ? context.example() : USER;
      },
      security: { ...security, onRefused: (reason) => reasons.push(reason) },
      onError: (error) => errors.push(error),
    },
  );
  http = await listen({
    async fetch(request) {
      if (request.method !== 'POST') return await server.fetch(request);
      const { url, method, headers } = request;
      const body = await request.text();
      wire.push(body);
      const response = await server.fetch(new Request(url, { method, headers, body }));
      const text = await response.text();
      wire.push(text);
      return new Response(text, response);
    },
  });
}

/** Calls GetUser with our client, over its own connections or over `fetch`. */
export async function call(
  security: Security | Security[],
  userId = 1001,
  way: Pick<ClientOptions, 'fetch'> = {},
): Promise<unknown> {
  await using client = await createClient(DIRECTORY, { endpoint: http.address, security, ...way });
  return await client.$operation('GetUser')({ userId });
}

/** Sends a message unchanged. */
export async function post(
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const type = { 'content-type': 'text/xml; charset=utf-8' };
  const response = await fetch(http.address, { method: 'POST', body, headers: { ...type, ...headers } });
  return { status: response.status, text: await response.text() };
}

/** Returns the last part of the namespace and the code of a SOAP 1.1 fault. */
export const faultCode = (text: string): string =>
  /<faultcode(?: xmlns:c="[^"]*\/([^/"]+)")?>([^<]*)</.exec(text)?.slice(1).join(' ') ?? '';
export const SECEXT = 'oasis-200401-wss-wssecurity-secext-1.0.xsd c:';

/** Creates the certificates, and a server for each test. */
export function setSecurityScene(): void {
  beforeAll(async () => {
    [shop, stranger, service] = await Promise.all([
      createIdentity('shop'),
      createIdentity('stranger'),
      createIdentity('service'),
    ]);
  });

  beforeEach(() => {
    for (const list of [seen, wire, errors, reasons]) list.length = 0;
  });
  afterEach(async () => await http?.close());
}

/** Two operations that take the same element: SOAPAction alone tells them apart. */
export const AMBIGUOUS: string = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t"><xs:element name="Order"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element><xs:element name="Done"><xs:complexType><xs:sequence/></xs:complexType></xs:element></xs:schema></types>
  <message name="in"><part name="p" element="t:Order"/></message><message name="out"><part name="p" element="t:Done"/></message>
  <portType name="P"><operation name="Place"><input message="t:in"/><output message="t:out"/></operation>
    <operation name="Cancel"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Place"><soap:operation soapAction="urn:place"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
    <operation name="Cancel"><soap:operation soapAction="urn:cancel"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;
