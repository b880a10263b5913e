import { readFile } from 'node:fs/promises';
import {
  type CompiledOperation,
  createMapper,
  isMappingError,
  type JsonObject,
  parseJson,
  stringify,
} from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

/** The code blocks of docs/designed-api.md by what their first lines say, in the order of the page. */
const blocks = (await read('docs/designed-api.md')).split('\n```').flatMap((part): [string, string][] => {
  const end = part.indexOf('\n');
  const title = part.slice(0, end).trim();
  return title === '' ? [] : [[title, part.slice(end + 1)]];
});
const block = (title: string): string => {
  const found = blocks.filter(([each]) => each === title).map(([, text]) => text);
  expect(found, title).toHaveLength(1);
  return found[0] as string;
};
const SECRETS: Readonly<Record<string, string>> = {
  'carrier-client': '510087100',
  'carrier-password': 's3cret',
};
const DIGITS = { digits: 'lexical' } as const;
const canonical = (text: string): string => stringify(parseJson(text, DIGITS) as JsonObject);

/** A message without white space between elements and without the envelope. */
const compact = (xml: string): string => xml.replaceAll(/>\s+</g, '><').trim();
const envelope = (content: string): Uint8Array =>
  new TextEncoder().encode(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${compact(content)}</e:Body></e:Envelope>`,
  );
const resultOf = (operation: CompiledOperation, xml: Uint8Array): string => {
  const reply = operation.decodeXml(xml);
  expect(reply.warnings).toEqual([]);
  return reply.kind === 'result' ? canonical(new TextDecoder().decode(reply.result)) : reply.kind;
};
const sentBy = (operation: CompiledOperation, json: string): string =>
  new TextDecoder().decode(operation.encodeJson(new TextEncoder().encode(json)).body);

describe.each([
  ['parcel-tracking', 'TrackParcels'],
  ['user-directory', 'GetUser'],
])('docs/designed-api.md: %s', async (name, operation) => {
  const base = new URL(`examples/${name}/`, root);
  const { model } = await parseWsdl(new URL(`${name}.wsdl`, base).href, {
    resolve: async (uri) => ({ uri, bytes: await readFile(new URL(uri)) }),
  });
  const file = await read(`examples/${name}/design.yaml`);
  const design = parse(file) as Design;
  const fills = { secret: (secret: string) => SECRETS[secret] };
  const plain = createMapper(model, { warnings: 'all' }).compile(operation);
  const designed = createMapper(model, { design, fills, warnings: 'all' }).compile(operation);

  test('the file is the one of the example, and fits the WSDL', () => {
    expect(block(`yaml ${name}`)).toBe(file.trimEnd());
    expect(checkDesign(model, design).problems).toEqual([]);
  });

  test('both forms of the input are the SOAP message of the page', () => {
    const request = plain.requestFromXml(envelope(block(`xml request ${operation}`)));
    expect(stringify(request.input)).toBe(canonical(block(`json plain request ${operation}`)));
    const sent = sentBy(plain, block(`json plain request ${operation}`));
    expect(sentBy(designed, block(`json designed request ${operation}`))).toBe(sent);
  });

  test('the SOAP response is the JSON of the page without and with the design', () => {
    const response = envelope(block(`xml response ${operation}`));
    expect(resultOf(plain, response)).toBe(canonical(block(`json plain response ${operation}`)));
    expect(resultOf(designed, response)).toBe(canonical(block(`json designed response ${operation}`)));
  });

  test('query strings and refusals are those of the page', () => {
    for (const [title, text] of blocks) {
      const [kind, verb, name_, pointer] = title.split(' ');
      if (kind === 'query' && verb === operation)
        expect(stringify(designed.fromQuery(text.trim()))).toBe(
          canonical(block(`json designed request ${operation}`)),
        );
      if (verb === 'refused' && name_ === operation) expect(pathsOf(designed, text)).toEqual([pointer]);
    }
  });
});

function pathsOf(operation: CompiledOperation, json: string): readonly string[] {
  try {
    sentBy(operation, json);
  } catch (error) {
    if (isMappingError(error)) return error.errors.map(({ path }) => path);
    throw error;
  }
  return [];
}
