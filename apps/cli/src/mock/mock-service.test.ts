import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadDescription } from '../description/load-description.js';
import { testTerminal } from '../testing/run-command.js';
import { createMockService, type MockService } from './mock-service.js';
import { readRules } from './rules.js';

const WSDL = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t">
    <xs:complexType name="Bill"><xs:sequence><xs:element name="to" type="xs:string"/><xs:any namespace="##other" minOccurs="0" processContents="lax"/></xs:sequence><xs:attribute name="Id" type="xs:ID"/></xs:complexType>
    <xs:element name="Submit"><xs:complexType><xs:sequence><xs:element name="to" type="xs:string"/><xs:element name="bill" type="t:Bill" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="SubmitResponse"><xs:complexType><xs:sequence><xs:element name="code" type="xs:int"/><xs:element name="bill" type="t:Bill"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Submit"/></message><message name="out"><part name="p" element="t:SubmitResponse"/></message>
  <portType name="P"><operation name="Submit"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Submit"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Bills"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1:9/"/></port></service>
</definitions>`;
const SIGNED = `<bill Id='b1'><to>A<![CDATA[ & B]]></to><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/></bill>`;
const RULES = `Submit:
  - when: { to: whole }
    result: { code: 1, bill: { $xml: ${JSON.stringify(SIGNED)} } }
  - when: { to: merged }
    merge: { bill: { $xml: ${JSON.stringify(SIGNED)} } }
  - result: { code: 2, bill: { $xml: "<bill Id='b{{count}}'><to>{{input.to}}</to></bill>" } }
`;

async function mockWith(rules: string): Promise<{ mock: MockService; errors: unknown[] }> {
  const { terminal } = testTerminal({ input: WSDL });
  const errors: unknown[] = [];
  const description = await loadDescription('-', terminal, {});
  const settings = { strict: true, seed: 1, onError: (error: unknown) => errors.push(error) };
  const mock = await createMockService(description, settings);
  mock.use(readRules(rules, 'mocks.yaml', mock));
  return { mock, errors };
}

async function submit(mock: MockService, content: string): Promise<string> {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:Submit xmlns:t="urn:t">${content}</t:Submit></s:Body></s:Envelope>`;
  const headers = { 'content-type': 'text/xml' };
  const { response } = await mock.answer(new Request('http://localhost/', { method: 'POST', body, headers }));
  return await response.text();
}

describe('XM-1: finished elements of a mock', () => {
  test('a rule sends one byte for byte, as its result and in place of a member of the example', async () => {
    const { mock, errors } = await mockWith(RULES);
    expect(await submit(mock, '<to>whole</to>')).toContain(`<code>1</code>${SIGNED}`);
    expect(await submit(mock, '<to>merged</to>')).toMatch(/<code>-?\d+<\/code><bill Id='b1'>/);
    expect(errors).toEqual([]);
  });

  test('a value of the caller in one is text, wherever it is written', async () => {
    const { mock, errors } = await mockWith(RULES);
    const answer = await submit(mock, '<to>&lt;evil b="1"/>&amp;\'</to>');
    expect(answer).toContain("<bill Id='b1'><to>&lt;evil b=&quot;1&quot;/&gt;&amp;&apos;</to></bill>");
    expect(errors).toEqual([]);
    const attribute = await mockWith(RULES.replace('b{{count}}', '{{input.to}}'));
    expect(await submit(attribute.mock, "<to>b' evil='1</to>")).toContain('Fault');
    expect(attribute.errors).toHaveLength(1);
  });

  test.each([
    ['an invalid one', '<bill><from/></bill>', 'is not valid: UNKNOWN_ELEMENT'],
    ['another element', '<t/>', 'must be the element bill, got t'],
    ['an entity', '<bill><to>&e;</to></bill>', 'must be one XML element'],
  ])('%s is a problem of the rules, with its line', async (_, xml, message) => {
    const rules = `Submit:\n  - result:\n      code: 1\n      bill:\n        $xml: "${xml}"\n`;
    await expect(mockWith(rules)).rejects.toThrow(`mocks.yaml:5:9: /result/bill/$xml: ${message}`);
  });

  test('a request has one that a rule reads as JSON', async () => {
    const rules = 'Submit:\n  - when: { bill: { "@Id": b1, to: "A & B" } }\n    fault: { reason: seen }\n';
    const { mock } = await mockWith(rules);
    expect(await submit(mock, `<to>x</to>${SIGNED}`)).toContain('<faultstring>seen</faultstring>');
  });
});

test('the rules on the page about mocks fit the example service', async () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const page = readFileSync(`${root}/docs/mock.md`, 'utf8');
  const [, rules = ''] = /```yaml\n(GetUser:\n[\s\S]*?)```/.exec(page) ?? [];
  expect(rules).toContain('sequence');
  const { terminal } = testTerminal({ cwd: root });
  const description = await loadDescription('examples/user-directory/user-directory.wsdl', terminal, {});
  const mock = await createMockService(description, { strict: true, seed: 1, onError: () => {} });
  expect(() => readRules(rules, 'mocks.yaml', mock)).not.toThrow();
});
