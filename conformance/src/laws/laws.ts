import {
  type CompiledOperation,
  createMapper,
  DecodeError,
  type JsonObject,
  type JsonValue,
  MappingError,
  parseJson,
  type ServiceModel,
  stringify,
} from '@soapstone/json-xml-mapper';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { infosetOf } from '../material/infoset.js';
import { wsdlAround } from '../material/wsdl-around.js';
import type { Draw } from './draw.js';
import { drawSchema } from './draw-schema.js';
import { drawObject } from './draw-value.js';
import { rewriteXml } from './rewrite-xml.js';

/** The subject of every law: an operation compiled from a random schema, and the text of that schema. */
export interface Subject {
  readonly operation: CompiledOperation;
  readonly schema: string;
  readonly model: ServiceModel;
  /** Whether a design gives the input another shape than the result, so that an input need not fit the schema of results. */
  readonly onlyInput?: boolean;
}

/** A law of the mapping (docs/json-mapping.md, Laws). */
export interface Law {
  readonly id: string;
  readonly statement: string;
  /**
   * Throws if the law does not hold.
   *
   * @returns how many messages of the schema and one design it judged; 1 if it does not say so
   */
  check(subject: Subject, draw: Draw): LawCases | Promise<LawCases>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most laws judge one message, and return nothing.
type LawCases = number | void;

/** Parses and compiles a random service. The record element of a result stays (UW-7), so that inputs and results have one shape. */
export async function drawSubject(draw: Draw): Promise<Subject> {
  const schema = drawSchema(draw);
  const documents = { 'service.wsdl': wsdlAround(schema), 'schema.xsd': schema };
  const { model, diagnostics } = await parseWsdl('service.wsdl', {
    resolve: bundleResolver(new Map(Object.entries(documents).map(([name, text]) => [name, utf8(text)]))),
  });
  const trouble = diagnostics.filter(({ severity }) => severity !== 'info');
  if (trouble.length > 0)
    throw new Error(`a drawn schema gave diagnostics: ${JSON.stringify(trouble)}\n${schema}`);
  return {
    operation: createMapper(model, { warnings: 'all', unwrap: 'payload' }).compile('Do'),
    schema,
    model,
  };
}

/** A random valid input of the operation. */
export function drawInput({ operation }: Subject, draw: Draw): JsonObject {
  return drawObject(draw, operation.shape.input.root);
}

/** @internal */
export const responseOf = (operation: CompiledOperation, result: JsonObject) =>
  text(operation.responseToXml(result).body);
/** @internal */
export const resultOf = (operation: CompiledOperation, xml: string | Uint8Array): string => {
  const reply = operation.fromXml(xml);
  if (reply.kind !== 'result') throw new Error(`a fault: ${JSON.stringify(reply.fault)}`);
  return stringify(reply.result);
};
/** A random result: the output has the type of the input, so a valid input is one, in canonical form. */
const drawResult = (subject: Subject, draw: Draw) => subject.operation.normalise(drawInput(subject, draw));

export const LAWS: readonly Law[] = [
  {
    id: 'L1',
    statement: 'a request reads back as its canonical form',
    check(subject, draw) {
      const { operation } = subject;
      const input = drawInput(subject, draw);
      const xml = text(operation.toXml(input).body);
      same(stringify(operation.requestFromXml(xml).input), stringify(operation.normalise(input)), xml);
    },
  },
  {
    id: 'L2',
    statement: 'the canonical form is valid, its own canonical form, and writes the same bytes',
    check(subject, draw) {
      const { operation } = subject;
      const input = drawInput(subject, draw);
      same(stringify(operation.validate(input) as unknown as JsonValue), '[]', stringify(input));
      const canonical = operation.normalise(input);
      same(stringify(operation.validate(canonical) as unknown as JsonValue), '[]', stringify(canonical));
      same(stringify(operation.normalise(canonical)), stringify(canonical));
      same(text(operation.toXml(canonical).body), text(operation.toXml(input).body));
      same(
        text(operation.encodeJson(utf8(stringify(input))).body),
        text(operation.toXml(input).body),
        stringify(input),
      );
    },
  },
  {
    id: 'L3',
    statement: 'a response becomes the same infoset again',
    check(subject, draw) {
      const { operation } = subject;
      const xml = responseOf(operation, drawResult(subject, draw));
      const reply = operation.fromXml(
        rewriteXml(xml, draw, {
          reprefix: true,
          retype: true,
          defaultNamespaces: !subject.schema.includes('QName'),
        }),
      );
      if (reply.kind !== 'result') throw new Error('a fault');
      same(stringify(reply.warnings as unknown as JsonValue), '[]', xml);
      same(infosetOf(responseOf(operation, reply.result)), infosetOf(xml));
    },
  },
  {
    id: 'L6',
    statement: 'the order of keys does not matter',
    check(subject, draw) {
      const { operation } = subject;
      const input = drawInput(subject, draw);
      const shuffled = shuffleKeys(input, draw) as JsonObject;
      same(text(operation.toXml(shuffled).body), text(operation.toXml(input).body));
      same(
        text(operation.encodeJson(utf8(stringify(shuffled))).body),
        text(operation.toXml(input).body),
        stringify(shuffled),
      );
    },
  },
  {
    id: 'L7',
    statement: 'prefixes do not matter',
    check(subject, draw) {
      const { operation } = subject;
      const xml = responseOf(operation, drawResult(subject, draw));
      same(
        resultOf(
          operation,
          rewriteXml(xml, draw, { reprefix: true, defaultNamespaces: !subject.schema.includes('QName') }),
        ),
        resultOf(operation, xml),
        xml,
      );
    },
  },
  {
    id: 'L8',
    statement: 'comments and processing instructions do not matter',
    check(subject, draw) {
      const { operation } = subject;
      const xml = responseOf(operation, drawResult(subject, draw));
      same(resultOf(operation, rewriteXml(xml, draw, { noise: true })), resultOf(operation, xml), xml);
    },
  },
  {
    id: 'L10',
    statement: 'any bytes give a value or a declared error',
    check({ operation }, draw) {
      const xml = responseOf(operation, operation.example('output'));
      const bytes = utf8(xml);
      for (let i = draw.int(1, 3); i > 0; i--) bytes[draw.int(0, bytes.length - 1)] = draw.int(0, 255);
      onlyDeclared(() => operation.fromXml(bytes.subarray(0, draw.int(0, bytes.length))));
      onlyDeclared(() => operation.fromXml(draw.bytes(0, 40)));
      onlyDeclared(() => operation.encodeJson(draw.bytes(0, 40)));
      const json = utf8(stringify(operation.example('input')));
      if (json.length > 0) json[draw.int(0, json.length - 1)] = draw.int(0, 255);
      onlyDeclared(() => operation.encodeJson(json));
    },
  },
  {
    id: 'L13',
    statement: 'the SOAP version of the envelope does not matter',
    check(subject, draw) {
      const { operation } = subject;
      const xml = responseOf(operation, drawResult(subject, draw));
      same(resultOf(operation, rewriteXml(xml, draw, { soapVersion: '1.2' })), resultOf(operation, xml), xml);
    },
  },
  {
    id: 'L16',
    statement: 'the shape of a result depends on its type only',
    check(subject, draw) {
      const kinds = new Map<string, string>();
      for (let i = 0; i < 2; i++) collectKinds(drawRead(subject, draw), '', kinds);
    },
  },
  {
    id: 'L17',
    statement: 'a response split anywhere reads the same',
    check(subject, draw) {
      const { operation } = subject;
      const xml = utf8(responseOf(operation, drawResult(subject, draw)));
      const decoder = operation.createDecoder();
      for (let at = 0; at < xml.length; ) {
        const next = Math.min(xml.length, at + draw.pick([1, 2, 3, 7, 31, 1000]));
        decoder.write(xml.slice(at, next));
        at = next;
      }
      const reply = decoder.end();
      if (reply.kind !== 'result') throw new Error('a fault');
      // By value: the text of a result has the digits of the response, a value prints numbers as JavaScript does.
      same(stringify(parseJson(text(reply.result))), resultOf(operation, xml));
    },
  },
];

function drawRead(subject: Subject, draw: Draw): JsonValue {
  const reply = subject.operation.fromXml(responseOf(subject.operation, drawResult(subject, draw)));
  return reply.kind === 'result' ? reply.result : null;
}

/**
 * Records the JSON type at each path; null, the variants of a polymorphic or substituted value and the entries of `$content` may
 * differ.
 */
function collectKinds(value: JsonValue, path: string, kinds: Map<string, string>): void {
  if (value === null || isVariant(value)) return;
  const kind = Array.isArray(value) ? 'array' : isRecord(value) ? 'object' : 'scalar';
  const known = kinds.get(path);
  if (known !== undefined && known !== kind) throw new Error(`${path} is ${known} once and ${kind} once`);
  kinds.set(path, kind);
  if (Array.isArray(value)) {
    for (const item of value) collectKinds(item, `${path}/*`, path.endsWith('$content') ? new Map() : kinds);
  } else if (isRecord(value)) {
    for (const [key, member] of Object.entries(value)) collectKinds(member, `${path}/${key}`, kinds);
  }
}

const isRecord = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === null;
const isVariant = (value: JsonValue) => isRecord(value) && ('$type' in value || '$element' in value);

function shuffleKeys(value: JsonValue, draw: Draw): JsonValue {
  if (Array.isArray(value)) return value.map((item) => shuffleKeys(item, draw));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== null) return value;
  const keys = Object.keys(value);
  const shuffled = Object.create(null) as JsonObject;
  while (keys.length > 0) {
    const [key] = keys.splice(draw.int(0, keys.length - 1), 1) as [string];
    shuffled[key] = shuffleKeys((value as JsonObject)[key] as JsonValue, draw);
  }
  return shuffled;
}

function onlyDeclared(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof MappingError) && !(error instanceof DecodeError)) throw error;
    if (error.message === '') throw new Error('an error without a message');
  }
}

/** @internal */
export function same(actual: string, expected: string, context = ''): void {
  if (actual !== expected) throw new Error(`got\n${actual}\nexpected\n${expected}\n${context}`);
}

/** @internal */
export const utf8 = (value: string) => new TextEncoder().encode(value);
/** @internal */
export const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
