import { type CallProblem, problemBody } from '@soapstone/http-contract';
import { isMappingError, type MimePart, stringify, type Warning } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { decodeUtf8 } from '../platform.js';
import { escapeInvisible, plainLine, showInvisible } from '../schema/visible-text.js';
import type { AgentOperation } from '../service/agent-service.js';
import { argumentKeys, type KeyTable, seenKey } from '../service/argument-keys.js';
import { exampleOf } from '../service/example.js';
import { printSegment, readSegment } from './json-place.js';
import { quoteWideNumbers } from './number-text.js';
import { type Answers, type DryRunRequest, MAX_ATTACHED_BYTES, type ToolOutcome } from './outcome.js';
import { type Repair, repairOf } from './repair.js';

/**
 * Deviations that leave the result with its declared type. After any other deviation the result is put into
 * `$soapstone` together with the deviations.
 */
const HARMLESS = new Set([
  'EXTRA_BODY_CHILD',
  'MUST_UNDERSTAND_IGNORED',
  'NAMESPACE_MISMATCH',
  'RELATES_TO_MISMATCH',
  'UNEXPECTED_TEXT',
  'UNREFERENCED_ATTACHMENT',
  'WRAPPER_NAME',
]);

/** Tells the model when the result is not from the service, or is recorded. */
const NOTES: Readonly<Record<Answers, string>> = {
  mock: 'The owner has switched this service to mock: this is an example from the WSDL, and nothing was sent.',
  record: 'The owner records the calls of this service.',
  replay: 'The owner has switched this service to replay: this is a recorded response, and nothing was sent.',
};

const MAX_EXAMPLE_CHARACTERS = 4000;

/**
 * Returns the members of a `CallToolResult` as JSON text, without the braces.
 *
 * @param given the arguments as the agent wrote them
 */
export function toolResult(
  outcome: ToolOutcome,
  operation: AgentOperation,
  isDryRun: boolean,
  given: Uint8Array,
): string {
  switch (outcome.kind) {
    case 'result':
      return resultMembers(outcome);
    case 'problem':
      return problemMembers(outcome, operation, given);
    case 'dryRun':
      return dryRunMembers(outcome.request, isDryRun);
  }
}

/** Text for a model as the members of a `CallToolResult`. */
export function textResult(text: string, isError = false): string {
  return `"content":[${textContent(text)}],"isError":${isError}`;
}

function textContent(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

function resultMembers(outcome: Extract<ToolOutcome, { kind: 'result' }>): string {
  const { warnings, headers, attachments, answers } = outcome;
  const result = readableJson(outcome.result);
  const isExact = warnings.every(({ code }) => HARMLESS.has(code));
  const structured = isExact ? result : escapeInvisible(deviation(result, warnings));
  let content = textContent(structured);
  if (headers !== undefined) {
    content += `,${textContent(`SOAP headers of the response: ${readableJson(headers)}`)}`;
  }
  if (answers !== undefined) content += `,${textContent(NOTES[answers])}`;
  if (attachments !== undefined) for (const each of attachedContent(attachments)) content += `,${each}`;
  return `"content":[${content}],"structuredContent":${structured},"isError":false`;
}

/** Returns JSON text that clients and people read without loss: wide numbers are strings, invisible characters are escapes. */
function readableJson(json: Uint8Array): string {
  const text = decodeUtf8(json);
  const made = quoteWideNumbers(text);
  // One byte per character means plain ASCII, in which JSON allows a single invisible character, U+007F.
  const isPlain = text.length === json.length && !text.includes('\u007f');
  return isPlain ? made : escapeInvisible(made);
}

function deviation(result: string, warnings: readonly Warning[]): string {
  return `{"$soapstone":{"note":"The service's response deviates from its WSDL","warnings":${stringify(warnings)},"result":${result}}}`;
}

/** Images as images, sounds as audio, other files as resources. */
function attachedContent(attachments: readonly MimePart[]): string[] {
  let room = MAX_ATTACHED_BYTES;
  return attachments.flatMap(({ contentId, contentType, data }) => {
    if (data.length > room) return [];
    room -= data.length;
    const mimeType = /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0].toLowerCase() ?? 'application/octet-stream';
    const blob = toBase64(data);
    const medium = /^(?:(image)\/(?:png|jpeg|gif|webp)|(audio)\/(?:wav|mpeg|ogg|flac|aac|webm|mp4))$/.exec(
      mimeType,
    );
    const type = medium?.[1] ?? medium?.[2];
    return [
      type !== undefined
        ? JSON.stringify({ type, data: blob, mimeType })
        : JSON.stringify({
            type: 'resource',
            resource: { uri: `cid:${encodeURIComponent(contentId)}`, mimeType, blob },
          }),
    ];
  });
}

function toBase64(data: Uint8Array): string {
  const { btoa } = globalThis as unknown as { readonly btoa: (binary: string) => string };
  let binary = '';
  // In chunks, because a call cannot take a million arguments.
  for (let at = 0; at < data.length; at += 8192)
    binary += String.fromCharCode(...data.subarray(at, at + 8192));
  return btoa(binary);
}

/**
 * Writes a problem as the gateway's error body, with advice that helps a model to correct its call. Members of the arguments have the names
 * that the schema of the tool gives them.
 */
function problemMembers(
  { problem, requestId, answers }: Extract<ToolOutcome, { kind: 'problem' }>,
  operation: AgentOperation,
  given: Uint8Array,
): string {
  const isInvalid = problem.type === 'VALIDATION_ERROR';
  const { error } = problemBody(isInvalid ? seenProblem(problem, operation) : problem, requestId);
  const repair = problem.code === 'SCHEMA_VIOLATION' ? shortRepair(operation, given) : undefined;
  const retryAfter = problem.headers?.['Retry-After'];
  const told = {
    ...error,
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
    ...(isInvalid ? { advice: adviceFor(repair) } : {}),
    ...(repair === undefined ? {} : { patch: repair.patch }),
    ...(repair === undefined || repair.placeholders.length === 0
      ? {}
      : { placeholders: repair.placeholders }),
    ...(answers === undefined ? {} : { note: NOTES[answers] }),
  };
  const example = isInvalid ? usableExample(operation) : undefined;
  const text = stringify({ error: told });
  const whole = example === undefined ? text : `${text.slice(0, -2)},"validArguments":${example}}}`;
  return textResult(escapeInvisible(whole), true);
}

/** The text before the key that a problem suggests. */
const SUGGESTION = '; did you mean ';

const ADVICE = 'Nothing was sent. Correct every place in "details" and call again.';
const PATCH_ADVICE =
  'Nothing was sent. The JSON Patch (RFC 6902) in "patch" makes the arguments valid: apply it and call again.';
const PLACEHOLDER_ADVICE =
  'Nothing was sent. The JSON Patch (RFC 6902) in "patch" makes the arguments valid: apply it, replace the examples at "placeholders" by what you mean, and call again.';
const MAX_PATCH_CHARACTERS = 4000;

function adviceFor(repair: Repair | undefined): string {
  if (repair === undefined) return ADVICE;
  return repair.placeholders.length === 0 ? PATCH_ADVICE : PLACEHOLDER_ADVICE;
}

function shortRepair(operation: AgentOperation, given: Uint8Array): Repair | undefined {
  const repair = repairOf(operation, given);
  if (repair === undefined || repair.patch.length === 0) return undefined;
  return JSON.stringify(repair).length <= MAX_PATCH_CHARACTERS ? repair : undefined;
}

/** Gives the members that a problem names the names that the agent has seen. */
function seenProblem(problem: CallProblem, operation: AgentOperation): CallProblem {
  const { details } = problem;
  if (details === undefined) return problem;
  const table = argumentKeys(operation);
  return { ...problem, details: details.map((detail) => seenDetail(detail, table)) };
}

function seenDetail<Detail extends { readonly path: string; readonly message: string }>(
  detail: Detail,
  table: KeyTable,
): Detail {
  const path = detail.path
    .split('/')
    .map((segment) => printSegment(seenKey(readSegment(segment), table)))
    .join('/');
  const { message } = detail;
  const start = message.lastIndexOf(SUGGESTION) + SUGGESTION.length;
  if (start < SUGGESTION.length || !message.endsWith('?')) return { ...detail, path };
  const suggested = seenKey(message.slice(start, -1), table);
  return { ...detail, path, message: `${message.slice(0, start)}${suggested}?` };
}

/** A valid example of the arguments as JSON; `undefined` if there is none that is short enough. */
function usableExample(operation: AgentOperation): string | undefined {
  try {
    const compiled = operation.service.mapper.compile(operation.name);
    if (compiled.validate(compiled.example('input')).length > 0) return undefined;
    const example = exampleOf(operation, compiled);
    return example.length <= MAX_EXAMPLE_CHARACTERS ? example : undefined;
  } catch (error) {
    // A type that requires itself as a member has no finite example.
    if (isMappingError(error)) return undefined;
    throw error;
  }
}

function dryRunMembers({ method, url, headers, body }: DryRunRequest, isMode: boolean): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${plainLine(value, 500)}`);
  const text = `Dry run, nothing was sent. The SOAP request would be:\n${method} ${url ?? '(no address)'}\n${head.join('\n')}\n\n${showInvisible(body)}`;
  if (isMode) return textResult(text);
  const structured = JSON.stringify({
    $soapstone: { dryRun: { method, ...defined({ url }), headers, body } },
  });
  return `"content":[${textContent(text)}],"structuredContent":${structured},"isError":false`;
}
