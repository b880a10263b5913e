import { formProblem, hasForm, namedType, typeOfFile } from '@soapstone/http-contract/internal/routes';
import type { EncodeOptions, SoapRequest } from '@soapstone/json-xml-mapper';
import {
  type FilePlace,
  type FormPart,
  jsonOfFile,
  jsonOfForm,
  type ParsedRoute,
} from '@soapstone/json-xml-mapper/internal/routes';
import { FileUpload } from '@soapstone/soap-call/internal/files';
import { GatewayError } from '../../errors/errors.js';
import type { Target } from '../catalog/resolve.js';
import type { FileLimits } from '../file-limits.js';
import type { ProxyRequest, SentUpload } from '../proxy/http.js';
import type { CallEnvelope } from '../proxy/request-options.js';
import { readForm, readParts } from './read-form.js';

/** A body that is a file (PG-7, PG-10), or a form with some (PG-12). */
export interface Upload {
  /** The input: with its files, or with a value that stands for the one that is still arriving. */
  readonly json: Uint8Array;
  /** The options of the envelope that the file is sent in. */
  optionsOf(options: EncodeOptions): EncodeOptions;
  /** Puts the file, which is read while the request is sent, in the place of what stands for it; undefined if the input has it. */
  sentIn(request: SoapRequest): SentUpload | undefined;
}

/** The parts of a form around its file. */
const AROUND = 64 * 1024;

/**
 * Opens a body that is a file, or a form with one or more; undefined for any other. A file that is not larger than a message is read as a whole,
 * and so is one whose request is shown, recorded, secured or perhaps sent twice, or whose type restricts it, and a form with other parts. Throws
 * `GatewayError`.
 */
export async function readUpload(
  request: ProxyRequest,
  route: ParsedRoute,
  { files }: Pick<Target['operation'], 'files'>,
  envelope: CallEnvelope,
  limits: FileLimits,
): Promise<Upload | undefined> {
  if (files?.form !== undefined) return readWholeForm(request, files.form, limits);
  const place = files?.body;
  if (place === undefined) return undefined;
  const { header, streamBody } = request;
  const isForm = hasForm(header);
  const type = isForm ? undefined : typeOfFile(header, place);
  if (!isForm && type === undefined) return undefined;
  const { requestBytes, fileBytes } = limits;
  const contentType = header('content-type') ?? '';
  const name = place.key ?? route.body ?? '';
  const isSmall = Number(header('content-length') ?? Number.NaN) <= requestBytes;
  const isWhole = isSmall || fileBytes === undefined || !mayStream(place, route, envelope);
  if (isWhole || streamBody === undefined) {
    const body = await request.readBody(requestBytes);
    if (!isForm) return whole(jsonOfFile(place, body, namedType(type)));
    const { mediaType, chunks } = await readForm(contentType, name, pieces(body));
    return whole(jsonOfFile(place, Buffer.concat(await all(chunks)), namedType(mediaType)));
  }
  const { size, chunks } = streamBody(isForm ? fileBytes + AROUND : fileBytes);
  if (!isForm) return new FileUpload(place, { size, chunks: chunks(), mediaType: namedType(type) });
  const part = await readForm(contentType, name, chunks());
  return new FileUpload(place, {
    size: Number.NaN,
    chunks: part.chunks,
    mediaType: namedType(part.mediaType),
  });
}

/** A form with the members of the body (PG-12). */
async function readWholeForm(
  request: ProxyRequest,
  parts: readonly FormPart[],
  { requestBytes }: FileLimits,
): Promise<Upload | undefined> {
  if (!hasForm(request.header)) return undefined;
  const body = await request.readBody(requestBytes);
  const given = await readParts(request.header('content-type') ?? '', body);
  const json = jsonOfForm(
    parts,
    given.map(({ mediaType, ...part }) => ({ ...part, mediaType: namedType(mediaType) })),
  );
  if (json instanceof Uint8Array) return whole(json);
  throw new GatewayError(formProblem(json.problem));
}

function whole(json: Uint8Array): Upload {
  return { json, optionsOf: (options) => options, sentIn: () => undefined };
}

function mayStream(
  { encoding, restricted }: FilePlace,
  { location, page }: ParsedRoute,
  { isSent }: CallEnvelope,
): boolean {
  const isRead = location.some((part) => 'source' in part && part.source === 'input');
  return isSent === true && encoding === 'base64' && restricted !== true && page === undefined && !isRead;
}

async function* pieces(body: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield body;
}

async function all(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const held: Uint8Array[] = [];
  for await (const chunk of chunks) held.push(chunk);
  return held;
}
