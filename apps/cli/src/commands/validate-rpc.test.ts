import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';

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

const cwd = directoryOf({ 'literal.wsdl': rpcWsdl('literal'), 'encoded.wsdl': rpcWsdl('encoded') });

interface Verdict {
  readonly exitCode: number;
  readonly messages: readonly string[];
  readonly unjudged: readonly string[];
}

async function judge(wsdl: string, body: string): Promise<Verdict> {
  const input = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:r="${RPC_NAMESPACE}" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body>${body}</s:Body></s:Envelope>`;
  const { out, exitCode } = await runCommand(['validate', wsdl, '-', '--format', 'json'], { cwd, input });
  const { problems, unjudged = [] } = JSON.parse(out) as {
    problems: { message: string }[];
    unjudged?: string[];
  };
  return { exitCode, messages: problems.map(({ message }) => message), unjudged };
}

describe('soapstone validate: rpc messages', () => {
  test('accepts the generated examples of every rpc fixture', { timeout: 120_000 }, async () => {
    const refused: string[] = [];
    let judged = 0;
    for (const name of rpcCases()) {
      const wsdl = join(CASES, name, 'service.wsdl');
      const example = await runCommand(['example', wsdl, '--format', 'json']);
      // Some fixtures have several operations; use the first.
      const exampleText =
        example.exitCode === 0
          ? example.out
          : (await runCommand(['example', wsdl, 'op', '--format', 'json'])).out;
      const { request, response } = JSON.parse(exampleText) as {
        request: { xml: string };
        response?: { xml: string };
      };
      for (const input of [request.xml, ...(response === undefined ? [] : [response.xml])]) {
        const { out, exitCode } = await runCommand(['validate', wsdl, '-'], { input });
        if (exitCode !== 0) refused.push(`${name}: ${out}`);
        judged++;
      }
    }
    expect(refused).toEqual([]);
    expect(judged).toBeGreaterThan(30);
  });

  describe.each(['literal', 'encoded'] as const)('rpc/%s', (use) => {
    const wsdl = `${use}.wsdl`;
    const pair = '<pair><left>1</left><right>2</right></pair>';

    test('a simple part is judged by its type', async () => {
      expect((await judge(wsdl, `<r:add><a>9</a>${pair}</r:add>`)).messages).toEqual([]);
      const wrong = await judge(wsdl, `<r:add><a>10</a>${pair}</r:add>`);
      expect(wrong.exitCode).toBe(1);
      expect(wrong.messages.join()).toMatch(/Element 'a': .*'10'/);
    });

    test('an accessor that no part has is a problem of the wrapper', async () => {
      const { exitCode, messages } = await judge(wsdl, '<r:addResponse><other>1</other></r:addResponse>');
      expect(exitCode).toBe(1);
      expect(messages.join()).toMatch(/Element 'other': This element is not expected/);
    });

    test('an overload is valid as the message that it is', async () => {
      expect((await judge(wsdl, '<r:add><text>nine</text></r:add>')).exitCode).toBe(0);
    });

    test('a wrapper that is called like an element of a schema is judged as a wrapper', async () => {
      expect((await judge(wsdl, '<r:get><id>1</id></r:get>')).exitCode).toBe(0);
      expect((await judge(wsdl, '<r:get><id>one</id></r:get>')).exitCode).toBe(1);
    });

    test('an element that is no wrapper has no declaration', async () => {
      const { messages } = await judge(wsdl, '<r:subtract/>');
      expect(messages.join()).toMatch(/\{urn:rpc\}subtract': No matching global declaration/);
    });
  });

  test('rpc/encoded: types, references and structs are valid, and unchecked content is named', async () => {
    const body = `<r:add s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><a xsi:type="xs:int">1</a><pair href="#p"/></r:add>
      <multiRef id="p" xsi:type="r:Pair"><left xsi:type="xs:int">1</left></multiRef>`;
    expect(await judge('encoded.wsdl', body)).toEqual({
      exitCode: 0,
      messages: [],
      unjudged: ['Body/{urn:rpc}add/pair', 'Body/multiRef'],
    });
    expect((await judge('literal.wsdl', body)).exitCode).toBe(1);
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><r:add xmlns:r="urn:rpc"><pair/></r:add></s:Body></s:Envelope>`;
    expect(await runCommand(['validate', 'encoded.wsdl'], { cwd, input: envelope })).toEqual({
      out: 'stdin: valid\n',
      err: 'stdin: not checked, because no schema describes it: Body/{urn:rpc}add/pair\n',
      exitCode: 0,
    });
  });
});
