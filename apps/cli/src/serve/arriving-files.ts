import { bodyTooLargeProblem, type CallProblem, withCode } from '@soapstone/http-contract';
import {
  AROUND_FILE,
  acceptedFile,
  arrivingPart,
  formProblem,
  hasForm,
  namedType,
  noFileProblem,
  overlap,
  type SentFile as ResponseFile,
  typeOfFile,
  typeOfResponse,
} from '@soapstone/http-contract/internal/routes';
import type { CompiledOperation, Mapper } from '@soapstone/json-xml-mapper';
import type { FilePlace, ParsedRoute } from '@soapstone/json-xml-mapper/internal/routes';
import { createUncheckedMapper } from '@soapstone/json-xml-mapper/unchecked';
import {
  areSentOnce,
  BoundedFile,
  type FileStream,
  FileUpload,
  fileResponseBytes,
} from '@soapstone/soap-call/internal/files';
import type { Service } from '../description/service.js';
import type { ExchangeOptions } from '../exchange/exchange.js';
import type { ArrivingBody, GatewayOptions, GatewayRequest } from './gateway-request.js';

/** A request that is refused because of its file, or a result that is not one. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly problem: CallProblem;

  constructor(problem: CallProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** A result that is a file: its bytes, or what they arrive in. */
interface TakenFile extends Omit<ResponseFile, 'bytes'> {
  readonly bytes: Uint8Array | FileStream;
}

/** The file of a call by a route that is passed on while it arrives (PG-10). */
export interface FilesOfCall {
  /** The exchange needs the time limit of a transfer for them, too. */
  readonly exchange: Pick<ExchangeOptions, 'files' | 'deadlineMs'>;
  /** The JSON text of the body, in which something stands for the file. Undefined if the body is read as always. */
  readonly json: Uint8Array | undefined;
  /** Returns the result as a file; undefined if it is not one. */
  taken(): TakenFile | undefined;
}

/** The response of a SOAP server without `--response-bytes`. */
export const DEFAULT_RESPONSE_BYTES: number = 10 * 1024 * 1024;

/** The longest time that the transfer of a file takes. */
const TRANSFER_MS = 600_000;

const mappers = new WeakMap<Service, Mapper>();

/** Returns the mapper for results that are read as files. */
function fileMapperOf(service: Service): Mapper {
  const { description, designed } = service;
  const mapper = mappers.get(service) ?? createUncheckedMapper(description.model, designed);
  mappers.set(service, mapper);
  return mapper;
}

/**
 * Returns the files of a call; undefined if none is passed on while it arrives. Throws `FileProblem` for a body that says that it is too large, and
 * for a form that does not begin with its file.
 */
export async function filesOfCall(
  { accept, arriving, contentType }: GatewayRequest,
  route: ParsedRoute,
  { shape: { files } }: CompiledOperation,
  service: Service,
  { sizes, credentials }: GatewayOptions,
): Promise<FilesOfCall | undefined> {
  const { fileBytes: most } = sizes;
  if (most === undefined || files === undefined || route.page !== undefined) return undefined;
  const { result: place } = files;
  const accepted = place && acceptedFile(accept, place.mediaTypes);
  const isOnce = service.mapper.session === undefined && areSentOnce(credentials);
  const sent = isOnce ? await sentFile(arriving, contentType, route, files.body, most) : undefined;
  let taken: TakenFile | undefined;
  const wanted =
    place === undefined || accepted === undefined
      ? undefined
      : {
          place,
          overlap,
          operation: fileMapperOf(service).compile(route.operation),
          maxBytes: fileResponseBytes({ ...sizes, fileBytes: most }),
          fail: () => new FileProblem(noFileProblem(place.encoding)),
          take(file: Uint8Array | FileStream, named: string | undefined) {
            const bytes = file instanceof Uint8Array ? file : new BoundedFile(file, boundOf(most));
            taken = { bytes, mediaType: typeOfResponse(accepted, place, named) };
          },
        };
  if ((sent ?? wanted) === undefined) return undefined;
  return {
    exchange: { files: { sent, wanted }, deadlineMs: TRANSFER_MS },
    json: sent?.json,
    taken: () => taken,
  };
}

function boundOf(most: number): ConstructorParameters<typeof BoundedFile>[1] {
  const message = `The file is larger than ${most} bytes (--file-bytes raises this limit)`;
  return {
    most,
    tooLarge: () => new FileProblem({ ...withCode('UPSTREAM_TOO_LARGE'), message }),
    done: () => undefined,
  };
}

/** A body that is one file (PG-7, PG-9, PG-11), and that nothing reads but the SOAP service. */
async function sentFile(
  arriving: ArrivingBody | undefined,
  contentType: string | undefined,
  { body, location }: ParsedRoute,
  place: FilePlace | undefined,
  most: number,
): Promise<FileUpload | undefined> {
  if (arriving === undefined || place === undefined) return undefined;
  const isRead = location.some((part) => 'source' in part && part.source === 'input');
  if (isRead || place.encoding !== 'base64' || place.restricted === true) return undefined;
  const header = (name: string) => (name === 'content-type' ? contentType : undefined);
  const isForm = hasForm(header);
  const type = isForm ? undefined : typeOfFile(header, place);
  if (type === undefined && !isForm) return undefined;
  const bytes = isForm ? most + AROUND_FILE : most;
  const { size, chunks } = arriving;
  if (size > bytes) throw tooLarge(most, '--file-bytes');
  const pieces = bounded(chunks, { most, bytes }, '--file-bytes');
  if (!isForm) return new FileUpload(place, { size, chunks: pieces, mediaType: namedType(type) });
  const form = await arrivingPart(contentType ?? '', place.key ?? body ?? '', pieces, malformed);
  const mediaType = namedType(form.mediaType);
  return new FileUpload(place, { size: Number.NaN, chunks: form.chunks, mediaType });
}

/** The rest of the body is not read. */
function malformed(problem: string): FileProblem {
  return new FileProblem({ ...formProblem(problem), headers: { Connection: 'close' } });
}

/** Reads a body that is not a file, or one that is read as a whole. Throws `FileProblem` for one that is too large. */
async function readArriving({ size, chunks }: ArrivingBody, most: number): Promise<Uint8Array> {
  if (size > most) throw tooLarge(most, '--request-bytes');
  const held: Uint8Array[] = [];
  for await (const chunk of bounded(chunks, { most, bytes: most }, '--request-bytes')) held.push(chunk);
  return Buffer.concat(held);
}

/** @param bound the maximum size of the body, and that of its file, which an error names */
async function* bounded(
  chunks: () => AsyncIterable<Uint8Array>,
  { bytes, most }: { readonly bytes: number; readonly most: number },
  flag: string,
): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  for await (const chunk of chunks()) {
    length += chunk.length;
    if (length > bytes) throw tooLarge(most, flag);
    yield chunk;
  }
}

function tooLarge(most: number, flag: string): FileProblem {
  const problem = bodyTooLargeProblem(most);
  const message = `${problem.message} (${flag} raises this limit)`;
  return new FileProblem({ ...problem, message, headers: { Connection: 'close' } });
}

/** The body of a request: one that may have been a file is read now. */
export async function bodyOf(
  { body, arriving }: GatewayRequest,
  { requestBytes }: GatewayOptions['sizes'],
): Promise<Uint8Array> {
  return arriving === undefined ? body : await readArriving(arriving, requestBytes);
}
