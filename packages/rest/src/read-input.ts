import { bodyTooLargeProblem, type CallProblem, withCode } from '@soapstone/http-contract';
import { type CompiledOperation, type Digits, type JsonValue, parseJson } from '@soapstone/json-xml-mapper';
import { joinBytes } from '@soapstone/soap-model/bytes';

/** The maximum size of a request body without the option `maxBodyBytes`. */
export const DEFAULT_BODY_BYTES = 1_048_576;

const EMPTY_OBJECT = new TextEncoder().encode('{}');

/** A request that is rejected before anything is sent. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';
  readonly problem: CallProblem;

  constructor(problem: CallProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * The input of a call: the JSON body of a POST, the query of a GET. Throws `RequestProblem` for a body whose media type is not JSON
 * or that is too large, and `MappingError` for text that is not JSON.
 */
export async function readInput(
  request: Request,
  operation: CompiledOperation,
  maxBodyBytes: number,
  digits: Digits | undefined,
): Promise<JsonValue> {
  if (request.method === 'GET') return operation.fromQuery(new URL(request.url).search.slice(1));
  return parseJson(await readJsonBody(request, maxBodyBytes), { digits });
}

/**
 * The JSON text of a body, which has not been read yet; an empty body counts as an empty object, so that the mapper reports what is missing
 * (VE-7). Throws `RequestProblem` for a body whose media type is not JSON or that is too large.
 */
export async function readJsonBody(request: Request, maxBodyBytes: number): Promise<Uint8Array> {
  const body = await readBody(request, maxBodyBytes);
  if (body.length === 0) return EMPTY_OBJECT;
  assertJson(request.headers);
  return body;
}

function assertJson(headers: Headers): void {
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';', 1);
  const encoding = headers.get('content-encoding') ?? 'identity';
  const isJson = /^application\/(?:json|[\w.-]+\+json)$/i.test(mediaType.trim());
  if (isJson && encoding.toLowerCase() === 'identity') return;
  const found = isJson ? `Content-Encoding: ${encoding.slice(0, 40)}` : mediaType.trim().slice(0, 80);
  throw new RequestProblem({
    ...withCode('UNSUPPORTED_MEDIA_TYPE'),
    message: `Send the body as JSON with the header Content-Type: application/json, not ${found === '' ? 'without it' : found}`,
  });
}

/** The bytes of a body, which has not been read yet. Throws `RequestProblem` for one that is too large. */
export async function readBody(request: Request, most: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const chunk: Uint8Array = next.value;
    length += chunk.length;
    if (length > most) {
      // Discard the rest of the body; the response must not wait for it.
      void reader.cancel().catch(() => undefined);
      throw tooLarge(most);
    }
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}

function tooLarge(most: number): RequestProblem {
  return new RequestProblem({ ...bodyTooLargeProblem(most), status: 413 });
}
