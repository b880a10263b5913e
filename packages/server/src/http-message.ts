/**
 * A request as an HTTP server has it. Making a Fetch `Request` and its signal takes longer than reading a small envelope, so they
 * are only made for handlers that ask for them.
 */
export interface HttpRequest {
  readonly method: string;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** The same request for a handler; its body has been read. */
  fetchRequest(): Request;
}

/** A response whose body is at hand, which an HTTP server can write without a Fetch `Response`. */
export interface HttpReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Answers a request of an HTTP server. Never rejects. */
export type DirectAnswer = (request: HttpRequest) => Promise<Response | HttpReply>;

/** The direct answers of servers, by their `fetch`: a wrapper around `fetch` is asked too. */
export const directAnswers: WeakMap<(request: Request) => Promise<Response>, DirectAnswer> = new WeakMap();

/** A Fetch `Request` as an HTTP server would have it. */
export function requestFrom(request: Request): HttpRequest {
  const body = request.body as unknown as AsyncIterable<Uint8Array> | null;
  return { method: request.method, headers: request.headers, body, fetchRequest: () => request };
}

/** The Fetch `Response` of an answer. */
export function responseFrom(answer: Response | HttpReply): Response {
  if (answer instanceof Response) return answer;
  const { status, contentType, body } = answer;
  return new Response(body as Uint8Array<ArrayBuffer>, { status, headers: { 'content-type': contentType } });
}
