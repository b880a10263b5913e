import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const EXAMPLE = fileURLToPath(
  new URL('../../../../examples/user-directory/user-directory.wsdl', import.meta.url),
);
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (body: string, header = ''): string =>
  `<s:Envelope xmlns:s="${SOAP}" xmlns:u="urn:users">\n${header}<s:Body>\n${body}\n</s:Body></s:Envelope>`;

/** Two inline schemas that use each other and forget to import, an rpc operation, and a header block. */
const RPC_WSDL = `<definitions targetNamespace="urn:m" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:m="urn:m" xmlns:a="urn:a"
  xmlns:b="urn:b" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <types>
    <xs:schema targetNamespace="urn:a"><xs:complexType name="Pair"><xs:sequence>
      <xs:element name="left" type="b:Small"/><xs:element name="right" type="b:Small"/></xs:sequence></xs:complexType></xs:schema>
    <xs:schema targetNamespace="urn:b"><xs:simpleType name="Small"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType></xs:schema>
    <xs:schema targetNamespace="urn:a"><xs:element name="Token" type="xs:string"/></xs:schema>
  </types>
  <message name="in"><part name="pair" type="a:Pair"/><part name="times" type="xs:int"/></message>
  <message name="out"><part name="sum" type="xs:int"/></message>
  <portType name="P"><operation name="add"><input message="m:in"/><output message="m:out"/></operation></portType>
  <binding name="B" type="m:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="add"><soap:operation soapAction=""/><input><soap:body use="literal" namespace="urn:rpc"/></input>
      <output><soap:body use="literal" namespace="urn:rpc"/></output></operation></binding>
  <service name="S"><port name="P" binding="m:B"><soap:address location="http://x/"/></port></service>
</definitions>`;

const cwd = directoryOf({ 'users.wsdl': USERS_WSDL, 'rpc.wsdl': RPC_WSDL });

const validate = (wsdl: string, input: string, ...more: string[]): ReturnType<typeof runCommand> =>
  runCommand(['validate', wsdl, '-', ...more], { cwd, input });

describe('soapstone validate', () => {
  test('a valid message', async () => {
    const message = envelope('<u:GetUser><u:userId>42</u:userId></u:GetUser>');
    expect(await validate('users.wsdl', message)).toEqual({ out: 'stdin: valid\n', err: '', exitCode: 0 });
  });

  test('every problem is reported with its line', async () => {
    const message = envelope(
      '<u:GetUserResponse><u:user>\n<u:id>x</u:id>\n<u:role>a</u:role></u:user></u:GetUserResponse>',
    );
    const { out, exitCode } = await validate('users.wsdl', message, '--format', 'json');
    expect(exitCode).toBe(1);
    const { valid, problems } = JSON.parse(out);
    expect(valid).toBe(false);
    expect(problems.map(({ line }: { line: number }) => line)).toEqual([4, 5]);
    expect(problems[0]).toMatchObject({ component: 'Body/{urn:users}GetUserResponse' });
    expect(problems[0].message).toMatch(/'x' is not a valid value/);
  });

  test('the detail of a fault', async () => {
    const fault = (content: string): string =>
      envelope(
        `<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring><detail>${content}</detail></s:Fault>`,
      );
    const right = fault('<u:UserNotFound><u:userId>1</u:userId></u:UserNotFound><other xmlns="urn:other"/>');
    expect((await validate('users.wsdl', right)).exitCode).toBe(0);
    const wrong = await validate('users.wsdl', fault('<u:UserNotFound/>'));
    expect(wrong.out).toContain('Body/Fault/detail/{urn:users}UserNotFound');
  });

  test('rpc wrappers, schemas that forget to import, header blocks', async () => {
    const call = (left: string, header = ''): string =>
      envelope(
        `<r:add xmlns:r="urn:rpc"><pair><left>${left}</left><right>2</right></pair><times>3</times></r:add>`,
        header === '' ? '' : `<s:Header>${header}</s:Header>`,
      );
    const token = '<a:Token xmlns:a="urn:a" s:mustUnderstand="1">t</a:Token>';
    expect(await validate('rpc.wsdl', call('1', token))).toMatchObject({ out: 'stdin: valid\n', err: '' });
    expect((await validate('rpc.wsdl', call('10'))).out).toMatch(/Body\/\{urn:rpc\}add/);
    const wrong = '<a:Token xmlns:a="urn:a"><b/></a:Token>';
    expect((await validate('rpc.wsdl', call('1', wrong))).out).toMatch(/Header\/\{urn:a\}Token/);
  });

  test('a namespace that is not a URI, and documents that include each other', async () => {
    const types = (schema: string): string =>
      USERS_WSDL.replace(/<types>[\s\S]*<\/types>/, `<types>${schema}</types>`);
    const main = types(
      '<xs:schema targetNamespace="urn:users" xmlns:odd="{odd}"><xs:include schemaLocation="parts/ping.xsd"/></xs:schema>',
    );
    const ping =
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="Ping" type="xs:int"/></xs:schema>';
    const directory = directoryOf({ 'main.wsdl': main, 'ping.xsd': ping });
    mkdirSync(join(directory, 'parts'));
    renameSync(join(directory, 'ping.xsd'), join(directory, 'parts', 'ping.xsd'));
    const judge = (value: string): ReturnType<typeof runCommand> =>
      runCommand(['validate', 'main.wsdl'], {
        cwd: directory,
        input: `<Ping xmlns="urn:users">${value}</Ping>`,
      });
    expect(await judge('1')).toEqual({ out: 'stdin: valid\n', err: '', exitCode: 0 });
    expect((await judge('x')).exitCode).toBe(1);
  });

  describe('schemas that libxml2 rejects', () => {
    const xs = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
    const wrong = (schema: string, more = ''): string =>
      directoryOf({
        'wrong.wsdl': USERS_WSDL.replace(
          /<types>[\s\S]*<\/types>/,
          `<types><xs:schema ${xs} targetNamespace="urn:users" elementFormDefault="qualified">${schema}</xs:schema>${more}</types>`,
        ),
      });
    const sequence = (content: string): string =>
      `<xs:element name="Ping"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;

    test.each([
      [
        'misplaced attributes and names',
        `<xs:complexType name="C" nillable="true"><xs:attribute name="a" type="xs:int"/><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType>
          <xs:element name="Ping" type="t:C" minOccurs="1"/>`,
        /is not allowed/,
      ],
      [
        'two types of one name',
        `<xs:complexType name="C"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType>
          <xs:complexType name="C"><xs:sequence/></xs:complexType><xs:element name="Ping" type="t:C"/>`,
        /does already exist/,
      ],
      ['an undeclared type', sequence('<xs:element name="u" type="t:Nothing"/>'), /Nothing/],
      ['a reference to no element', sequence('<xs:element ref="t:nothing"/>'), /nothing/],
      [
        'an unprefixed name in the namespace of XML Schema',
        sequence('<xs:element name="n" type="S" xmlns="http://www.w3.org/2001/XMLSchema"/>'),
        /S/,
      ],
      [
        'simple content that restricts a simple type',
        sequence(
          '<xs:element name="n"><xs:complexType><xs:simpleContent><xs:restriction base="xs:string"><xs:maxLength value="2"/><xs:attribute name="a"/></xs:restriction></xs:simpleContent></xs:complexType></xs:element>',
        ),
        /simple type/,
      ],
      [
        'xs:all that repeats its elements',
        '<xs:element name="Ping"><xs:complexType><xs:all><xs:element name="n" type="xs:int" maxOccurs="unbounded"/></xs:all></xs:complexType></xs:element>',
        /maxOccurs/,
      ],
      [
        'elements without a group',
        '<xs:element name="Ping"><xs:complexType><xs:element name="n" type="xs:int"/></xs:complexType></xs:element>',
        /content is not valid/,
      ],
      [
        'a facet that is no value of its type',
        sequence(
          '<xs:element name="n"><xs:simpleType><xs:restriction base="xs:int"><xs:maxInclusive value="x"/></xs:restriction></xs:simpleType></xs:element>',
        ),
        /maxInclusive/,
      ],
    ])('%s: names the document and what is wrong with it', async (_, schema, said) => {
      const { err, exitCode } = await runCommand(['validate', 'wrong.wsdl'], {
        cwd: wrong(schema),
        input: '<a/>',
      });
      expect(exitCode).toBe(3);
      expect(err).toMatch(/libxml2 rejects the schemas of the WSDL: wrong\.wsdl: /);
      expect(err).toMatch(said);
      expect(err).toMatch(/soapstone report/);
    });

    test('a schema that includes one of another namespace', async () => {
      const cwd = wrong(
        '<xs:include schemaLocation="other.xsd"/><xs:element name="Ping" type="o:T" xmlns:o="urn:o"/>',
      );
      writeFileSync(
        join(cwd, 'other.xsd'),
        '<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o"><simpleType name="T"><restriction base="int"/></simpleType></schema>',
      );
      const judge = (text: string): ReturnType<typeof runCommand> =>
        runCommand(['validate', 'wrong.wsdl', '--format', 'json'], {
          cwd,
          input: `<Ping xmlns="urn:users">${text}</Ping>`,
        });
      expect(JSON.parse((await judge('1')).out)).toMatchObject({ valid: true });
      expect(JSON.parse((await judge('x')).out)).toMatchObject({ valid: false });
    });

    test('an ambiguous content model is not judged, and report names it', async () => {
      const cwd = wrong(sequence('<xs:any minOccurs="0"/><xs:element name="n" minOccurs="0"/>'));
      const judged = await runCommand(['validate', 'wrong.wsdl', '--format', 'json'], {
        cwd,
        input: '<Ping xmlns="urn:users"><other/></Ping>',
      });
      expect(JSON.parse(judged.out)).toEqual({
        valid: true,
        problems: [],
        unjudgedTypes: ['the type of {urn:users}Ping'],
      });
      const { out } = await runCommand(['report', 'wrong.wsdl', '--format', 'json'], { cwd });
      expect(JSON.parse(out).diagnostics).toContainEqual(
        expect.objectContaining({
          code: 'AMBIGUOUS_CONTENT',
          component: 'anonymous complexType of {urn:users}Ping',
        }),
      );
    });
  });

  test('the output of the other commands is valid', async () => {
    for (const operation of ['GetUser', 'ListUsers', 'CreateUser']) {
      const { out } = await runCommand(['example', EXAMPLE, operation, '--format', 'json']);
      const { request, response, faults } = JSON.parse(out);
      const messages = [request.xml, response.xml, ...faults.map(({ xml }: { xml: string }) => xml)];
      for (const input of messages) {
        expect((await runCommand(['validate', EXAMPLE, '-'], { input })).out, input).toBe('stdin: valid\n');
      }
    }
  });

  test('content that no schema describes is listed, but is not a problem', async () => {
    const encoded = RPC_WSDL.replaceAll(
      'use="literal"',
      'use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"',
    );
    const input = envelope('<r:add xmlns:r="urn:rpc"><pair/></r:add>');
    const options = { cwd: directoryOf({ 'encoded.wsdl': encoded }), input };
    expect(await runCommand(['validate', 'encoded.wsdl'], options)).toEqual({
      out: 'stdin: valid\n',
      err: 'stdin: not checked, because no schema describes it: Body/{urn:rpc}add/pair\n',
      exitCode: 0,
    });
    const { out } = await runCommand(['validate', 'encoded.wsdl', '-', '--format', 'json'], options);
    expect(JSON.parse(out)).toEqual({ valid: true, problems: [], unjudged: ['Body/{urn:rpc}add/pair'] });
  });

  test.each([
    ['an undeclared element', envelope('<u:Nothing/>'), 1, /No matching global declaration/],
    ['no XML', '{"a": 1}', 1, /cannot read the message/],
    [
      'a page of a web server',
      '<!doctype html><html><body><h1>502 Bad Gateway<br></body></html>',
      1,
      /^error: stdin: cannot read the message: it is an HTML page, not a SOAP envelope$/m,
    ],
    [
      'a page that is XML',
      '<?xml version="1.0"?>\n<!-- a --><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
      1,
      /stdin:2: Not a SOAP envelope: the root is \{http:\/\/www\.w3\.org\/1999\/xhtml\}html, expected \{http:\/\/schemas\.xmlsoap\.org\/soap\/envelope\/\}Envelope, .*Envelope, or an element that the WSDL declares/,
    ],
    [
      'a page with a DOCTYPE',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><html/>',
      1,
      /an HTML page/,
    ],
    [
      'an envelope in an unknown namespace',
      envelope('<u:GetUser/>').replace(SOAP, 'http://www.w3.org/2001/12/soap-envelope'),
      1,
      /the root is \{http:\/\/www\.w3\.org\/2001\/12\/soap-envelope\}Envelope, expected/,
    ],
    [
      'an envelope without a Body',
      `<s:Envelope xmlns:s="${SOAP}"><s:Header/></s:Envelope>`,
      1,
      /has no Body/,
    ],
    ['a DOCTYPE', '<!DOCTYPE a><a/>', 1, /no DOCTYPE/],
  ])('%s', async (_, input, exitCode, message) => {
    const result = await validate('users.wsdl', input);
    expect(result.exitCode).toBe(exitCode);
    expect(result.out + result.err).toMatch(message);
  });
});
