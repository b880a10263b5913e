import { expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';

/** A service with one operation and one request part. */
function wsdl(schema: string, part: string, style = 'document', namespace = 'urn:t'): string {
  return `<definitions targetNamespace="urn:m" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:m="urn:m" xmlns:t="${namespace}"
  xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <types><xs:schema targetNamespace="${namespace}" elementFormDefault="qualified">${schema}</xs:schema></types>
  <message name="in"><part name="p" ${part}/></message>
  <portType name="P"><operation name="op"><input message="m:in"/><output message="m:in"/></operation></portType>
  <binding name="B" type="m:P"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="op"><soap:operation soapAction=""/><input><soap:body use="literal" namespace="${namespace}"/></input>
      <output><soap:body use="literal" namespace="${namespace}"/></output></operation></binding>
  <service name="S"><port name="P" binding="m:B"><soap:address location="http://x/"/></port></service>
</definitions>`;
}

/** The arrays of WSDL 1.1 §2.2: by an attribute only, with another one, and with explicit content. */
const ARRAYS = `<xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
  <xs:complexType name="Numbers"><xs:complexContent><xs:restriction base="soapenc:Array">
    <xs:annotation><xs:documentation>numbers</xs:documentation></xs:annotation>
    <xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:int[]" use="required"/></xs:restriction></xs:complexContent></xs:complexType>
  <xs:complexType name="Small"><xs:complexContent><xs:restriction base="soapenc:Array">
    <xs:sequence><xs:element name="n" type="xs:byte" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:byte[]"/></xs:restriction></xs:complexContent></xs:complexType>
  <xs:element name="numbers" type="t:Numbers"/><xs:element name="small" type="t:Small"/>`;
const WILDCARD = `<xs:element name="box"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/><xs:any/></xs:sequence>
  <xs:anyAttribute/></xs:complexType></xs:element>`;
const PAIR = `<xs:complexType name="Pair"><xs:sequence><xs:element name="left" type="xs:int"/><xs:element name="right" type="xs:int"/></xs:sequence></xs:complexType>`;

const cwd = directoryOf({
  'array.wsdl': wsdl(ARRAYS, 'element="t:numbers"'),
  'small.wsdl': wsdl(ARRAYS, 'element="t:small"'),
  'rpc-array.wsdl': wsdl(ARRAYS, 'type="t:Numbers"', 'rpc'),
  'wildcard.wsdl': wsdl(WILDCARD, 'element="t:box"'),
  'by-type.wsdl': wsdl(PAIR, 'type="t:Pair"'),
  'odd.wsdl': wsdl(PAIR, 'type="t:Pair"', 'rpc', 'http://{{host}}/a b'),
  'odd-element.wsdl': wsdl(
    '<xs:element name="n" type="xs:int"/>',
    'element="t:n"',
    'document',
    'urn:{{host}}',
  ),
});

interface Verdict {
  readonly exitCode: number;
  readonly messages: readonly string[];
  readonly unjudged: readonly string[];
}

async function judge(file: string, input: string): Promise<Verdict> {
  const { out, exitCode } = await runCommand(['validate', file, '-', '--format', 'json'], { cwd, input });
  const { problems, unjudged = [] } = JSON.parse(out) as {
    problems: { message: string }[];
    unjudged?: string[];
  };
  return { exitCode, messages: problems.map(({ message }) => message), unjudged };
}

const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;

test.each([
  'array.wsdl',
  'small.wsdl',
  'rpc-array.wsdl',
  'wildcard.wsdl',
  'by-type.wsdl',
  'odd.wsdl',
  'odd-element.wsdl',
])('soapstone validate: accepts the generated request and response of %s', async (file) => {
  const example = await runCommand(['example', file, '--format', 'json'], { cwd });
  const { request, response } = JSON.parse(example.out) as {
    request: { xml: string };
    response: { xml: string };
  };
  for (const message of [request.xml, response.xml]) {
    expect(await judge(file, message)).toMatchObject({ exitCode: 0, messages: [] });
  }
});

test('soapstone validate: judges the items of an array where the author describes them', async () => {
  const { exitCode, messages } = await judge(
    'small.wsdl',
    envelope('<small xmlns="urn:t"><n>300</n></small>'),
  );
  expect(exitCode).toBe(1);
  expect(messages[0]).toMatch(/'300' is not a valid value/);
});

test('soapstone validate: names what a strict wildcard holds of namespaces without a schema (AN-3)', async () => {
  const box = (content: string, attribute = ''): string =>
    envelope(`<t:box xmlns:t="urn:t" xmlns:o="urn:other" ${attribute}><t:id>1</t:id>${content}</t:box>`);
  expect(await judge('wildcard.wsdl', box('<o:x/>', 'o:a="1"'))).toEqual({
    exitCode: 0,
    messages: [],
    unjudged: ['Body/{urn:t}box/{urn:other}a', 'Body/{urn:t}box/{urn:other}x'],
  });
  const declared = await judge('wildcard.wsdl', box('<t:nobody/>'));
  expect(declared.exitCode).toBe(1);
  expect(declared.messages[0]).toMatch(/demanded by the strict wildcard/);
  expect((await judge('wildcard.wsdl', box('<o:x/>').replace('>1<', '>one<'))).exitCode).toBe(1);
});

test('soapstone validate: says that it cannot judge a Body whose type is that of the part', async () => {
  expect(await judge('by-type.wsdl', envelope('<left>1</left><right>x</right>'))).toEqual({
    exitCode: 0,
    messages: [],
    unjudged: ['Body/left', 'Body/right'],
  });
});

test('soapstone validate: judges messages in namespaces whose names are no URIs', async () => {
  const message = (value: string): string => envelope(`<n xmlns="urn:{{host}}">${value}</n>`);
  expect((await judge('odd-element.wsdl', message('1'))).exitCode).toBe(0);
  expect(await judge('odd-element.wsdl', message('x'))).toMatchObject({ exitCode: 1 });
});
