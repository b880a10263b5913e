import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { exampleMessages, judge, read, type Verdict } from '../testing/judge.js';

/** The fixtures of the mapping rules that are rpc, literal and encoded. */
const CASES = fileURLToPath(new URL('../../../../conformance/cases', import.meta.url));

function rpcCases(): string[] {
  return readdirSync(CASES).filter((name) => {
    if (!readdirSync(join(CASES, name)).includes('service.wsdl')) return false;
    return readFileSync(join(CASES, name, 'service.wsdl'), 'utf8').includes('style="rpc"');
  });
}

const RPC_NAMESPACE = 'urn:rpc';

/** A service of one rpc portType. `add` is overloaded; a schema element has the name of the operation `get`. */
function rpcWsdl(use: 'literal' | 'encoded'): string {
  const body = `<soap:body use="${use}" namespace="${RPC_NAMESPACE}" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>`;
  const bound = (name: string, input = ''): string =>
    `<operation name="${name}"><soap:operation soapAction=""/><input${input}>${body}</input><output>${body}</output></operation>`;
  return `<definitions targetNamespace="urn:m" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:m="urn:m" xmlns:r="${RPC_NAMESPACE}"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <types><xs:schema targetNamespace="${RPC_NAMESPACE}">
    <xs:element name="get" type="xs:date"/>
    <xs:simpleType name="Small"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType>
    <xs:complexType name="Pair"><xs:sequence><xs:element name="left" type="xs:int"/><xs:element name="right" type="xs:int"/></xs:sequence></xs:complexType>
  </xs:schema></types>
  <message name="add"><part name="a" type="r:Small"/><part name="pair" type="r:Pair"/></message>
  <message name="addText"><part name="text" type="xs:string"/></message>
  <message name="get"><part name="id" type="xs:int"/></message>
  <message name="out"><part name="sum" type="xs:int"/></message>
  <portType name="P">
    <operation name="add"><input name="numbers" message="m:add"/><output message="m:out"/></operation>
    <operation name="add"><input name="text" message="m:addText"/><output message="m:out"/></operation>
    <operation name="get"><input message="m:get"/><output message="m:out"/></operation></portType>
  <binding name="B" type="m:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${bound('add', ' name="numbers"')}${bound('add', ' name="text"')}${bound('get')}</binding>
  <service name="S"><port name="P" binding="m:B"><soap:address location="http://x/"/></port></service>
</definitions>`;
}

function judgeBody(use: 'literal' | 'encoded', body: string): Promise<Verdict> {
  const message = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:r="${RPC_NAMESPACE}" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body>${body}</s:Body></s:Envelope>`;
  return read(rpcWsdl(use)).then((description) => judge(description, message));
}

describe('rpc messages', () => {
  test('the generated examples of every rpc fixture are valid', async () => {
    const refused: string[] = [];
    let judged = 0;
    for (const name of rpcCases()) {
      const description = await read(readFileSync(join(CASES, name, 'service.wsdl'), 'utf8'));
      for (const message of exampleMessages(description)) {
        const { messages } = judge(description, message);
        if (messages.length > 0) refused.push(`${name}: ${messages.join()}`);
        judged++;
      }
    }
    expect(refused).toEqual([]);
    expect(judged).toBeGreaterThan(30);
  });

  describe.each(['literal', 'encoded'] as const)('rpc/%s', (use) => {
    const pair = '<pair><left>1</left><right>2</right></pair>';

    test('a simple part is validated by its type', async () => {
      expect((await judgeBody(use, `<r:add><a>9</a>${pair}</r:add>`)).messages).toEqual([]);
      const { messages } = await judgeBody(use, `<r:add><a>10</a>${pair}</r:add>`);
      expect(messages.join()).toMatch(/Element 'a': .*'10'/);
    });

    test('an accessor that no part has is a problem of the wrapper', async () => {
      const { messages } = await judgeBody(use, '<r:addResponse><other>1</other></r:addResponse>');
      expect(messages.join()).toMatch(/Element 'other': This element is not expected/);
    });

    test('an overload is valid as the message that it is', async () => {
      expect((await judgeBody(use, '<r:add><text>nine</text></r:add>')).messages).toEqual([]);
    });

    test('a wrapper named like a schema element is validated as a wrapper', async () => {
      expect((await judgeBody(use, '<r:get><id>1</id></r:get>')).messages).toEqual([]);
      expect((await judgeBody(use, '<r:get><id>one</id></r:get>')).messages).not.toEqual([]);
    });

    test('an element that is not a wrapper has no declaration', async () => {
      const { messages } = await judgeBody(use, '<r:subtract/>');
      expect(messages.join()).toMatch(/\{urn:rpc\}subtract': No matching global declaration/);
    });
  });

  test('rpc/encoded: types, references and structs are valid, and unchecked content is listed', async () => {
    const body = `<r:add s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><a xsi:type="xs:int">1</a><pair href="#p"/></r:add>
      <multiRef id="p" xsi:type="r:Pair"><left xsi:type="xs:int">1</left></multiRef>`;
    expect(await judgeBody('encoded', body)).toMatchObject({
      messages: [],
      unjudged: ['Body/{urn:rpc}add/pair', 'Body/multiRef'],
    });
    expect((await judgeBody('literal', body)).messages).not.toEqual([]);
  });
});
