import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMapper, isJsonNumber } from '@soapstone/json-xml-mapper';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { fileResolver } from '@soapstone/wsdl-parser/file';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });
const EXAMPLE = fileURLToPath(
  new URL('../../../../examples/user-directory/user-directory.wsdl', import.meta.url),
);
/** Third-party WSDLs, kept next to the project. */
const CORPUS = fileURLToPath(
  new URL('../../../../../shared/corpus/w3c__databinding-patterns', import.meta.url),
);

/** Compiles the files in `cwd`, and returns the compiler's output. */
function compile(...files: string[]): string[] {
  const program = ts.createProgram(
    files.map((file) => join(cwd, file)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      exactOptionalPropertyTypes: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: { '@soapstone/client': [join(cwd, 'client.d.ts')] },
    },
  );
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

describe('soapstone types', () => {
  test('one type per component, and a table of operations', async () => {
    const { out, exitCode } = await runCommand(['types', 'users.wsdl'], { cwd });
    expect(exitCode).toBe(0);
    expect(out).toContain(`export interface User {
  id: number;
  name: string;
  role: string[];
}
`);
    expect(out).toContain('export type GetUserResult = User | NoRecord;\n');
    expect(out).toContain(
      '  GetUser: { input: GetUserRequest; result: GetUserResult; response: GetUserResponse; error: GetUserError };\n',
    );
  });

  test('a service without an operation is rejected with the reason', async () => {
    const empty = directoryOf({
      'empty.wsdl': USERS_WSDL.replace('http://schemas.xmlsoap.org/soap/http', 'urn:jms'),
    });
    const { out, err, exitCode } = await runCommand(['types', 'empty.wsdl'], { cwd: empty });
    expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 });
    expect(err).toContain('empty.wsdl has no operation that can be offered: no port offers the operation of');
  });

  test('the types compile, accept valid values and reject invalid ones', async () => {
    await runCommand(['types', EXAMPLE, '-o', 'directory.ts'], { cwd });
    await runCommand(['types', 'users.wsdl', '-o', 'users.ts', '--numbers', 'string'], { cwd });
    writeFileSync(
      join(cwd, 'use.ts'),
      `import type { Operations } from './users.js';
       import type { Operations as Directory } from './directory.js';
       export const right: Operations['GetUser']['input'] = { userId: '42' };
       // @ts-expect-error: with numbers as strings, a long is one
       export const wrong: Operations['GetUser']['input'] = { userId: 42 };
       // @ts-expect-error: a required member is missing
       export const missing: Directory['GetUser']['input'] = {};
       export function nameOf(result: Directory['GetUser']['result']): string | undefined {
         return 'name' in result ? result.name : undefined;
       }`,
    );
    expect(compile('directory.ts', 'users.ts', 'use.ts')).toEqual([]);
  });

  /** Numbers that a double cannot hold, in every possible place. */
  const WIDE_WSDL = `<definitions name="W" targetNamespace="urn:w" xmlns:t="urn:w" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:w" elementFormDefault="qualified">
  <xs:simpleType name="Level"><xs:restriction base="xs:long"><xs:enumeration value="1"/><xs:enumeration value="2"/></xs:restriction></xs:simpleType>
  <xs:element name="Get"><xs:complexType><xs:sequence><xs:element name="id" type="xs:long"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="GetResponse"><xs:complexType><xs:sequence>
    <xs:element name="id" type="xs:long"/><xs:element name="count" type="xs:int"/><xs:element name="price" type="xs:decimal"/>
    <xs:element name="level" type="t:Level" nillable="true"/><xs:element name="ids" type="xs:unsignedLong" maxOccurs="unbounded"/>
    <xs:element name="code"><xs:simpleType><xs:restriction base="xs:integer"><xs:pattern value="[0-9]{5}"/></xs:restriction></xs:simpleType></xs:element>
    <xs:element name="either"><xs:simpleType><xs:union memberTypes="xs:integer xs:date"/></xs:simpleType></xs:element>
  </xs:sequence><xs:attribute name="version" type="xs:positiveInteger"/></xs:complexType></xs:element>
</xs:schema></types>
<message name="I"><part name="p" element="t:Get"/></message><message name="O"><part name="p" element="t:GetResponse"/></message>
<portType name="P"><operation name="Get"><input message="t:I"/><output message="t:O"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
  const WIDE_RESPONSE = (
    level: string,
  ) => `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
<GetResponse xmlns="urn:w" version="7"><id>9007199254740993</id><count>5</count><price>12345678901234567890.10</price>
<level xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"${level}<ids>1</ids><ids>18446744073709551615</ids><code>00042</code><either>-9007199254740993</either></GetResponse></s:Body></s:Envelope>`;

  test.each(['number', 'string', 'bigint'] as const)(
    'NM-1, NM-2, NM-7: the types of values match what fromXml returns, with numbers: %s',
    async (numbers) => {
      writeFileSync(join(cwd, 'wide.wsdl'), WIDE_WSDL);
      writeFileSync(
        join(cwd, 'client.d.ts'),
        'export declare class JsonNumber { readonly text: string; constructor(text: string) }',
      );
      const file = `wide-${numbers}.ts`;
      await runCommand(['types', 'wide.wsdl', '-o', file, '--values', '--numbers', numbers], { cwd });
      const { model } = await parseWsdl('wide.wsdl', { resolve: fileResolver(cwd) });
      const operation = createMapper(model, { numbers }).compile('Get');
      const results = ['>1</level>', ' xsi:nil="true"/>'].map((level) => {
        const reply = operation.fromXml(WIDE_RESPONSE(level));
        return reply.kind === 'result' ? source(reply.result) : 'undefined';
      });
      writeFileSync(
        join(cwd, `use-${file}`),
        `import { JsonNumber } from '@soapstone/client';
         import type { Operations } from './wide-${numbers}.js';
         export const n = JsonNumber;
         export const results: Operations['Get']['result'][] = [${results.join(', ')}];
         export const input: Operations['Get']['input'] = ${source(operation.example('input'))};`,
      );
      expect(results[0]).toContain(
        { number: "JsonNumber('9007", string: '"id": "9007', bigint: '9007199254740993n' }[numbers],
      );
      expect(compile(file, `use-${file}`)).toEqual([]);
    },
  );

  test('--values: only what a client takes, returns and throws', async () => {
    const { out } = await runCommand(['types', EXAMPLE, '--values'], { cwd });
    const declared = [...out.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
    expect(declared).toEqual(expect.arrayContaining(['GetUserRequest', 'Operations', 'Faults']));
    expect(out).not.toMatch(/\b(?:Error|Meta|GetUserResponse|GetUserError|RateLimit\w*)\b/);
    expect(out).toMatch(/export interface Faults \{\n {2}UserNotFound: \{/);
    expect(out).toMatch(/^ {2}GetUser: \{ input: GetUserRequest; result: \w+ \};$/m);
    writeFileSync(join(cwd, 'client.d.ts'), 'export declare class JsonNumber { readonly text: string }');
    writeFileSync(join(cwd, 'values.ts'), out);
    writeFileSync(
      join(cwd, 'use-values.ts'),
      `import type { Faults } from './values.js';
       export const suggested = (detail: Faults['UserNotFound']) => detail.UserNotFound?.suggestion?.length;`,
    );
    expect(compile('values.ts', 'use-values.ts')).toEqual([]);
  });

  test.each([
    [['--binary', 'bytes'], 'data: Uint8Array', 'at: string'],
    [['--dates', 'Date'], 'data: string', 'at: DateWithText | string'],
    [['--dates', 'temporal'], 'data: string', 'at: Temporal.ZonedDateTime | Temporal.PlainDateTime | string'],
  ])('%o: binary values and dates have the types of the client', async (options, data, at) => {
    writeFileSync(
      join(cwd, 'typed.wsdl'),
      WIDE_WSDL.replace('name="price" type="xs:decimal"', 'name="data" type="xs:base64Binary"').replace(
        'name="count" type="xs:int"',
        'name="at" type="xs:dateTime"',
      ),
    );
    const { out, err } = await runCommand(['types', 'typed.wsdl', ...options], { cwd });
    expect(err).toBe('');
    expect(out).toContain(`  ${data};`);
    expect(out).toContain(`  ${at};`);
    if (options.includes('Date'))
      expect(out).toContain("import type { DateWithText, JsonNumber } from '@soapstone/client';");
  });

  /** Prints a value as TypeScript. */
  function source(value: unknown): string {
    if (typeof value === 'bigint') return `${value}n`;
    if (isJsonNumber(value)) return `new JsonNumber('${value.text}')`;
    if (Array.isArray(value)) return `[${value.map(source).join(', ')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    return `{${Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${source(member)}`)}}`;
  }

  test.skipIf(!existsSync(CORPUS))(
    'the types of the databinding patterns compile (skipped without the corpus)',
    { timeout: 300_000 },
    async () => {
      const files: string[] = [];
      for (const name of readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.wsdl')) continue;
        const file = `${files.length}.ts`;
        const { exitCode } = await runCommand(['types', join(CORPUS, name), '-o', file], { cwd });
        expect(exitCode, name).toBe(0);
        files.push(file);
      }
      expect(files.length).toBeGreaterThan(20);
      expect(compile(...files)).toEqual([]);
    },
  );
});
