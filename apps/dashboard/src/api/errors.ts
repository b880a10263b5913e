/** One thing that is wrong with what was sent, as the gateway says it. */
export interface Problem {
  /** A JSON pointer into the body, or file:line:column of a document. */
  readonly path: string;
  readonly message: string;
}

/** The gateway refused, or could not be asked. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 where there was no answer at all. */
  readonly status: number;
  /** The gateway's stable code; `OFFLINE` where there was no answer, `UNREADABLE_ANSWER` where it was not the gateway's. */
  readonly code: string;
  readonly problems: readonly Problem[];
  /** The id to quote to the operator of the gateway. */
  readonly requestId: string | undefined;

  constructor(init: {
    status: number;
    code: string;
    message: string;
    problems?: readonly Problem[];
    requestId?: string | undefined;
  }) {
    super(init.message);
    this.status = init.status;
    this.code = init.code;
    this.problems = init.problems ?? [];
    this.requestId = init.requestId;
  }
}

export const offline = (): ApiError =>
  new ApiError({ status: 0, code: 'OFFLINE', message: 'The gateway is not responding' });

/** The error of an answer that is not 2xx. */
export async function readError(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  return toApiError((body as { error?: unknown } | undefined)?.error, status);
}

/** The error that the gateway wrote as `sent`, with an answer of `status`, or as the end of a job. */
export function toApiError(sent: unknown, status: number): ApiError {
  const { message, code, requestId, details } = (sent ?? {}) as Record<string, unknown>;
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
  });
}

function isProblem(value: unknown): value is Problem {
  const { path, message } = (value ?? {}) as Partial<Problem>;
  return typeof path === 'string' && typeof message === 'string';
}
