import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { createMatcher, nearestExchange } from './matcher.js';

const NS = 'urn:example:login';
const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="${NS}" targetNamespace="${NS}">
  <types><schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="${NS}" elementFormDefault="qualified">
    <element name="LogIn"><complexType><sequence>
      <element name="user" type="string"/><element name="userPassword" type="string"/><element name="__proto__" type="string" minOccurs="0"/>
    </sequence></complexType></element>
    <element name="LogInResponse"><complexType><sequence><element name="sessionToken" type="string"/></sequence></complexType></element>
  </schema></types>
  <message name="In"><part name="p" element="t:LogIn"/></message>
  <message name="Out"><part name="p" element="t:LogInResponse"/></message>
  <portType name="P"><operation name="LogIn"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="LogIn"><s:operation soapAction=""/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>
  </binding>
  <service name="S"><port name="Q" binding="t:B"><s:address location="http://localhost/"/></port></service>
</definitions>`;

const message = (body: string) => ({
  contentType: 'text/xml',
  body: new TextEncoder().encode(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`,
  ),
});
const logIn = (prefix: string, user: string, password: string, more = '') =>
  message(
    `<${prefix}:LogIn xmlns:${prefix}="${NS}"><${prefix}:user>${user}</${prefix}:user> <${prefix}:userPassword>${password}</${prefix}:userPassword>${more}</${prefix}:LogIn>`,
  );
const token = (text: string) => ({
  ...message(`<LogInResponse xmlns="${NS}"><sessionToken>${text}</sessionToken></LogInResponse>`),
  status: 200,
});
const matcher = async () =>
  await createMatcher((await parseWsdlText(WSDL)).model, { redactNames: /(password|token)$/i });

test('matcher: stores an exchange without secrets, and finds it for a request with the same content', async () => {
  const made = await matcher();
  const stored = await made.store(logIn('a', 'ada', 'hidden'), token('canary'));
  expect(stored).toMatchObject({ operation: 'LogIn', redacted: ['userPassword', 'sessionToken'] });
  const text = new TextDecoder();
  expect(text.decode(stored?.request.body) + text.decode(stored?.response.body)).not.toMatch(/hidden|canary/);
  expect(await made.find(logIn('b', 'ada', 'another'))).toMatchObject({
    key: stored?.key,
    name: stored?.name,
  });
  expect((await made.find(logIn('a', 'bob', 'hidden')))?.key).not.toBe(stored?.key);
  expect((await made.store(logIn('a', 'ada', 'x'), token('y')))?.reply).toBe(stored?.reply);
});

test('matcher: rejects messages that it cannot read', async () => {
  const made = await matcher();
  const cut = { ...message(''), body: new TextEncoder().encode('<e:Envelope') };
  expect(await made.find(cut)).toBeUndefined();
  expect(await made.store(cut, token('x'))).toBeUndefined();
  expect(await made.store(logIn('a', 'ada', 'x'), { ...cut, status: 200 })).toBeUndefined();
});

test('nearestExchange: reports a member called __proto__ like any other', async () => {
  const made = await matcher();
  const plain = await made.find(logIn('a', 'ada', 'x'));
  const odd = await made.find(logIn('a', 'ada', 'x', `<__proto__ xmlns="${NS}">1</__proto__>`));
  const recorded = [{ exchange: plain!.name, content: plain!.content }];
  expect(nearestExchange(odd!.content, recorded)).toEqual({
    exchange: plain?.name,
    differences: [
      {
        path: '/input/__proto__',
        kind: 'added',
        message: 'the recording has nothing, this request has "1"',
      },
    ],
  });
  expect(nearestExchange(odd!.content, [])).toBeUndefined();
  expect(({} as Record<string, unknown>)['1']).toBeUndefined();
});

test('matcher: archives exchanges under their own names, with the names of redacted members', async () => {
  const made = await matcher();
  const [one, two] = [
    await made.store(logIn('a', 'ada', 'x'), token('1')),
    await made.store(logIn('a', 'ada', 'x'), { ...token('1'), status: 203 }),
  ];
  const files = await made.archive([one!, two!]);
  expect([...files.keys()].filter((file) => file.endsWith('.json'))).toEqual([
    'recording.json',
    'wsdl/model.json',
    `${one?.name}.json`,
    `${one?.name}-2.json`,
  ]);
  expect(JSON.parse(new TextDecoder().decode(files.get('recording.json')))).toMatchObject({
    redact: ['userPassword', 'sessionToken'],
  });
});
