import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CompiledOperation,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringify,
} from '@soapstone/json-xml-mapper';
import type { ElementMember, MessageShape } from '@soapstone/json-xml-mapper/shapes';
import { adapt } from './adapt.js';
import { type BatchResult, runBatch } from './command.js';
import { type Dialect, isObject, NODE_SOAP, PHP, Untranslatable, ZEEP } from './dialects.js';
import { EXPLAINED_CONVENTIONS } from './explained-conventions.js';
import { type Pair, readPairs } from './pairs.js';
import { payload } from './round-trip.js';
import { mapperOf } from './service.js';

/** One side of a pair: another tool's JSON and XML of one message, and what `soapstone` makes of them. */
export interface Comparison {
  readonly suite: string;
  /** The name of the case and the side: `Dummy__should_handle_inline_types response`. */
  readonly name: string;
  readonly verdict: 'agrees' | 'differs';
  /** The first difference. */
  readonly why?: string;
}

const DIALECTS: Readonly<Record<string, Dialect>> = {
  'vpulim__node-soap': NODE_SOAP,
  'loopbackio__strong-soap': NODE_SOAP,
  'php__php-src': PHP,
  'mvantellingen__python-zeep': ZEEP,
};

/** Why a difference is intended, if it is. */
export function explanationOf({ name, why = '' }: Comparison): string | undefined {
  return EXPLAINED_CONVENTIONS.find(({ names, shows }) => names.includes(name) && shows.test(why))?.why;
}

interface Translated {
  readonly pair: Pair;
  readonly name: string;
  readonly operation: string;
  readonly expected: JsonValue;
}

/** Compares every pair that has JSON: requests as infosets below the Body, results as JSON. */
export async function compareConventions(): Promise<Comparison[]> {
  const pairs = readPairs().filter(({ suite }) => suite in DIALECTS);
  return [...(await compareRequests(pairs)), ...(await compareResponses(pairs))];
}

async function compareRequests(pairs: readonly Pair[]): Promise<Comparison[]> {
  const wanted = pairs.filter(
    ({ requestJson, requestXml }) => requestJson !== undefined && requestXml !== undefined,
  );
  const { translated, comparisons } = await translate(wanted, 'request', translateRequest);
  const results = await runBatch(
    'request',
    translated.map(({ name, pair, operation, expected }) =>
      object({ id: idOf(pair, name), wsdl: pair.wsdl, operation, input: expected }),
    ),
  );
  for (const { pair, name } of translated) {
    const result = results.get(idOf(pair, name)) as BatchResult;
    comparisons.push({
      suite: pair.suite,
      name,
      ...judge(result, (output) => {
        const theirs = payload(inEnvelope(readFileSync(pair.requestXml as string, 'utf8')));
        const ours = payload(String(output['body']));
        const at = ours.findIndex((line, i) => line !== theirs[i]);
        const line = at === -1 ? ours.length : at;
        return at === -1 && ours.length === theirs.length
          ? undefined
          : `ours ${ours[line]?.trim() ?? 'ends'}, theirs ${theirs[line]?.trim() ?? 'ends'}`;
      }),
    });
  }
  return comparisons;
}

async function compareResponses(pairs: readonly Pair[]): Promise<Comparison[]> {
  const wanted = pairs.filter(
    ({ responseJson, responseXml }) => responseJson !== undefined && responseXml !== undefined,
  );
  const { translated, comparisons } = await translate(wanted, 'response', translateResult);
  const folder = mkdtempSync(join(tmpdir(), 'interop-'));
  try {
    const results = await runBatch(
      'response',
      translated.map(({ name, pair, operation }, i) => {
        const response = join(folder, `${i}.xml`);
        writeFileSync(response, inEnvelope(readFileSync(pair.responseXml as string, 'utf8')));
        return object({ id: idOf(pair, name), wsdl: pair.wsdl, operation, response });
      }),
    );
    for (const { pair, name, expected } of translated)
      comparisons.push({
        suite: pair.suite,
        name,
        ...judge(results.get(idOf(pair, name)) as BatchResult, (output) => {
          const result = output['result'] ?? output;
          const { trims } = DIALECTS[pair.suite] as Dialect;
          return differenceOf(trims ? trimmed(result) : result, trims ? trimmed(expected) : expected, '');
        }),
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return comparisons;
}

async function translate(
  pairs: readonly Pair[],
  side: 'request' | 'response',
  translateOne: (pair: Pair, operation: CompiledOperation, dialect: Dialect) => JsonValue,
): Promise<{ translated: Translated[]; comparisons: Comparison[] }> {
  const translated: Translated[] = [];
  const comparisons: Comparison[] = [];
  for (const pair of pairs) {
    const name = `${pair.name.split('/').at(-1)} ${side}`;
    try {
      const { exposed } = (await mapperOf(pair.wsdl)).model;
      const found = exposed.find(
        (each) => each.name === pair.operation || each.name.endsWith(`::${pair.operation}`),
      );
      const operation = (found ?? (exposed.length === 1 ? exposed[0] : undefined))?.name;
      if (operation === undefined) throw new Untranslatable(`the WSDL has no operation ${pair.operation}`);
      const compiled = (await mapperOf(pair.wsdl)).compile(operation);
      const expected = translateOne(pair, compiled, DIALECTS[pair.suite] as Dialect);
      translated.push({ pair, name, operation, expected });
    } catch (error) {
      if (!(error instanceof Untranslatable)) throw error;
      comparisons.push({
        suite: pair.suite,
        name,
        verdict: 'differs',
        why: `not translated: ${error.message}`,
      });
    }
  }
  return { translated, comparisons };
}

function translateRequest(pair: Pair, { shape }: CompiledOperation, dialect: Dialect): JsonValue {
  const given = dialect.arguments(parseJson(readFileSync(pair.requestJson as string, 'utf8')));
  const adaptation = { dialect, direction: 'request' } as const;
  const { root } = shape.input;
  if (given.kind === 'named')
    return wrapScalar(unwrapped(given.value, shape.input), shape.input, (value) =>
      adapt(value, root, adaptation),
    );
  const members = membersOf(shape.input);
  const wholePayload = shape.input.kind === 'element' && !shape.input.rpc && dialect === PHP;
  if (wholePayload) return adapt(given.list[0] ?? object({}), root, adaptation);
  return adapt(
    object(
      Object.fromEntries(
        given.list.map((value, i) => [members[i]?.name.localName ?? `argument ${i + 1}`, value]),
      ),
    ),
    root,
    adaptation,
  );
}

function translateResult(pair: Pair, { shape, info }: CompiledOperation, dialect: Dialect): JsonValue {
  const given = parseJson(readFileSync(pair.responseJson as string, 'utf8'));
  const { output } = shape;
  if (output === undefined) throw new Untranslatable('the operation has no output');
  const members = membersOf(output);
  const [only] = members;
  const bare =
    dialect.bareResult !== 'never' &&
    members.length === 1 &&
    only !== undefined &&
    (dialect.bareResult === 'of one field' || output.rpc || output.kind !== 'element') &&
    !(isObject(given) && only.name.localName in given);
  const adaptation = { dialect, direction: 'result' } as const;
  const root = wrapScalar(
    bare ? object({ [only.name.localName]: given }) : (given ?? object({})),
    output,
    (value) => adapt(value, output.root, adaptation),
  );
  const { record } = output;
  // UW-4: the record of a result is omitted.
  if (record === undefined || info.resultUnwrap !== 'record' || !isObject(root)) return root;
  const value = root[record.key];
  return value === undefined ? object({}) : value === null ? object({ $nil: true }) : value;
}

/** strong-soap treats the wrapper of document/literal as a member. */
function unwrapped(value: JsonValue, message: MessageShape): JsonValue {
  const [[key, inner] = [], ...others] = isObject(value) ? Object.entries(value) : [];
  const isWrapper =
    others.length === 0 &&
    key !== undefined &&
    key.slice(key.lastIndexOf(':') + 1) === message.name?.localName &&
    !membersOf(message).some(({ name }) => name.localName === key);
  return isWrapper ? (inner as JsonValue) : value;
}

/** A payload of simple type: the other tools return only its value, ours has its name (VO-3). */
function wrapScalar(
  value: JsonValue,
  message: MessageShape,
  translateRoot: (value: JsonValue) => JsonValue,
): JsonValue {
  const [only] = membersOf(message);
  const isBare =
    message.kind !== 'element' && only !== undefined && (!isObject(value) || !(only.name.localName in value));
  return translateRoot(isBare ? object({ [only.name.localName]: value }) : value);
}

const membersOf = ({ root }: MessageShape): readonly ElementMember[] =>
  (root.kind === 'polymorphic' ? root.declared : root).members;

function judge(
  result: BatchResult,
  difference: (output: JsonObject) => string | undefined,
): Pick<Comparison, 'verdict' | 'why'> {
  if ('error' in result) return { verdict: 'differs', why: result.error };
  let why: string | undefined;
  try {
    why = difference(result.output);
  } catch (error) {
    why = `theirs is ${(error as Error).message.split('\n')[0]}`;
  }
  return why === undefined ? { verdict: 'agrees' } : { verdict: 'differs', why };
}

/** The recordings of zeep are single elements. */
function inEnvelope(xml: string): string {
  const bare = xml.replace(/^\ufeff?\s*(<\?xml[^>]*\?>)?\s*/, '');
  return /^(<!--[\s\S]*?-->\s*)*<([\w.-]+:)?Envelope[\s>]/.test(bare)
    ? xml
    : `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${bare}</s:Body></s:Envelope>`;
}

/** The first place where two values differ, regardless of the order of keys. */
function differenceOf(
  ours: JsonValue | undefined,
  theirs: JsonValue | undefined,
  path: string,
): string | undefined {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    for (let i = 0; i < Math.max(ours.length, theirs.length); i++) {
      const found = differenceOf(ours[i], theirs[i], `${path}/${i}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isObject(ours) && isObject(theirs)) {
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      const found = differenceOf(ours[key], theirs[key], `${path}/${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const [left, right] = [ours, theirs].map((value) => (value === undefined ? 'nothing' : stringify(value)));
  return left === right ? undefined : `at ${path === '' ? 'the root' : path}: ours ${left}, theirs ${right}`;
}

function trimmed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (!isObject(value)) return value;
  return object(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, trimmed(member)])));
}

/** Suites have cases with the same names. */
const idOf = ({ suite }: Pair, name: string) => `${suite} ${name}`;

const object = (members: Record<string, JsonValue>): JsonObject =>
  Object.assign(Object.create(null) as JsonObject, members);
