import {
  type CompiledOperation,
  type DecodeOptions,
  isMappingError,
  type JsonObject,
  type MappingError,
  type SoapRequest,
} from '@soapstone/json-xml-mapper';
import type { OutgoingPart } from '@soapstone/mime';
import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import type { Caller } from '@soapstone/ws-security/service';
import { CODES_11 } from '../fault/fault-envelope.js';
import { Refusal } from '../fault/refusal.js';
import { SoapFault } from '../fault/soap-fault.js';
import type { EnvelopeHead } from '../request/envelope-head.js';
import type { HttpRequest } from '../request/http-message.js';
import { HttpRefusal } from '../request/read-request.js';
import type { ServedOperation } from '../service/operations.js';
import type { SoapContext } from '../service/options.js';
import { type MtomMode, packsResponse, XOP_THRESHOLD } from '../service/packing.js';
import { addressingBlocks, faultAction } from './addressing-blocks.js';
import { Deadline } from './deadline.js';
import { assertParts } from './own-parts.js';

/** The settings of the server that a call needs. */
export interface CallSettings {
  readonly strict: boolean;
  /** The header blocks that handlers understand, in Clark notation. */
  readonly understands: Pick<ReadonlySet<string>, 'has'>;
  readonly timeout: number;
  readonly mtom: MtomMode;
  /** Whether binary values of a packed response become MIME parts. */
  readonly packs: boolean;
  readonly problems: number;
  /** The elements of requests that handlers receive as `$xml`, by operation. */
  readonly raw?: ReadonlyMap<string, DecodeOptions['raw']> | undefined;
  readonly onError: (error: unknown, operation: string) => void;
}

/** A message whose parts may be read while it is sent. */
type ServedMessage = Omit<SoapRequest, 'attachments'> & { readonly attachments: readonly OutgoingPart[] };

/** The response message of a call; none for a one-way operation. */
export interface Answer {
  readonly served: ServedOperation;
  readonly message: ServedMessage | undefined;
  /** The side at fault, if the message is a fault. */
  readonly fault?: 'Sender' | 'Receiver';
}

/** The facts about a call that its handler receives. */
export interface CallContext extends Pick<SoapContext, 'attachments'> {
  readonly head: EnvelopeHead;
  /** Whether the request is packed with MTOM. Default false. */
  readonly isXop?: boolean;
  readonly request: HttpRequest;
  /** The sender, as far as the security of the request identifies it. */
  readonly caller: Caller;
}

/**
 * Runs a handler with a timeout, and writes its result or fault. Throws `Refusal`, and `HttpRefusal` if `run` does.
 *
 * @param read the operation, and the header blocks of its request
 */
export async function answerWith(
  { head, request, caller, attachments, isXop = false }: CallContext,
  { served, headers }: { readonly served: ServedOperation; readonly headers: JsonObject },
  settings: CallSettings,
  run: (context: SoapContext) => unknown,
): Promise<Answer> {
  const operation = served.compiled();
  const deadline = new Deadline(settings.timeout);
  let responseHeaders: JsonObject | undefined;
  const ownParts: OutgoingPart[] = [];
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
    respondWithAttachments(parts) {
      assertParts(parts, ownParts);
      ownParts.push(...parts);
    },
  };
  try {
    const result = await deadline.race(start(run, context));
    if (operation.info.oneWay) return { served, message: undefined };
    const { outputAction = '' } = operation.info;
    const extraHeaders = addressingBlocks(head.addressing, outputAction);
    const isPacked = settings.packs && packsResponse(settings.mtom, served, isXop);
    const options = {
      ...(responseHeaders !== undefined && { headers: responseHeaders }),
      ...(isPacked && { xopThreshold: XOP_THRESHOLD }),
      extraHeaders,
    };
    const message = operation.responseToXml(result ?? {}, options);
    if (ownParts.length === 0) return { served, message };
    return { served, message: { ...message, attachments: [...message.attachments, ...ownParts] } };
  } catch (error) {
    if (error instanceof SoapFault && !operation.info.oneWay)
      return { served, message: faultOf(error, served, head, settings), fault: senderOrReceiver(error) };
    if (error instanceof HttpRefusal || (error instanceof Refusal && error.code === 'Sender')) throw error;
    settings.onError(isMappingError(error) ? mismatch(error) : error, served.name);
    throw error instanceof Refusal ? error : new Refusal('Receiver', 'the service failed');
  }
}

/** Calls a handler so that a synchronous error becomes a rejection. */
async function start(run: (context: SoapContext) => unknown, context: SoapContext): Promise<unknown> {
  return await run(context);
}

/** Creates the error for `onError` about a result or a fault detail that the schema does not allow. */
function mismatch(cause: MappingError): Error {
  const problems = cause.errors.map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
  const what =
    cause.code === 'LIMIT'
      ? 'the response of the handler exceeds a limit (limits.responseBytes raises the size limit)'
      : 'the response of the handler does not match the schema';
  return new Error(`${what}: ${problems.join('; ')}`, { cause });
}

/** Writes the message of a fault. Throws `MappingError` for a detail that the schema does not allow. */
export function writeFault(
  fault: SoapFault,
  operation: CompiledOperation,
  version: EnvelopeHead['version'],
  extraHeaders: readonly string[] = [],
): SoapRequest {
  const { code, subcodes } = codesOf(fault, version);
  return operation.faultToXml(
    {
      reason: fault.message,
      code,
      ...(subcodes !== undefined && { subcodes }),
      ...(fault.actor !== undefined && { actor: fault.actor }),
      ...(fault.detail !== undefined && { detail: fault.detail as JsonObject }),
    },
    { extraHeaders },
  );
}

function faultOf(
  fault: SoapFault,
  served: ServedOperation,
  { version, addressing }: EnvelopeHead,
  { onError }: CallSettings,
): SoapRequest {
  try {
    const blocks = addressingBlocks(addressing, faultAction(fault, served, addressing));
    return writeFault(fault, served.compiled(), version, blocks);
  } catch (error) {
    onError(isMappingError(error) ? mismatch(error) : error, served.name);
    if (isMappingError(error)) throw new Refusal('Receiver', 'the service failed');
    throw error;
  }
}

/** Returns the side at fault. A custom code counts as the sender's (SOAP 1.2 Part 1 §5.4.6). */
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
