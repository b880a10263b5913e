import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Account } from '../domain/accounts/account.js';
import type { RegisteredService } from '../domain/services/registered-service.js';
import { type GatewayUnderTest, startUnderTest } from './gateway-under-test.js';

/** The operation `Pay` with an `xs:long`, decimals and text in both directions, and the fault `Refused` with a decimal. */
export const BANK_WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:bank" targetNamespace="urn:bank">
  <types><xs:schema targetNamespace="urn:bank" elementFormDefault="qualified">
    <xs:complexType name="Values"><xs:sequence><xs:element name="id" type="xs:long"/>
      <xs:element name="amount" type="xs:decimal" maxOccurs="unbounded"/><xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:element name="Pay" type="t:Values"/><xs:element name="PayResponse" type="t:Values"/>
    <xs:element name="Refused"><xs:complexType><xs:sequence><xs:element name="most" type="xs:decimal"/></xs:sequence></xs:complexType></xs:element></xs:schema></types>
  <message name="Pay"><part name="p" element="t:Pay"/></message>
  <message name="PayResponse"><part name="p" element="t:PayResponse"/></message>
  <message name="Refused"><part name="p" element="t:Refused"/></message>
  <portType name="Bank"><operation name="Pay"><input message="t:Pay"/><output message="t:PayResponse"/><fault name="Refused" message="t:Refused"/></operation></portType>
  <binding name="Bank" type="t:Bank"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Pay"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
      <fault name="Refused"><soap:fault name="Refused" use="literal"/></fault></operation></binding>
  <service name="Bank"><port name="Bank" binding="t:Bank"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

/** A gateway in front of a SOAP server that returns the content of the request, digit for digit, and rejects payments with id 2. */
export interface BankScene {
  readonly under: GatewayUnderTest;
  readonly account: Account;
  readonly service: RegisteredService;
  readonly key: string;
  /** The envelopes that the SOAP server received. */
  readonly seen: readonly string[];
  stop(): Promise<void>;
}

/** Starts the gateway, with the service `bank` on the Pro plan, and the server. */
export async function startBank(settings: Partial<RegisteredService['settings']> = {}): Promise<BankScene> {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push(body);
    const refused = /id>2</.test(body);
    const content = refused
      ? '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><Refused xmlns="urn:bank"><most>100.00</most></Refused></detail></s:Fault>'
      : /<(\w+:)?Body>(.*)<\/(\w+:)?Body>/s
          .exec(body)![2]!
          .replaceAll(/(<\/?(?:\w+:)?)Pay\b/g, '$1PayResponse');
    response
      .writeHead(refused ? 500 : 200, { 'Content-Type': 'text/xml' })
      .end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const under = await startUnderTest();
  const account = await under.createAccount({ plan: 'Pro' });
  const { key } = await under.createKey(account.id);
  const service = await under.register(account, {
    source: { kind: 'files', files: new Map([['bank.wsdl', Buffer.from(BANK_WSDL)]]), main: 'bank.wsdl' },
    slug: 'bank',
    settings: { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ...settings },
  });
  return {
    under,
    account,
    service,
    key,
    seen,
    async stop() {
      await under.stop();
      server.close();
    },
  };
}
