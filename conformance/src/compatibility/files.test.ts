import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMapper, parseJson, stringify } from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import { replay } from '@soapstone/server/recordings';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

// The files are those of 1.0, and never change. SUPPORT.md says what they promise.
const read = (name: string): string => readFileSync(new URL(`1.0/${name}`, import.meta.url), 'utf8');

const SECRETS: Readonly<Record<string, string>> = {
  'carrier-client': '510087100',
  'carrier-password': 's3cret',
};
const compact = (xml: string): string => xml.replaceAll(/>\s+</g, '><').trim();
const canonical = (json: string): string => stringify(parseJson(json, { digits: 'lexical' }) as object);

test('a design file of 1.0 fits its WSDL, and gives the same SOAP and the same JSON', async () => {
  const { model } = await parseWsdl(new URL('1.0/design/service.wsdl', import.meta.url).href, {
    resolve: async (uri) => ({ uri, bytes: readFileSync(new URL(uri)) }),
  });
  const design = parse(read('design/design.yaml')) as Design;
  expect(checkDesign(model, design).problems).toEqual([]);
  const fills = { secret: (name: string) => SECRETS[name] };
  const operation = createMapper(model, { design, fills }).compile('TrackParcels');
  const plain = createMapper(model).compile('TrackParcels');
  const envelope = (content: string) =>
    new TextEncoder().encode(
      `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${compact(content)}</e:Body></e:Envelope>`,
    );
  const sent = operation.encodeJson(new TextEncoder().encode(read('design/input.json'))).body;
  const meant = plain.requestFromXml(envelope(read('design/request.xml'))).input;
  expect(stringify(plain.requestFromXml(sent).input)).toBe(stringify(meant));
  const reply = operation.decodeXml(envelope(read('design/response.xml')));
  const result = reply.kind === 'result' ? new TextDecoder().decode(reply.result) : reply.kind;
  expect(canonical(result)).toBe(canonical(read('design/result.json')));
});

test('a recording of 1.0 is replayed with the same bytes', async () => {
  const server = await replay(fileURLToPath(new URL('1.0/recording', import.meta.url)));
  try {
    for (const [name, status] of [
      ['GetUser.a28b4578', 200],
      ['GetUser.7b9f8574', 200],
    ] as const) {
      const response = await fetch(server.address, {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml', SOAPAction: '"urn:example:user-directory/GetUser"' },
        body: read(`recording/${name}.request.xml`),
      });
      expect(response.status).toBe(status);
      expect(await response.text()).toBe(read(`recording/${name}.response.xml`));
    }
  } finally {
    await server.close();
  }
});
