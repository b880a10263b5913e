import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CompiledOperation,
  createMapper,
  type JsonObject,
  type MapperOptions,
  parseJson,
  stringify,
} from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import { infosetOf } from './material/infoset.js';
import { type Example, introductionPage, mappingPage, readExamples } from './material/mapping-page.js';

const examples = readExamples();
const introduction = readExamples(readFileSync(introductionPage, 'utf8'));

async function compile({ wsdl, operation, options }: Example): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(wsdl);
  return createMapper(model, options as MapperOptions).compile(operation);
}

/** A message of the page in its envelope: the Body's content, or Header and Body. */
function envelope(text: string): string {
  const body = text.startsWith('<soap:Header') ? text : `<soap:Body>${text}</soap:Body>`;
  return (
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t" xmlns:o="urn:o" xmlns:x="urn:x" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
    `xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/">${body}</soap:Envelope>`
  );
}

/** QName content keeps its prefix in an infoset, so prefixes on the page are those of the encoder there. */
const read = (json: string): JsonObject => parseJson(json) as JsonObject;

async function run(example: Example): Promise<void> {
  const operation = await compile(example);
  const { given, wanted, problems } = example;
  switch (example.kind) {
    case 'request': {
      const input = read(given);
      expect(operation.validate(input)).toEqual([]);
      const request = operation.toXml(input);
      expect(withoutPrefixes(infosetOf(new TextDecoder().decode(request.body)))).toBe(
        withoutPrefixes(infosetOf(envelope(wanted))),
      );
      if (example.alternative) return;
      const { $headers, ...fields } = operation.normalise(input);
      const { attachments } = request;
      const back = operation.requestFromXml(envelope(wanted), { attachments });
      expect(stringify({ ...back.input, $headers: back.headers })).toBe(
        stringify({ ...fields, $headers: $headers ?? {} }),
      );
      expect(stringify(operation.normalise(input))).toBe(stringify(input));
      return;
    }
    case 'refused': {
      const errors = operation.validate(read(given)).map(({ keyword, path }) => `${keyword} ${path}`.trim());
      expect(errors).toEqual(pairs(problems));
      return;
    }
    case 'response': {
      const reply = operation.fromXml(envelope(given));
      const warnings = reply.warnings.map(({ code, path }) => `${code} ${path}`.trim());
      expect(warnings).toEqual(pairs(problems));
      expect(stringify(reply.kind === 'fault' ? reply.fault : reply.result)).toBe(stringify(read(wanted)));
      return;
    }
    case 'query':
      expect(stringify(operation.fromQuery(given))).toBe(stringify(read(wanted)));
      return;
    case 'actions': {
      const { inputAction, outputAction } = operation.info;
      expect({ input: inputAction, output: outputAction }).toEqual(JSON.parse(wanted));
      return;
    }
    case 'schema': {
      const { $schema, ...schema } = operation.jsonSchema('input');
      expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
      expect(schema).toEqual(JSON.parse(wanted));
    }
  }
}

/** `required /name CODE` as `['required /name', 'CODE']`. */
function pairs(words: readonly string[]): string[] {
  const result: string[] = [];
  for (const word of words) {
    if (word.startsWith('/')) result[result.length - 1] += ` ${word}`;
    else result.push(word);
  }
  return result;
}

/** `"ns1:Name"` and `"q:Name"` as text are the same name; decoding shows which one it is. */
function withoutPrefixes(infoset: string): string {
  return infoset.replaceAll(/"(?:ns\d+|x\d+|q):(\w+)"/g, '"*:$1"');
}

test.each(introduction.map((example) => [example.line, example.kind, example.operation, example] as const))(
  'the introduction docs/mapping-by-example.md, line %i: %s %s',
  async (_line, _kind, _operation, example) => {
    await run(example);
  },
);

describe('the examples of docs/json-mapping.md', () => {
  test.each(examples.map((example) => [example.line, example.kind, example.operation, example] as const))(
    'line %i: %s %s',
    async (_line, _kind, _operation, example) => {
      await run(example);
    },
  );

  test('there are enough of each kind', () => {
    const count = (kind: Example['kind']): number =>
      examples.filter((example) => example.kind === kind).length;
    expect(count('request')).toBeGreaterThan(40);
    expect(count('refused')).toBeGreaterThan(25);
    expect(count('response')).toBeGreaterThan(8);
  });
});

/** Every rule of the mapping, section by section. */
const RULES: Readonly<Record<string, number>> = {
  DF: 16,
  VO: 6,
  MO: 7,
  OP: 6,
  UW: 9,
  BD: 6,
  HD: 7,
  FL: 4,
  KY: 7,
  CM: 21,
  AN: 10,
  PY: 7,
  SG: 5,
  SC: 5,
  MX: 4,
  NL: 5,
  TY: 4,
  NM: 8,
  FA: 4,
  DT: 4,
  QN: 2,
  LU: 3,
  RX: 6,
  EN: 9,
  AT: 7,
  WA: 4,
  XM: 17,
  DS: 5,
  TR: 11,
  GQ: 8,
  VE: 7,
  OA: 11,
  AP: 4,
  XO: 8,
  SE: 7,
};

describe('the rules of docs/json-mapping.md', () => {
  const page = readFileSync(mappingPage, 'utf8');
  const stated = [...page.matchAll(/\*\*([A-Z]{2}-\d+)\*\*/g)].map((match) => match[1]!);

  test('each rule is stated once', () => {
    const wanted = Object.entries(RULES).flatMap(([prefix, count]) =>
      Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`),
    );
    expect(stated.toSorted()).toEqual(wanted.toSorted());
    expect([...page.matchAll(/\*\*(L\d+)\*\*/g)].map((match) => match[1])).toEqual(
      Array.from({ length: 35 }, (_, index) => `L${index + 1}`),
    );
  });

  test('code and tests cite no rule that the page does not state', () => {
    const packages = fileURLToPath(new URL('../../packages', import.meta.url));
    const prefixes = Object.keys(RULES).join('|');
    const quoted = new Set<string>();
    for (const entry of readdirSync(packages, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.parentPath.includes('node_modules'))
        continue;
      if (!entry.parentPath.includes('/src')) continue;
      const source = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const [rule] of source.matchAll(new RegExp(`\\b(?:${prefixes})-\\d+\\b`, 'g'))) quoted.add(rule);
    }
    expect([...quoted].filter((rule) => !stated.includes(rule))).toEqual([]);
  });
});
