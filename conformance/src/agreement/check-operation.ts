import {
  type CompiledOperation,
  isDecodeError,
  isMappingError,
  type JsonObject,
  stringify,
  type ValidationProblem,
} from '@soapstone/json-xml-mapper';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { createDraw, type Draw } from '../laws/draw.js';
import { isBeyondSchema } from './beyond-schema.js';
import { type DrawnValue, drawBySchema } from './draw-by-schema.js';
import { mutate } from './mutate-by-schema.js';
import type { PublishedSchema, PublishedSchemas } from './published-schema.js';

/** The number of comparisons, and the differences found. */
export interface Agreement {
  /** Requests that both accept. */
  valid: number;
  /** The part of these that the document accepts only in normal form (L5): with redundant `null` and white space removed. */
  respelled: number;
  /** Requests that both reject. */
  invalid: number;
  /** Requests that only the mapper rejects, for a reason that the document can only show (OA-7, OA-9). */
  beyond: number;
  /** Responses, both results and faults, that the document describes. */
  answers: number;
  readonly disagreements: string[];
}

export interface AgreementOptions {
  /** Values drawn for each message. */
  readonly runs: number;
  readonly seed: number;
}

type Places = DrawnValue['places'];

/** Mutations that the schema of a message does not have either: numbers as texts and white space (OA-9). */
const SPELLINGS = / (?:as its own text|between white space|with white space in it)$/;

/** Shared, because each new instance compiles the schema of JSON Schema first. It keeps no schema, because a corpus has many. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Mutations of one drawn value. */
const MUTATIONS = 5;

/** Compares the published schemas (with ajv) and the mapper on the same values of one operation. */
export function checkOperation(
  operation: CompiledOperation,
  published: PublishedSchemas,
  { runs, seed }: AgreementOptions,
): Agreement {
  const found: Agreement = { valid: 0, respelled: 0, invalid: 0, beyond: 0, answers: 0, disagreements: [] };
  const schemas = published.operation(operation.info.name);
  const isTakenNormalised = (json: unknown): boolean =>
    published.judge(schemas.request, plain(operation.normalise(json as JsonObject))) === undefined;
  const input = operation.jsonSchema('input');
  const ownSchema = ajv.compile(input);
  ajv.removeSchema(input);
  /** The schema of the message alone also accepts `null` for absent (OA-10), so it accepts more than the document. */
  const compareOwn = (what: string, json: unknown, errors: readonly ValidationProblem[], places: Places) => {
    const isTaken = ownSchema(json);
    if (isTaken === (errors.length === 0)) return;
    if (isTaken ? errors.every((error) => isBeyondSchema(error, places)) : SPELLINGS.test(what)) return;
    const verdict = isTaken ? undefined : JSON.stringify(ownSchema.errors).slice(0, 300);
    found.disagreements.push(describe(`${what}, schema of the message`, json, verdict, errors));
  };
  const compare = (what: string, json: unknown, places: Places): boolean => {
    const verdict = published.judge(schemas.request, json);
    const errors = operation.validate(json);
    compareOwn(what, json, errors, places);
    if (verdict === undefined && errors.length === 0) found.valid++;
    else if (verdict !== undefined && errors.length > 0) found.invalid++;
    else if (verdict === undefined && errors.every((error) => isBeyondSchema(error, places))) found.beyond++;
    else if (errors.length === 0 && isTakenNormalised(json)) {
      found.valid++;
      found.respelled++;
    } else found.disagreements.push(describe(what, json, verdict, errors));
    return verdict === undefined && errors.length === 0;
  };

  const example = plain(operation.example('input'));
  // A type that always contains itself has no finite value, and so no example.
  const hasExample = operation.validate(example).length === 0;
  if (hasExample) compare('the example', example, new Map());
  for (const draw of draws(runs, seed)) {
    const drawn = drawBySchema(draw, schemas.request, published);
    if (!compare('a drawn request', drawn.json, drawn.places)) continue;
    for (let n = 0; n < MUTATIONS; n++) {
      const mutation = mutate(draw, drawn);
      if (mutation !== undefined) compare(mutation.what, mutation.json, drawn.places);
    }
  }
  if (!operation.info.oneWay) checkAnswers(operation, published, schemas.response, { runs, seed }, found);
  checkFaults(operation, published, schemas.error, found);
  return found;
}

/** The mapper's results must match the document. */
function checkAnswers(
  operation: CompiledOperation,
  published: PublishedSchemas,
  response: PublishedSchema,
  { runs, seed }: AgreementOptions,
  found: Agreement,
): void {
  const result = published.resolve(response).properties?.['result'] ?? {};
  const candidates: unknown[] = [operation.example('output')];
  for (const draw of draws(runs, seed + 1)) candidates.push(drawBySchema(draw, result, published).json);
  for (const candidate of candidates) {
    const answer = answerOf(operation, candidate as JsonObject);
    if (answer === undefined) continue;
    const meta = { service: 's', operation: operation.info.name, latencyMs: 1, cached: false };
    const verdict = published.judge(response, { result: plain(answer), meta });
    if (verdict === undefined) found.answers++;
    else found.disagreements.push(`a result is refused: ${verdict}: ${stringify(answer).slice(0, 300)}`);
  }
}

/** Decodes the mapper's own XML; `undefined` if the value cannot be encoded or decodes with warnings. */
function answerOf(operation: CompiledOperation, candidate: JsonObject): JsonObject | undefined {
  try {
    const { body, attachments } = operation.responseToXml(candidate);
    const reply = operation.fromXml(body, { attachments });
    return reply.kind === 'result' && reply.warnings.length === 0 ? reply.result : undefined;
  } catch (error) {
    if (isMappingError(error) || isDecodeError(error)) return undefined;
    throw error;
  }
}

function checkFaults(
  operation: CompiledOperation,
  published: PublishedSchemas,
  error: PublishedSchema,
  found: Agreement,
): void {
  for (const { name } of operation.shape.faults) {
    const detail = operation.exampleFault(name);
    if (detail === undefined) continue;
    let reply: ReturnType<CompiledOperation['fromXml']>;
    try {
      reply = operation.fromXml(operation.faultToXml({ reason: 'no', detail }).body);
    } catch (failure) {
      if (isMappingError(failure) || isDecodeError(failure)) continue;
      throw failure;
    }
    if (reply.kind !== 'fault') {
      found.disagreements.push(`fault ${name} is read as a result`);
      continue;
    }
    const body = { error: { type: 'UPSTREAM_ERROR', message: 'no', code: 'SOAP_FAULT', fault: reply.fault } };
    const verdict = published.judge(error, plain(body));
    if (verdict === undefined) found.answers++;
    else
      found.disagreements.push(
        `fault ${name} is refused: ${verdict}: ${JSON.stringify(reply.fault).slice(0, 300)}`,
      );
  }
}

/** Random choices that fast-check replays for a seed. */
function draws(runs: number, seed: number): Draw[] {
  return fc.sample(fc.gen(), { numRuns: runs, seed }).map(createDraw);
}

/** JSON as a client sees it: plain values. */
function plain(value: unknown): unknown {
  return JSON.parse(stringify(value as JsonObject));
}

function describe(
  what: string,
  json: unknown,
  verdict: string | undefined,
  errors: readonly ValidationProblem[],
): string {
  const [error] = errors;
  const sides =
    verdict === undefined
      ? `only the mapper refuses it: ${error?.path} ${error?.keyword} ${error?.message}`
      : `only the document refuses it: ${verdict}`;
  return `${what}: ${sides}: ${JSON.stringify(json).slice(0, 300)}`;
}
