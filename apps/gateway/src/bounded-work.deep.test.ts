import { createCatalog, type OfferedOperation, refuseMediaTypes } from '@soapstone/agent-tools';
import { createMapper, type Mapper } from '@soapstone/json-xml-mapper';
import { openMultipart, readHeaderValue } from '@soapstone/mime';
import { compareContracts, generateOpenApi, printOpenApi, printTypes } from '@soapstone/openapi-generator';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import { hideSecretsInJson } from './credentials/hide-secrets.js';
import { readSessionCookie } from './domain/accounts/session.js';
import { clientAddress, clientScheme } from './http/messages/client-address.js';
import { hasMoreValues } from './http/messages/value-count.js';
import { csvFile } from './owners/management/views/csv-file.js';
import { redactBody } from './telemetry/redact-body.js';
import { growthOf, LINEAR, type Work } from './testing/growth.js';

/** The rows of docs/bounded-work.md whose work grows with a text. */
const cases: readonly (readonly [name: string, size: number, prepare: (size: number) => Work])[] = [
  ['CSV: rows', 5_000, (size) => csv(size, '=a"b')],
  ['CSV: cells of quotes', 100_000, (size) => csv(1, '"'.repeat(size))],
  ['CSV: cells of line breaks and formulas', 100_000, (size) => csv(1, '\r\n=+-@'.repeat(size / 4))],
  ['captured bodies: escaped quotes', 8_000, (size) => redacted(`"\\"`.repeat(size / 3))],
  ['captured bodies: names of secrets', 8_000, (size) => redacted('"password":"'.repeat(size / 12))],
  ['captured bodies: spaces before a colon', 8_000, (size) => redacted(`"token"${' '.repeat(size)}:`)],
  ['secrets in JSON: many strings', 100_000, (size) => hidden('"s",'.repeat(size / 4))],
  ['secrets in JSON: the beginning of a secret', 100_000, (size) => hidden(`"${'s'.repeat(size)}"`)],
  ['counted values: backslashes', 500_000, (size) => counted(`"${'\\'.repeat(size)}"`)],
  ['counted values: escaped quotes', 500_000, (size) => counted(`"${'\\"'.repeat(size / 2)}"`)],
  ['counted values: open strings', 500_000, (size) => counted(`${'""'.repeat(size / 2)}"`)],
  ['forwarded addresses: commas', 2_000, (size) => forwarded(','.repeat(size))],
  ['forwarded addresses: escaped quotes', 2_000, (size) => forwarded('\\"'.repeat(size / 2))],
  ['forwarded addresses: parameters', 2_000, (size) => forwarded('for=;'.repeat(size / 5))],
  ['cookies', 2_000, (size) => () => readSessionCookie('=;'.repeat(size / 2))],
  ['Accept: ranges', 2_000, (size) => accepting('a/b;q=0,'.repeat(size / 8))],
  ['Accept: parameters of zeros', 2_000, (size) => accepting(`a/b;q=0.${'0'.repeat(size)}1`)],
  ['Content-Type: parameters', 2_000, (size) => typed(';a=b'.repeat(size / 4))],
  ['Content-Type: semicolons', 2_000, (size) => typed(`${';'.repeat(size)}a=b`)],
  ['Content-Type: open quotes', 2_000, (size) => typed(`;a="${'\\"'.repeat(size / 2)}`)],
];

test.each(cases)('%s: the work is linear in the text', async (_name, size, prepare) => {
  expect(await growthOf(prepare, size)).toBeLessThan(LINEAR);
});

test.each([
  ['lines that begin like the delimiter', '\r\n--boundar'],
  ['delimiters with other text after them', '\r\n--boundaryx'],
  ['padding of delimiters', `\r\n--boundary${' '.repeat(255)}x`],
  ['line breaks', '\r\n'],
])('multipart messages of %s: the work is linear in the message', async (_name, unit) => {
  const growth = await growthOf((size) => {
    const body = Buffer.from(`--boundary\r\n\r\n${unit.repeat(size / unit.length)}\r\n--boundary--`);
    return () => readParts(body);
  }, 400_000);
  expect(growth).toBeLessThan(LINEAR);
});

describe('descriptions', () => {
  test.each([
    ['operations', (size: number) => ({ operations: size }), 20],
    ['members of a type', (size: number) => ({ members: size }), 150],
    ['documentation', (size: number) => ({ documentation: 'A" \n#: '.repeat(size) }), 10_000],
    ['capital letters', (size: number) => ({ documentation: 'A'.repeat(size) }), 50_000],
  ] as const)(
    'OpenAPI, types and comparisons grow with the %s',
    async (_name, make, size) => {
      const growth = await growthOf(async (count) => {
        const [before, after] = [
          await mapperOf(make(count)),
          await mapperOf({ ...make(count), type: 'int' }),
        ];
        return () => {
          const document = generateOpenApi(before);
          printOpenApi(document, 'yaml');
          printOpenApi(document, 'json');
          printTypes(document);
          compareContracts(before, after);
        };
      }, size);
      expect(growth).toBeLessThan(LINEAR);
    },
    120_000,
  );

  test.each([
    ['in words', 'aB cD '],
    ['in capitals', 'A'],
  ])(
    'a search for tools grows with the operations, not with the square of their documentation (%s)',
    async (_name, unit) => {
      const documentation = unit.repeat(2_000 / unit.length);
      const growth = await growthOf(async (operations) => {
        const mapper = await mapperOf({ operations, documentation });
        const offered: OfferedOperation[] = mapper.operations.map(({ name }) => ({ name, readOnly: true }));
        const services = [{ slug: 'a', title: 'A', mapper, operations: offered }];
        return () => {
          const { search } = createCatalog(services, { listing: { lazy: true, version: '1' } });
          search.find('a b c d e f g h i j', 10, 0);
        };
      }, 25);
      expect(growth).toBeLessThan(LINEAR);
    },
  );
});

function csv(rows: number, text: string): Work {
  const all = Array.from({ length: rows }, () => ({ name: text }));
  return () => csvFile('x.csv', ['name'], all);
}

const redacted =
  (text: string): Work =>
  () =>
    redactBody(text, {});

const hidden = (json: string): Work => {
  const secrets = { credentials: { basic: { username: 'u', password: `${'s'.repeat(8_000)}!` } } };
  return () => hideSecretsInJson(`[${json}""]`, secrets);
};

const counted = (json: string): Work => {
  const bytes = Buffer.from(json);
  return () => hasMoreValues(bytes, Number.POSITIVE_INFINITY);
};

const forwarded =
  (text: string): Work =>
  () => {
    clientAddress({ 'x-forwarded-for': text }, '::1', 2);
    clientAddress({ forwarded: text }, '::1', 2);
    clientScheme({ forwarded: text });
  };

const typed =
  (parameters: string): Work =>
  () =>
    readHeaderValue(`a/b${parameters}`);

const accepting = (text: string): Work => {
  const headers: Record<string, string> = { accept: text, 'content-type': 'application/json' };
  return () => refuseMediaTypes((name) => headers[name]);
};

/** Reads a message that arrives in pieces of 16 KiB. */
async function readParts(body: Buffer): Promise<void> {
  async function* pieces(): AsyncIterableIterator<Uint8Array> {
    for (let at = 0; at < body.length; at += 16_384) yield body.subarray(at, at + 16_384);
  }
  const type = 'multipart/related; boundary=boundary';
  const message = await openMultipart(pieces(), type, { maxParts: 10, maxPartHeaderBytes: 8_192 }, () => {});
  for await (const _chunk of message.body);
}

/** A service written for these tests. */
async function mapperOf({
  operations = 1,
  members = 1,
  documentation = 'a',
  type = 'string',
}: {
  readonly operations?: number;
  readonly members?: number;
  readonly documentation?: string;
  readonly type?: string;
}): Promise<Mapper> {
  const list = (count: number, item: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => item(index)).join('');
  const note = documentation.replaceAll('"', '&quot;');
  const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" name="T">
  <types><xs:schema targetNamespace="urn:t"><xs:element name="In"><xs:complexType><xs:sequence>${list(
    members,
    (index) => `<xs:element name="m${index}" type="xs:${type}"/>`,
  )}</xs:sequence></xs:complexType></xs:element></xs:schema></types>
  <message name="In"><part name="p" element="t:In"/></message>
  <portType name="P">${list(
    operations,
    (index) =>
      `<operation name="Op${index}"><documentation>${note}</documentation><input message="t:In"/><output message="t:In"/></operation>`,
  )}</portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${list(
    operations,
    (index) =>
      `<operation name="Op${index}"><soap:operation soapAction="a${index}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`,
  )}</binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1:1/"/></port></service></definitions>`;
  const files = new Map([['t.wsdl', new TextEncoder().encode(text)]]);
  return createMapper((await parseWsdl('t.wsdl', { resolve: bundleResolver(files) })).model);
}
