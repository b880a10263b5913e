import { type JsonObject, type JsonValue, parseJson, stringify } from '@soapstone/json-xml-mapper';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { infosetOf } from '../material/infoset.js';
import { compileEcho, envelope, judgeWithLibxml2 } from './echo.js';
import type { Pattern } from './pattern.js';
import { ADVANCED_PATTERNS, BASIC_PATTERNS } from './pattern-names.js';
import { PATTERNS } from './patterns.js';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const utf8 = (value: string) => new TextEncoder().encode(value);

test('each of the 280 W3C patterns has its echo', () => {
  const names = [...BASIC_PATTERNS, ...ADVANCED_PATTERNS];
  expect([BASIC_PATTERNS.length, names.length, new Set(names).size]).toEqual([82, 280, 280]);
  expect(PATTERNS.map(({ name }) => name).sort()).toEqual(names.sort());
});

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

describe.each(PATTERNS.map((pattern) => [pattern.name, pattern] as const))('%s', (_name, pattern) => {
  test('echoes its instances', async () => {
    const { operation, diagnostics } = await compileEcho(pattern);
    expect(diagnostics).toEqual(pattern.diagnostics ?? []);
    expect(pattern.instances.length).toBeGreaterThan(0);
    const judges = [ajv.compile(operation.jsonSchema('input')), ajv.compile(operation.jsonSchema('output'))];
    const documents: string[] = [];

    for (const [xml, json, written = xml] of pattern.instances) {
      const value = `{"p":${json}}`;
      expect(stringify(operation.requestFromXml(envelope('echo', xml)).input), xml).toBe(value);
      const reply = operation.fromXml(envelope('echoResponse', xml));
      expect(reply.kind === 'result' && stringify(reply.result), xml).toBe(value);
      expect(reply.warnings, xml).toEqual([]);

      const input = parseJson(value);
      const request = text(operation.toXml(input).body);
      expect(infoset(pattern, request), json).toBe(infoset(pattern, envelope('echo', written)));
      expect(text(operation.encodeJson(utf8(value)).body), json).toBe(request);
      const response = text(operation.responseToXml(input).body);
      expect(infoset(pattern, response), json).toBe(infoset(pattern, envelope('echoResponse', written)));
      documents.push(envelope('echo', xml), request, response);

      // ajv only supports doubles; limits that a double cannot represent are not in the schema (FA-2).
      const judged = JSON.parse(value) as Record<string, unknown>;
      for (const judge of judges) {
        expect(judge(judged), `${json} ${JSON.stringify(judge.errors)}`).toBe(true);
        expect(judge({ ...judged, noSuchField: 1 })).toBe(false);
      }
    }
    if (pattern.notForLibxml2 === undefined) expect(judgeWithLibxml2(pattern, documents)).toEqual([]);
  });

  const { refused = [] } = pattern;
  if (refused.length === 0) return;
  test('rejects what its schema does not allow', async () => {
    const { operation } = await compileEcho(pattern);
    for (const [json, errors] of refused) {
      const found = operation
        .validate({ ...(parseJson(`{"p":${json}}`) as JsonObject) } as JsonValue)
        .map(({ keyword, path }) => `${keyword} ${path.slice('/p'.length)}`.trim());
      expect(found.sort(), json).toEqual(errors.split(', ').sort());
    }
  });
});

/** The instances of these patterns are QNames: their prefixes are compared by meaning. */
const qnames = ['{urn:p}v', 'v'];
const infoset = (pattern: Pattern, xml: string) =>
  infosetOf(xml, pattern.name.startsWith('QName') ? qnames : []);
