/** One problem of a request, in the gateway's words. */
export interface Problem {
  /** A JSON pointer into the body, or file:line:column of a document. */
  readonly path: string;
  readonly message: string;
}

/** The gateway rejected a request, or could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The gateway's stable code; `OFFLINE` if there was no response, `UNREADABLE_ANSWER` if it was not the gateway's. */
  readonly code: string;
  readonly problems: readonly Problem[];
  /** The ID to give to the operator of the gateway. */
  readonly requestId: string | undefined;
  /** The stored state, if it was changed since it was read. */
  readonly current: Readonly<Record<string, unknown>> | undefined;
  /** The entity-tag of `current`. */
  readonly etag: string | undefined;

  constructor(init: {
    status: number;
    code: string;
    message: string;
    problems?: readonly Problem[];
    requestId?: string | undefined;
    current?: Readonly<Record<string, unknown>> | undefined;
    etag?: string | undefined;
  }) {
    super(init.message);
    this.status = init.status;
    this.code = init.code;
    this.problems = init.problems ?? [];
    this.requestId = init.requestId;
    this.current = init.current;
    this.etag = init.etag;
  }
}

export const offline = (): ApiError =>
  new ApiError({ status: 0, code: 'OFFLINE', message: 'The gateway is not responding' });

/** Reads the error of a response that is not 2xx. */
export async function readError(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const sent = (body as { error?: unknown } | undefined)?.error;
  return toApiError(sent, status, response.headers.get('ETag') ?? undefined);
}

/** The error that the gateway sent in a response with `status`, or as the result of a job. `etag` is that of the response. */
export function toApiError(sent: unknown, status: number, etag?: string): ApiError {
  const { message, code, requestId, details, current } = (sent ?? {}) as Record<string, unknown>;
  if (typeof message !== 'string') {
    return new ApiError({
      status,
      code: 'UNREADABLE_ANSWER',
      message: `The gateway responded with status ${status} and no explanation`,
    });
  }
  return new ApiError({
    status,
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message,
    problems: Array.isArray(details) ? details.filter(isProblem) : [],
    requestId: typeof requestId === 'string' ? requestId : undefined,
    current: typeof current === 'object' && current !== null ? { ...current } : undefined,
    etag,
  });
}

function isProblem(value: unknown): value is Problem {
  const { path, message } = (value ?? {}) as Partial<Problem>;
  return typeof path === 'string' && typeof message === 'string';
}
