import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from 'soap';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Recorder, type RecordOptions, record } from '../recordings/record.js';

/** A service with an operation whose members may come in any order. */
export const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:till" targetNamespace="urn:till" name="Till">
  <types><xs:schema targetNamespace="urn:till" elementFormDefault="qualified">
    <xs:element name="Charge"><xs:complexType><xs:all>
      <xs:element name="amount" type="xs:decimal"/>
      <xs:element name="requestId" type="xs:string" minOccurs="0"/>
      <xs:element name="card" type="t:Card"/>
    </xs:all></xs:complexType></xs:element>
    <xs:complexType name="Card"><xs:sequence>
      <xs:element name="number" type="xs:string"/><xs:element name="pin" type="xs:string" minOccurs="0"/>
    </xs:sequence><xs:attribute name="holder" type="xs:string"/><xs:attribute name="kind" type="xs:string"/></xs:complexType>
    <xs:element name="ChargeResponse"><xs:complexType><xs:sequence>
      <xs:element name="receipt" type="xs:string"/><xs:element name="line" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="total" type="xs:decimal" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="ChargeIn"><part name="parameters" element="t:Charge"/></message>
  <message name="ChargeOut"><part name="parameters" element="t:ChargeResponse"/></message>
  <portType name="Till"><operation name="Charge"><input message="t:ChargeIn"/><output message="t:ChargeOut"/></operation></portType>
  <binding name="Till" type="t:Till"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Charge"><soap:operation soapAction="urn:till:Charge"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Till"><port name="Till" binding="t:Till"><soap:address location="http://127.0.0.1:1/till"/></port></service>
</definitions>`;

export const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
/** A request, as one of several clients writes it. */
export const CHARGE: string = `<s:Envelope xmlns:s="${ENVELOPE}"><s:Body><Charge xmlns="urn:till"><amount>12.50</amount><requestId>a1</requestId><card holder="Ada" kind="debit"><number>4111</number><pin>9876</pin></card></Charge></s:Body></s:Envelope>`;

/** The service, served by node-soap, and a new folder for each test. */
export interface Till {
  readonly upstream: string;
  readonly directory: string;
  /** The response of the service. */
  answerWith: (input: { amount: number }) => unknown;
  /** Records the requests that `use` sends. */
  recorded(use: (recorder: Recorder) => Promise<unknown>, options?: Partial<RecordOptions>): Promise<void>;
  /** Returns the names of the files in the folder. */
  files(): Promise<readonly string[]>;
  /** Returns the text of all files, except the WSDL. */
  everything(): Promise<string>;
}

/** Starts the service before the tests of a file, and stops it after them. */
export function useTill(): Till {
  const http = createServer();
  const folders: string[] = [];
  let upstream = '';
  let directory = '';
  const till: Till = {
    get upstream() {
      return upstream;
    },
    get directory() {
      return directory;
    },
    answerWith: () => undefined,
    async recorded(use, options = {}) {
      const recorder = await record(WSDL, { upstream, directory, ...options });
      await use(recorder);
      await recorder.close();
    },
    files: async () => (await readdir(directory)).sort(),
    async everything() {
      const names = (await till.files()).filter((name) => name !== 'wsdl');
      return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('\n');
    },
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    upstream = `http://127.0.0.1:${(http.address() as AddressInfo).port}/till`;
    const Charge = (input: { amount: number }) => till.answerWith(input);
    listen(http, { path: '/till', xml: WSDL, services: { Till: { Till: { Charge } } } });
  });
  afterAll(async () => {
    http.closeAllConnections();
    http.close();
    for (const folder of folders) await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    till.answerWith = ({ amount }) => ({ receipt: `r${amount}`, line: ['one', 'two'], total: amount });
    directory = await mkdtemp(join(tmpdir(), 'soapstone-recording-'));
    folders.push(directory);
  });
  return till;
}

/** Sends a message. */
export async function post(
  address: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:till:Charge"', ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** An address that no server listens on. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}
