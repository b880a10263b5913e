import {
  type CompiledOperation,
  isDecodeError,
  isMappingError,
  type JsonObject,
  type MappingError,
  type SoapRequest,
} from '@soapstone/json-xml-mapper';
import { clarkName } from '@soapstone/soap-model';
import { SOAP11_ENVELOPE, SOAP12_ENVELOPE, SOAP12_RPC } from '@soapstone/soap-model/namespaces';
import { escapeText } from '@soapstone/soap-model/xml';
import type { Caller } from '@soapstone/soap-transport/service';
import { Deadline } from './deadline.js';
import { deviationsOf, hasInstruction } from './envelope-deviations.js';
import type { EnvelopeHead, RequestAddressing } from './envelope-head.js';
import { CODES_11 } from './fault-envelope.js';
import type { HttpRequest } from './http-message.js';
import type { ServedOperation } from './operations.js';
import type { SoapContext, SoapHandler } from './options.js';
import { HttpRefusal, type RequestMessage } from './read-request.js';
import { Refusal, type RequestProblem } from './refusal.js';
import { SoapFault } from './soap-fault.js';

/** The parts of its server that a call needs. */
export interface CallSettings {
  readonly strict: boolean;
  /** The header blocks that handlers understand, as Clark names. */
  readonly understands: Pick<ReadonlySet<string>, 'has'>;
  readonly timeout: number;
  readonly problems: number;
  readonly onError: (error: unknown, operation: string) => void;
}

/** The roles that every receiver plays (SOAP 1.1 §4.2.2, SOAP 1.2 Part 1 §2.2). */
const OWN_ROLES = new Set([
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
]);
const FAULT_ACTION = 'http://www.w3.org/2005/08/addressing/soap/fault';
/** Deviations that lose no part of a request, and header blocks, which `assertUnderstood` judges. */
const HARMLESS = new Set([
  'UNREFERENCED_ATTACHMENT',
  'RELATES_TO_MISMATCH',
  'BASE64_STRING',
  'MUST_UNDERSTAND_IGNORED',
]);

/** The header blocks that a fault names. */
const MAX_NAMED = 10;

/** A message, and the operations that it may mean. */
export interface ReceivedMessage {
  readonly candidates: readonly ServedOperation[];
  readonly head: EnvelopeHead;
  readonly message: RequestMessage;
}

/** The same, with its HTTP request. */
export interface Call extends ReceivedMessage {
  readonly request: HttpRequest;
  /** Who sent it, as far as its security says. */
  readonly caller: Caller;
}

/** The parts of a request that an operation reads. */
export interface Input {
  readonly served: ServedOperation;
  readonly input: JsonObject;
  readonly headers: JsonObject;
}

/** The response message of a call; none for a one-way operation. */
export interface Answer {
  readonly served: ServedOperation;
  readonly message: SoapRequest | undefined;
  /** The side at fault, if the message is a fault. */
  readonly fault?: 'Sender' | 'Receiver';
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
  const { attachments } = call.message;
  const { head, request, caller } = call;
  const run = (context: SoapContext) => handler(input, context);
  if (!served.compiled().info.oneWay)
    return await answerWith({ head, request, caller, attachments }, { served, headers }, settings, run);
  // The caller does not wait for the outcome (WSDL 1.1 §2.4.1).
  answerWith({ head, request, caller, attachments }, { served, headers }, settings, run).catch(() => {});
  return { served, message: undefined };
}

/** What a handler is told of its call. */
export type CallContext = Pick<Call, 'head' | 'request' | 'caller'> & Pick<SoapContext, 'attachments'>;

/**
 * Runs a handler within its time, and writes its result or fault. Throws `Refusal`, and `HttpRefusal` if `run` does.
 *
 * @param read the operation, and the header blocks of its request
 */
export async function answerWith(
  { head, request, caller, attachments }: CallContext,
  { served, headers }: Omit<Input, 'input'>,
  settings: CallSettings,
  run: (context: SoapContext) => unknown,
): Promise<Answer> {
  const operation = served.compiled();
  const deadline = new Deadline(settings.timeout);
  let responseHeaders: JsonObject | undefined;
  const context: SoapContext = {
    operation: served.name,
    info: operation.info,
    faults: operation.shape.faults.map(({ detail }) => detail.key),
    headers,
    attachments,
    security: caller,
    get request() {
      return request.fetchRequest();
    },
    get signal() {
      return deadline.signalWith(request.fetchRequest().signal);
    },
    example: () => operation.example('output'),
    respondWithHeaders(more) {
      responseHeaders = { ...responseHeaders, ...(more as JsonObject) };
    },
  };
  try {
    const result = await deadline.race(start(run, context));
    if (operation.info.oneWay) return { served, message: undefined };
    const { outputAction = '' } = operation.info;
    const extraHeaders = addressingBlocks(head.addressing, outputAction);
    const options = { ...(responseHeaders !== undefined && { headers: responseHeaders }), extraHeaders };
    return { served, message: operation.responseToXml(result ?? {}, options) };
  } catch (error) {
    if (error instanceof SoapFault && !operation.info.oneWay)
      return { served, message: writeFault(error, served, head, settings), fault: senderOrReceiver(error) };
    if (error instanceof HttpRefusal || (error instanceof Refusal && error.code === 'Sender')) throw error;
    settings.onError(isMappingError(error) ? mismatch(error) : error, served.name);
    throw error instanceof Refusal ? error : new Refusal('Receiver', 'the service failed');
  }
}

/** Treats a handler that throws synchronously like one that rejects. */
async function start(run: (context: SoapContext) => unknown, context: SoapContext): Promise<unknown> {
  return await run(context);
}

/** The strictness of reading a message. */
export type ReadingSettings = Pick<CallSettings, 'strict' | 'problems' | 'understands'>;

/** Reads with the first operation that can. Throws the `Refusal` of the first one if none can. */
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
  { strict, problems: most, understands }: ReadingSettings,
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
      ...(head.addressing !== undefined && { addressing: { messageId: '' } }),
    });
  } catch (error) {
    if (!isDecodeError(error)) throw error;
    throw invalid(served, [{ path: error.path ?? '', code: error.code, message: error.message }], most);
  }
  if (!strict) return read;
  // What refers to a missing part is read as null: the reference is the problem, not the null.
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

/** The refusal of a message whose envelope deviates from SOAP. */
export function envelopeNotValid(deviations: readonly RequestProblem[], most: number): Refusal {
  return new Refusal('Sender', `the envelope is not valid: ${deviations[0]?.message ?? ''}`, {
    problems: deviations.slice(0, most),
  });
}

/** Problems, and the deviations of the message that say something else and lose a part of it. */
export function withDeviations(
  problems: readonly RequestProblem[],
  warnings: readonly RequestProblem[],
): readonly RequestProblem[] {
  const told = new Set(problems.map(({ path }) => path));
  return [...problems, ...warnings.filter((warning) => !isHarmless(warning) && !told.has(warning.path))];
}

/** SOAP 1.1 §4.1.1: `encodingStyle` may occur on any element. */
function isHarmless({ code, path }: { readonly code: string; readonly path: string }): boolean {
  return HARMLESS.has(code) || (code === 'UNKNOWN_ATTRIBUTE' && path.endsWith('soap-envelope}encodingStyle'));
}

/** SOAP 1.2 Part 2 §4.4: arguments that do not match the procedure have a code of their own. */
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

/** The error for `onError` about a result or a fault detail that the schema does not allow. */
function mismatch(cause: MappingError): Error {
  const problems = cause.errors.map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
  return new Error(`what the handler gave does not match the schema: ${problems.join('; ')}`, { cause });
}

function writeFault(
  fault: SoapFault,
  served: ServedOperation,
  head: EnvelopeHead,
  { onError }: CallSettings,
): SoapRequest {
  const { code, subcodes } = codesOf(fault, head.version);
  try {
    return served.compiled().faultToXml(
      {
        reason: fault.message,
        code,
        ...(subcodes !== undefined && { subcodes }),
        ...(fault.actor !== undefined && { actor: fault.actor }),
        ...(fault.detail !== undefined && { detail: fault.detail as JsonObject }),
      },
      { extraHeaders: addressingBlocks(head.addressing, FAULT_ACTION) },
    );
  } catch (error) {
    onError(isMappingError(error) ? mismatch(error) : error, served.name);
    if (isMappingError(error)) throw new Refusal('Receiver', 'the service failed');
    throw error;
  }
}

/** A custom code is a fault of the sender (SOAP 1.2 Part 1 §5.4.6). */
function senderOrReceiver({ code }: SoapFault): 'Sender' | 'Receiver' {
  return code === 'Server' || code === 'Receiver' ? 'Receiver' : 'Sender';
}

function codesOf(fault: SoapFault, version: '1.1' | '1.2'): { code: string; subcodes?: readonly string[] } {
  const { code } = fault;
  const whose = senderOrReceiver(fault);
  const isOwn = whose === 'Sender' && code !== 'Client' && code !== 'Sender';
  if (version === '1.2') return { code: `{${SOAP12_ENVELOPE}}${whose}`, ...(isOwn && { subcodes: [code] }) };
  return { code: isOwn ? code : `{${SOAP11_ENVELOPE}}${CODES_11[whose]}` };
}

/** The WS-Addressing blocks of a response (WS-Addressing 1.0 Core §3.4), in the version of the request. */
export function addressingBlocks(addressing: RequestAddressing | undefined, action: string): string[] {
  if (addressing?.messageId === undefined) return [];
  const { namespace, messageId } = addressing;
  const block = (name: string, text: string): string =>
    `<wsa:${name} xmlns:wsa="${namespace}">${escapeText(text)}</wsa:${name}>`;
  return [...(action === '' ? [] : [block('Action', action)]), block('RelatesTo', messageId)];
}
