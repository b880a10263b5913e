import {
  type CompiledOperation,
  createMapper,
  isMappingError,
  type JsonObject,
  type Mapper,
} from '@soapstone/json-xml-mapper';
import { checkDesign, type Design, type FilledPlace } from '@soapstone/json-xml-mapper/design';
import { proposeDesign } from '@soapstone/json-xml-mapper/internal/proposals';
import {
  createMessageValidator,
  type MessageValidator,
  MessageValidatorError,
} from '@soapstone/message-validator';
import type { ParsedWsdl } from '@soapstone/wsdl-parser';
import { CANARIES, chooseValues, findTold, hasCanary, locate } from './canaries.js';
import { credentialFills, withFills } from './credential-fills.js';
import { findDescribed } from './find-described.js';

/** What a proposed design does to a service, and what is wrong with it. */
export interface DesignedService {
  readonly names: NonNullable<Design['names']>;
  /** Keys that keep their spelling, because another one would collide. */
  readonly kept: readonly string[];
  /** Keys of objects around a list, which are lifted. */
  readonly lifted: number;
  /** Results that were read and written with the lifted lists. */
  readonly results: number;
  readonly filled: number;
  readonly filledOperations: number;
  /** Operations whose requests were written with canaries alone; the others have members of a type that refuses those. */
  readonly withCanaries: number;
  readonly valid: number;
  readonly unjudged: number;
  readonly problems: readonly string[];
}

/** Proposes a design for a service, fills what looks like a credential, and judges each operation with a filled member. */
export function judgeProposal(description: ParsedWsdl): DesignedService {
  const { model } = description;
  const { design: proposed, secrets } = proposeDesign(model);
  const guessed = Object.fromEntries([...secrets].map(([path, secret]) => [path, { secret }]));
  const design = withFills(proposed, guessed);
  const problems: string[] = [];
  const { filled: proposedFills, problems: misfits } = checkDesign(model, design);
  problems.push(...misfits.map(({ message }) => `the proposed design does not fit: ${message}`));
  const { fill, refused } = credentialFills(model, { fill: guessed, filled: proposedFills });
  problems.push(...refused.map(({ path, message }) => `${path} cannot be filled: ${message}`));
  const { filled } = checkDesign(model, withFills({}, fill));

  const values = new Map<string, string>();
  const fills = { secret: (name: string) => values.get(name) };
  const plain = createMapper(model);
  // Names are as in the WSDL, so that the paths of filled members are those of the design.
  const mapper = createMapper(model, { design: withFills({}, fill), fills });
  const designed = createMapper(model, { design, fills });
  const { lift = [], ...named } = proposed;
  // Lists are lifted where nothing below them is filled.
  const camel = createMapper(model, { design: withFills(named, fill), fills });
  const validator = compile(description);
  const operations = new Set(filled.map(({ operation }) => operation));
  const count = { valid: 0, unjudged: 0, withCanaries: 0 };
  for (const name of operations) {
    const places = filled.filter(({ operation }) => operation === name);
    const original = plain.compile(name);
    const example = original.example('input');
    const report = (text: string): number => problems.push(`${name}: ${text}`);
    const chosen = chooseValues(mapper.compile(name), places, example);
    for (const [secret, value] of chosen) values.set(secret, value);
    if ([...chosen.values()].every((value) => CANARIES.includes(value))) count.withCanaries += 1;
    for (const text of findVisible(mapper.compile(name), places, example)) report(text);
    for (const text of findDescribed(mapper, name, places, CANARIES)) report(text);
    for (const text of findTold(mapper.compile(name), values)) report(text);
    for (const operation of [mapper.compile(name), camel.compile(name)]) {
      const { body } = operation.toXml(operation.example('input'));
      const judgements = [body, original.toXml(example).body].map((xml) => isValid(validator, xml));
      if (judgements[0] === true) count.valid += 1;
      else if (judgements[0] === false && judgements[1] === true) report('libxml2 rejects the request');
      else count.unjudged += 1;
    }
  }
  validator?.dispose();
  const results = lift.length === 0 ? { judged: 0, problems: [] } : judgeResults(plain, designed);
  problems.push(...results.problems);
  return {
    ...count,
    lifted: lift.length,
    results: results.judged,
    names: proposed.names ?? 'as-is',
    kept: Object.keys(proposed.rename ?? {}),
    filled: filled.length,
    filledOperations: operations.size,
    problems,
  };
}

/** The operations of a service whose results are judged. */
const MOST_RESULTS = 20;

/** Reads the example of each result with the design, and writes it again: the same message as without. */
function judgeResults(
  plain: Mapper,
  designed: Mapper,
): { readonly judged: number; readonly problems: string[] } {
  const problems: string[] = [];
  let judged = 0;
  for (const { name } of designed.operations.slice(0, MOST_RESULTS)) {
    const original = plain.compile(name);
    if (original.info.oneWay) continue;
    let xml: Uint8Array;
    let expected: string;
    try {
      xml = written(original, original.example('output'));
      expected = readAndWritten(original, xml);
    } catch (error) {
      // Some examples are not complete, with or without a design.
      if (isMappingError(error)) continue;
      throw error;
    }
    try {
      if (readAndWritten(designed.compile(name), xml) !== expected)
        problems.push(`${name}: a result is another message with the design`);
    } catch (error) {
      if (!isMappingError(error)) throw error;
      problems.push(`${name}: a result cannot be written with the design: ${error.message}`);
    }
    judged += 1;
  }
  return { judged, problems };
}

function readAndWritten(operation: CompiledOperation, xml: Uint8Array): string {
  const reply = operation.fromXml(xml);
  return reply.kind === 'result' ? new TextDecoder().decode(written(operation, reply.result)) : reply.kind;
}

const written = (operation: CompiledOperation, result: JsonObject): Uint8Array =>
  operation.responseToXml(result).body;

/** Finds what a client sees of members that are filled, or can do to them: nothing, if the design works. */
export function findVisible(
  operation: CompiledOperation,
  places: readonly FilledPlace[],
  sent: object,
): string[] {
  const found: string[] = [];
  const example = operation.example('input');
  if (hasCanary(JSON.stringify(operation.jsonSchema('input')))) found.push('its schema has a secret');
  for (const { keys } of places) {
    const path = keys.join('/');
    if (locate(example, keys) !== undefined) found.push(`its example has ${path}`);
    // An optional object that holds the member may be absent from the example.
    const pointer = locate(sent, keys)?.pointer;
    if (pointer === undefined) continue;
    const refused = operation.validate(sent).some((problem) => pointer.startsWith(problem.path));
    if (!refused) found.push(`a client can send ${path}`);
  }
  return found;
}

function compile(description: ParsedWsdl): MessageValidator | undefined {
  try {
    return createMessageValidator(description);
  } catch (error) {
    if (error instanceof MessageValidatorError && error.code === 'SCHEMA_INVALID') return undefined;
    throw error;
  }
}

/** Undefined if libxml2 cannot compile the schemas. */
function isValid(validator: MessageValidator | undefined, xml: Uint8Array): boolean | undefined {
  return validator && validator.validate(xml).problems.length === 0;
}
