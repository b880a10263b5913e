/**
 * A request as an HTTP server has it. Creating a Fetch `Request` and its signal takes longer than reading a small envelope, so they
 * are only created for handlers that use them.
 */
export interface HttpRequest {
  readonly method: string;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Returns the request as a Fetch `Request`, for a handler. Its body has been read. */
  fetchRequest(): Request;
}

/** A response with its whole body, which an HTTP server can write without a Fetch `Response`. */
export interface HttpReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Answers a request of an HTTP server. Never rejects. */
export type DirectAnswer = (request: HttpRequest) => Promise<Response | HttpReply>;

/** The direct answers of servers, by their `fetch` function: a wrapper around `fetch` is not in here, and so is never bypassed. */
export const directAnswers: WeakMap<(request: Request) => Promise<Response>, DirectAnswer> = new WeakMap();

/** Wraps a Fetch `Request`. */
export function requestFrom(request: Request): HttpRequest {
  const body = request.body as unknown as AsyncIterable<Uint8Array> | null;
  return { method: request.method, headers: request.headers, body, fetchRequest: () => request };
}

/** Returns an answer as a Fetch `Response`. */
export function responseFrom(answer: Response | HttpReply): Response {
  if (answer instanceof Response) return answer;
  const { status, contentType, body } = answer;
  return new Response(body as Uint8Array<ArrayBuffer>, { status, headers: { 'content-type': contentType } });
}
