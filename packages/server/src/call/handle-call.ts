import { type CompiledOperation, isDecodeError, type JsonObject } from '@soapstone/json-xml-mapper';
import { clarkName } from '@soapstone/soap-model';
import { SOAP12_RPC } from '@soapstone/soap-model/namespaces';
import type { Caller } from '@soapstone/ws-security/service';
import { Refusal, type RequestProblem } from '../fault/refusal.js';
import type { EnvelopeHead } from '../request/envelope-head.js';
import type { HttpRequest } from '../request/http-message.js';
import type { RequestMessage } from '../request/read-request.js';
import type { ServedOperation } from '../service/operations.js';
import type { SoapContext, SoapHandler } from '../service/options.js';
import { type Answer, answerWith, type CallSettings } from './answer-call.js';
import { deviationsOf, hasInstruction } from './envelope-deviations.js';

/** The roles in which every receiver acts (SOAP 1.1 §4.2.2, SOAP 1.2 Part 1 §2.2). */
const OWN_ROLES = new Set([
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
]);
/** Deviations that do not lose any part of a request, and header blocks that `assertUnderstood` checks. */
const HARMLESS = new Set([
  'UNREFERENCED_ATTACHMENT',
  'RELATES_TO_MISMATCH',
  'BASE64_STRING',
  'MUST_UNDERSTAND_IGNORED',
]);

/** The maximum number of header blocks that a fault names. */
const MAX_NAMED = 10;

/** A message, and the operations that it may be meant for. */
export interface ReceivedMessage {
  readonly candidates: readonly ServedOperation[];
  readonly head: EnvelopeHead;
  readonly message: RequestMessage;
}

/** A received message with its HTTP request. */
export interface Call extends ReceivedMessage {
  readonly request: HttpRequest;
  /** The sender, as far as the security of the request identifies it. */
  readonly caller: Caller;
}

/** The parts of a request, as its operation reads them. */
export interface Input {
  readonly served: ServedOperation;
  readonly input: JsonObject;
  readonly headers: JsonObject;
}

/** Throws `Refusal` if a header block must be understood and is not. */
export function assertUnderstood(
  { blocks, addressing }: EnvelopeHead,
  { compiled }: ServedOperation,
  understands: CallSettings['understands'],
): void {
  const binding = blocks.filter(({ mustUnderstand, role }) => {
    return mustUnderstand && (role === undefined || OWN_ROLES.has(role));
  });
  if (binding.length === 0) return;
  const declared = compiled().shape.input.headers?.members ?? [];
  const known = new Set(declared.map(({ name }) => clarkName(name)));
  const foreign = binding.filter((block) => {
    const name = clarkName(block);
    return block.namespace !== addressing?.namespace && !known.has(name) && !understands.has(name);
  });
  if (foreign.length === 0) return;
  const byName = new Map(foreign.map((block) => [clarkName(block), block]));
  const names = [...byName.keys()].slice(0, MAX_NAMED).join(', ');
  throw new Refusal('MustUnderstand', `this service does not understand ${names}`, {
    notUnderstood: [...byName.values()].slice(0, MAX_NAMED),
  });
}

/** Reads the input, calls the handler and writes its result. Throws `Refusal`. */
export async function handleCall(
  call: Call,
  handlerOf: (name: string) => SoapHandler | undefined,
  settings: CallSettings,
): Promise<Answer> {
  const { served, input, headers } = readInput(call, settings);
  const handler = handlerOf(served.name);
  if (handler === undefined) throw new Refusal('Receiver', `${served.name} is not implemented`);
  const { attachments, isXop } = call.message;
  const { head, request, caller } = call;
  const context = { head, request, caller, attachments, isXop };
  const run = (context: SoapContext) => handler(input, context);
  if (!served.compiled().info.oneWay) return await answerWith(context, { served, headers }, settings, run);
  // The caller of a one-way operation does not wait for the outcome (WSDL 1.1 §2.4.1).
  answerWith(context, { served, headers }, settings, run).catch(() => {});
  return { served, message: undefined };
}

/** The settings for reading a message. */
export type ReadingSettings = Pick<CallSettings, 'strict' | 'problems' | 'understands' | 'raw'>;

/** Reads a message with the first candidate operation that can. Throws the `Refusal` of the first candidate if none can. */
export function readInput(call: ReceivedMessage, settings: ReadingSettings): Input {
  let first: unknown;
  for (const served of call.candidates) {
    try {
      return { served, ...readAs(served, call, settings) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
    }
  }
  throw first;
}

function readAs(
  served: ServedOperation,
  { message, head }: ReceivedMessage,
  { strict, problems: most, understands, raw }: ReadingSettings,
): Omit<Input, 'served'> {
  assertUnderstood(head, served, understands);
  const deviations = strict ? deviationsOf(head, served) : [];
  if (deviations.length > 0) throw envelopeNotValid(deviations, most);
  const operation = served.compiled();
  let read: ReturnType<CompiledOperation['requestFromXml']>;
  try {
    read = operation.requestFromXml(message.envelope, {
      contentType: message.contentType,
      attachments: message.attachments,
      raw: raw?.get(served.name),
      ...(head.addressing !== undefined && { addressing: { messageId: '' } }),
    });
  } catch (error) {
    if (!isDecodeError(error)) throw error;
    throw invalid(served, [{ path: error.path ?? '', code: error.code, message: error.message }], most);
  }
  if (!strict) return read;
  // A reference to a missing part is read as null: report the reference, not the null.
  const dangling = new Set(
    read.warnings.filter(({ code }) => code === 'DANGLING_REF').map(({ path }) => path),
  );
  const problems: RequestProblem[] = operation
    .validate(read.input)
    .filter(({ path }) => !dangling.has(path))
    .map(({ path, keyword, message: text }) => ({ path, code: keyword, message: text }));
  if (head.version === '1.2' && hasInstruction(message.envelope)) {
    const text = 'SOAP 1.2 allows no processing instruction in a message';
    problems.push({ path: '', code: 'PROCESSING_INSTRUCTION', message: text });
  }
  const all = withDeviations(problems, read.warnings);
  if (all.length > 0) throw invalid(served, all, most);
  return read;
}

/** Creates the rejection of a message whose envelope deviates from SOAP. */
export function envelopeNotValid(deviations: readonly RequestProblem[], most: number): Refusal {
  return new Refusal('Sender', `the envelope is not valid: ${deviations[0]?.message ?? ''}`, {
    problems: deviations.slice(0, most),
  });
}

/** Adds to the problems each deviation that loses a part of the message, unless its path has a problem already. */
export function withDeviations(
  problems: readonly RequestProblem[],
  warnings: readonly RequestProblem[],
): readonly RequestProblem[] {
  const told = new Set(problems.map(({ path }) => path));
  return [...problems, ...warnings.filter((warning) => !isHarmless(warning) && !told.has(warning.path))];
}

/** Whether a deviation can be ignored. `encodingStyle` may occur on any element (SOAP 1.1 §4.1.1). */
function isHarmless({ code, path }: { readonly code: string; readonly path: string }): boolean {
  return HARMLESS.has(code) || (code === 'UNKNOWN_ATTRIBUTE' && path.endsWith('soap-envelope}encodingStyle'));
}

/**
 * Creates the rejection of a message that does not match the schema. Wrong RPC arguments have a code of their own (SOAP 1.2 Part 2
 * §4.4).
 */
export function invalid(
  { port, bound }: ServedOperation,
  problems: readonly RequestProblem[],
  most: number,
): Refusal {
  const isRpc = port.soapVersion === '1.2' && bound.style === 'rpc';
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return new Refusal('Sender', `the request does not match the schema: ${count}`, {
    problems: problems.slice(0, most),
    ...(isRpc && { subcode: { namespace: SOAP12_RPC, localName: 'BadArguments' } }),
  });
}
