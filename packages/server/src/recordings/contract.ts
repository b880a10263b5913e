import { createHash } from 'node:crypto';
import { DEFAULT_MAPPER_LIMITS, isDecodeError, type SoapReply, stringify } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import type { SourceDocument } from '@soapstone/wsdl-parser';
import { readInput } from '../call/handle-call.js';
import { Refusal } from '../fault/refusal.js';
import { type EnvelopeHead, readEnvelopeHead } from '../request/envelope-head.js';
import { openMessage, readBody } from '../request/read-request.js';
import { charsetOf } from '../request/text-decoder.js';
import { describeService, type ServiceDescription } from '../serve/service-page.js';
import { PublishedDocuments } from '../serve/wsdl-documents.js';
import { collectOperations, type OperationTable, type ServedOperation } from '../service/operations.js';
import { readSource, type ServerSource } from '../service/read-source.js';
import { isPlain } from './member-rules.js';

/** An HTTP body, with the header fields that describe its format. */
export interface Message {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly soapAction?: string;
}

/** The content of a request, without its prefixes, order of attributes and white space. */
export interface ReadRequest {
  /** The external name, or `unknown` if no operation of the contract can read the message. */
  readonly operation: string;
  readonly served?: ServedOperation;
  readonly head?: EnvelopeHead;
  /** `input`, `headers` and, if there are any, `attachments`; for an unknown operation, a digest of the body. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** The default of the option `messageBytes`: 64 MiB. */
const DEFAULT_MESSAGE_BYTES = 67_108_864;

/**
 * Reads the message of an HTTP request or response.
 *
 * @param maxBytes its maximum size
 * @throws {HttpRefusal} if it is too long
 */
export async function readMessage(
  from: Pick<Request, 'body' | 'headers'>,
  maxBytes: number,
): Promise<Message> {
  const body = await readBody(from, maxBytes, RAISED_BY);
  const contentType = from.headers.get('content-type') ?? '';
  return { body, contentType, ...defined({ soapAction: from.headers.get('soapaction') ?? undefined }) };
}

/** The end of the error about a message that is too long. */
export const RAISED_BY = ' (raised by the option messageBytes)';

/** The operations of a service, for reading its recorded requests and responses. */
export class Contract {
  readonly documents: readonly SourceDocument[];
  readonly operations: OperationTable;
  /** The maximum size of a message. */
  readonly messageBytes: number;
  readonly #description: ServiceDescription;

  private constructor(
    documents: readonly SourceDocument[],
    operations: OperationTable,
    messageBytes: number,
  ) {
    this.documents = documents;
    this.operations = operations;
    this.messageBytes = messageBytes;
    this.#description = { documents: new PublishedDocuments(documents), operations: operations.names };
  }

  /**
   * Reads the contract.
   *
   * @param service its name; the first one with a SOAP operation by default
   * @param messageBytes the maximum size of a message; 64 MiB by default
   */
  static async read(
    source: ServerSource,
    service: string | undefined,
    messageBytes: number = DEFAULT_MESSAGE_BYTES,
  ): Promise<Contract> {
    const { model, documents } = await readSource(source);
    const operations = collectOperations(model, service, {
      // A recording keeps the text of each number.
      numbers: 'string',
      prototypes: 'ordinary',
      warnings: 'all',
      limits: {
        responseBytes: messageBytes,
        // A larger message may contain more nodes.
        responseNodes: Math.ceil(
          DEFAULT_MAPPER_LIMITS.responseNodes * Math.max(1, messageBytes / DEFAULT_MESSAGE_BYTES),
        ),
      },
    });
    return new Contract(documents, operations, messageBytes);
  }

  /** Answers a request that is not a call: for the WSDL or the service page, or with a wrong method. */
  describe(request: Request): Response {
    return describeService(request, this.#description);
  }

  /** Reads a request as leniently as possible. Throws `Refusal` for a body that is not an envelope, and for an unknown version of SOAP. */
  async readRequest({ body, contentType, soapAction }: Message): Promise<ReadRequest> {
    const message = await openMessage(body, contentType, soapAction ?? null);
    const head = readEnvelopeHead(message.envelope, charsetOf(message.contentType));
    try {
      const candidates = this.operations.find(head, message.action);
      const { served, input, headers } = readInput(
        { candidates, head, message },
        { strict: false, problems: 20, understands: { has: () => true } },
      );
      const attachments = message.attachments.map(({ contentType: type, data }) => `${type} ${digest(data)}`);
      const content = { input, headers, ...(attachments.length > 0 && { attachments }) };
      return { operation: served.name, served, head, content };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'VersionMismatch') throw error;
      return { operation: 'unknown', head, content: { digest: digest(body) } };
    }
  }

  /**
   * Reads a response as comparable values: `{result, headers}`, `{fault}`, or `{status, text}` for a body that is not an envelope.
   *
   * @param served the operation of its request; undefined if unknown
   */
  async readReply(
    served: ServedOperation | undefined,
    status: number,
    { body, contentType }: Message,
  ): Promise<{
    readonly content: Readonly<Record<string, unknown>>;
    readonly deviations: readonly string[];
  }> {
    const unread = { content: { status, text: new TextDecoder().decode(body) }, deviations: [] };
    if (served === undefined || body.length === 0) return unread;
    try {
      const { envelope, attachments, contentType: type } = await openMessage(body, contentType);
      const reply = served.compiled().fromXml(envelope, { contentType: type, attachments });
      const deviations = reply.warnings.map(({ path, code, message }) => `${path} ${code}: ${message}`);
      return { content: contentOf(reply), deviations };
    } catch (error) {
      if (isDecodeError(error) || error instanceof Refusal) return unread;
      throw error;
    }
  }
}

function contentOf(reply: SoapReply): Readonly<Record<string, unknown>> {
  if (reply.kind === 'fault') return { fault: { ...reply.fault } };
  return { result: reply.result, ...(reply.headers !== undefined && { headers: reply.headers }) };
}

/** Returns text that is equal for equal values: members are sorted by name. */
export function canonicalText(value: unknown): string {
  return stringify(sorted(value));
}

function sorted(value: unknown): never {
  if (Array.isArray(value)) return value.map(sorted) as never;
  if (!isPlain(value)) return value as never;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])])) as never;
}

/** Returns the SHA-256 in hexadecimal. */
export function digest(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}
