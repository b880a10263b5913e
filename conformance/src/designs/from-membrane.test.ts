import { readFile } from 'node:fs/promises';
import { createMapper } from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import { proposeDesign } from '@soapstone/json-xml-mapper/internal/proposals';
import { inputOfRoute, routesOf } from '@soapstone/json-xml-mapper/internal/routes';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const page = await readFile(new URL('../../../docs/from-membrane.md', import.meta.url), 'utf8');
const block = (title: string): string => {
  const [, text = ''] = page.split(`\n\`\`\`${title}\n`);
  return text.slice(0, text.indexOf('\n```'));
};

const ADDRESS =
  '<xs:element name="street" type="xs:string"/><xs:element name="postalCode" type="xs:string"/><xs:element name="city" type="xs:string"/>';
const FIELDS =
  '<xs:element name="name" type="xs:string"/><xs:element name="birthDate" type="xs:date"/><xs:element name="kind" type="xs:string"/><xs:element name="address" type="t:Address"/>';
const ID = '<xs:element name="id" type="xs:long"/>';
const PARTNER = '<xs:element name="partner" type="t:Partner"/>';
const MESSAGES: Readonly<Record<string, readonly [input: string, output: string]>> = {
  getPartners: ['', '<xs:element name="partners" type="t:Partner" minOccurs="0" maxOccurs="unbounded"/>'],
  getPartner: [ID, PARTNER],
  createPartner: [FIELDS, ID],
  updatePartner: [ID + FIELDS, PARTNER],
  deletePartner: [ID, ''],
};
const each = (print: (name: string, messages: readonly [string, string]) => string): string =>
  Object.entries(MESSAGES)
    .map(([name, messages]) => print(name, messages))
    .join('');
const element = (name: string, members: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;

/** A service of partners with the operations of the tutorial. */
const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:partner" targetNamespace="urn:partner">
  <types><xs:schema targetNamespace="urn:partner" elementFormDefault="qualified">
    <xs:complexType name="Address"><xs:sequence>${ADDRESS}</xs:sequence></xs:complexType>
    <xs:complexType name="Partner"><xs:sequence>${ID}${FIELDS}<xs:element name="creditLimit" type="xs:decimal" minOccurs="0"/></xs:sequence></xs:complexType>
    ${each((name, [input, output]) => element(`${name}Request`, input) + element(`${name}Response`, output))}${element('PartnerNotFound', ID)}
  </xs:schema></types>
  <message name="PartnerNotFound"><part name="fault" element="t:PartnerNotFound"/></message>
  ${each((name) => ['Request', 'Response'].map((end) => `<message name="${name}${end}"><part name="parameters" element="t:${name}${end}"/></message>`).join(''))}
  <portType name="PartnerService">${each((name) => `<operation name="${name}"><input message="t:${name}Request"/><output message="t:${name}Response"/><fault name="PartnerNotFound" message="t:PartnerNotFound"/></operation>`)}</portType>
  <binding name="Soap" type="t:PartnerService"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each((name) => `<operation name="${name}"><soap:operation soapAction="${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output><fault name="PartnerNotFound"><soap:fault name="PartnerNotFound" use="literal"/></fault></operation>`)}</binding>
  <service name="PartnerService"><port name="Port" binding="t:Soap"><soap:address location="http://localhost:3000/partner-service"/></port></service>
</definitions>`;

const { model } = await parseWsdl('urn:partner.wsdl', {
  resolve: async (uri) => ({ uri, bytes: new TextEncoder().encode(WSDL) }),
});
const design = parse(block('yaml design')) as Design;

test('docs/from-membrane.md: the file fits, and its routes are those that init proposes', () => {
  expect(checkDesign(model, design).problems).toEqual([]);
  const routes = Object.entries(design.operations ?? {}).map(([name, { route }]) => [name, route]);
  expect([...proposeDesign(model).routes]).toEqual(routes);
});

test('docs/from-membrane.md: the requests are those of the tutorial', () => {
  const mapper = createMapper(model, { design });
  const partner = new TextEncoder().encode(block('json partner.json'));
  const steps = block('console')
    .split('\n')
    .map((line) => {
      const [, url = ''] = /(http:\S+)$/.exec(line) ?? [];
      const method = /-X ([A-Z]+)/.exec(line)?.[1] ?? (line.includes(' -d ') ? 'POST' : 'GET');
      const match = routesOf(design)?.match(
        new URL(url).pathname.slice('/apis/local/partner-service'.length),
      );
      const found = match?.kind === 'found' ? match.methods.get(method) : undefined;
      const { route, values } = found ?? expect.fail(line);
      const operation = mapper.compile(route.operation);
      const body = line.includes('@partner.json') ? partner : new Uint8Array();
      const input = inputOfRoute(operation, route, { values, query: '', body });
      const xml = input instanceof Uint8Array ? operation.encodeJson(input) : operation.toXml(input);
      const [, content = ''] = /Body>(.*)<\/[^>]*Body>/s.exec(new TextDecoder().decode(xml.body)) ?? [];
      return content.replaceAll(/ xmlns(?::\w+)?="[^"]*"|\w+:(?=\w+[ />])/g, '');
    });
  const dave =
    '<name>Dave</name><birthDate>1990-01-01</birthDate><kind>PERSON</kind><address><street>Oak Ave</street><postalCode>54321</postalCode><city>Portland</city></address>';
  expect(steps).toEqual([
    '<getPartnersRequest/>',
    '<getPartnerRequest><id>1</id></getPartnerRequest>',
    `<createPartnerRequest>${dave}</createPartnerRequest>`,
    `<updatePartnerRequest><id>1</id>${dave}</updatePartnerRequest>`,
    '<deletePartnerRequest><id>1</id></deletePartnerRequest>',
  ]);
});
