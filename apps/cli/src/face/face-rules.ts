import { anything, type Check, members, recordOf, text, wrong } from '@soapstone/options';
import { readOperationRules } from '../servers/operation-rules.js';

/** How an operation becomes an HTTP request, and the response its result. Templates have `input`, `headers`, `body` and `status`. */
export interface FaceRule {
  /** The method and the path below the back end: `GET /users/{userId}`. Default `POST /` and the name of the operation. */
  readonly request?: string;
  /** Query parameters, as templates. Default, for methods without a body: the members that the path does not use. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** The body, as a template. Default, for other methods: the input without the members that the path uses. */
  readonly body?: unknown;
  /** Header fields, as templates. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The result, as a template of `body`. Default: the whole body. */
  readonly result?: unknown;
  /** Faults by HTTP status: `404`, or `4xx` for every status from 400 to 499. */
  readonly faults?: Readonly<Record<string, FaultRule>>;
}

/** A fault, as templates. */
export interface FaultRule {
  readonly reason?: string;
  readonly code?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The rules of each operation, by name. */
export type FaceRules = ReadonlyMap<string, FaceRule>;

const REQUEST = /^(GET|HEAD|DELETE|POST|PUT|PATCH) (\/\S*)$/;
const STATUS = /^(?:[45]\d\d|[45]xx)$/;

const request: Check = (value) =>
  typeof value === 'string' && REQUEST.test(value)
    ? []
    : wrong('expected a method and a path, such as GET /users/{userId}');
const fault: Check = members<FaultRule>({ reason: text, code: text, detail: recordOf(anything) });
const faults: Check = (value) => {
  const problems = recordOf(fault)(value);
  const wrongName =
    problems.length > 0 ? undefined : Object.keys(value as object).find((name) => !STATUS.test(name));
  return wrongName === undefined ? problems : wrong('expected HTTP statuses, such as 404 or 4xx');
};
const rule: Check = members<FaceRule>({
  request,
  query: recordOf(anything),
  body: anything,
  headers: recordOf(text),
  result: anything,
  faults,
});

/** Parses a rules file; see `readOperationRules`. */
export function readFaceRules(content: string, file: string, operations: readonly string[]): FaceRules {
  return readOperationRules(content, file, operations, rule);
}

/** Returns the method and the path of a rule. */
export function requestOf(operation: string, { request: line }: FaceRule): { method: string; path: string } {
  const [, method = 'POST', path = `/${encodeURIComponent(operation)}`] = REQUEST.exec(line ?? '') ?? [];
  return { method, path };
}
