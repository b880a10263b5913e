import { ERROR_CODES, type ErrorCode, type ErrorCodeRow, isErrorCode } from '@soapstone/http-contract';
import { ApiError, type Problem } from './errors.js';

/** An error in plain words: what happened, what to do about it, and details on request. */
export interface Explanation {
  readonly title: string;
  readonly advice?: string;
  readonly problems: readonly Problem[];
  /** Present if only the operator of the gateway can investigate further. */
  readonly requestId?: string;
}

/** Error codes of the dashboard itself, and those with a narrower meaning here than in a call. */
const OWN: Readonly<Record<string, Partial<Pick<ErrorCodeRow, 'advice' | 'title'>>>> = {
  OFFLINE: {
    title: 'The gateway is not responding',
    advice: 'Check your connection, then try again.',
  },
  LIMIT_EXCEEDED: {
    title: 'The WSDL is larger than this gateway accepts',
    advice: 'Upload only the files of the service that you need.',
  },
  // The form shows each problem beside its field.
  SCHEMA_VIOLATION: {},
  UNREADABLE_ANSWER: { advice: 'Try again in a moment.' },
  SIGN_UP_REFUSED: {
    title: 'This email address cannot be used to sign up',
    advice: 'If you already have an account with it, log in. Otherwise, sign up with another address.',
  },
};

/** Codes whose message names what the title cannot: a method, a limit, a member, a domain, a number. The message is the heading then. */
const MESSAGE_SAYS_MORE: ReadonlySet<string> = new Set<ErrorCode>([
  'DOMAIN_NOT_ALLOWED',
  'WRONG_PASSWORD',
  'NOT_FOUND',
  'SERVICE_LIMIT',
  'KEY_LIMIT',
  'WEBHOOK_LIMIT',
  'SELECTION_EMPTY',
  'SLUG_TAKEN',
  'DOCTYPE_REFUSED',
  'EMAIL_TAKEN',
  'PASSWORD_TOO_COMMON',
  'EXAMPLES_FULL',
  'NOT_RECORDABLE',
  'REVISION_DECIDED',
  'REVISION_WAS_LIVE',
  'AUDIT_LOG_CHANGED',
  'PLAN_REQUIRED',
  'REQUIRED_EXTENSION',
  'INVALID_HEADER',
  'METHOD_NOT_ALLOWED',
]);

/** The title and the advice for an error. For a code that is not known here, the gateway's own sentence is the title. */
function wordsOf({ code }: ApiError): Partial<Pick<ErrorCodeRow, 'advice' | 'title'>> | undefined {
  if (Object.hasOwn(OWN, code)) return OWN[code];
  if (!isErrorCode(code)) return undefined;
  const { title, advice } = ERROR_CODES[code];
  return { ...(advice !== undefined && { advice }), ...(!MESSAGE_SAYS_MORE.has(code) && { title }) };
}

/** Returns the place of a problem; the gateway's line and column are 0 if it concerns a whole document. */
function placeOf(path: string): string {
  return path.replace(/:0:0$/, '');
}

/** If there is no operation and a document is missing, adding that file is the fix. */
function missingFileWords({ code, problems }: ApiError): { title: string; advice: string } | undefined {
  if (code !== 'NO_OPERATION') return undefined;
  const [file] = problems.flatMap(({ message }) => /^cannot load "([^"]+)"/i.exec(message)?.[1] ?? []);
  if (file === undefined) return undefined;
  return {
    title: `${file} is missing`,
    advice: 'Upload it together with the WSDL: no operation can be called without it.',
  };
}

/** Files and texts have no URL that could be wrong. */
function notWsdlWords({ code, problems }: ApiError): { title: string; advice: string } | undefined {
  if (code !== 'NOT_WSDL' || problems.some(({ path }) => /^https?:/.test(path))) return undefined;
  return {
    title: 'This is not a WSDL',
    advice:
      'A WSDL is XML whose root element is <definitions> or <description>. Ask the provider for it; schemas (.xsd) go with it.',
  };
}

/** Whether documents could not be fetched because their server wants a login, or another one. */
export function asksForLogin(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.code === 'LOAD_FAILED' &&
    error.problems.some(({ message }) => /\b(401|403)\b/.test(message))
  );
}

function loginWords(error: ApiError): { title: string; advice: string } | undefined {
  if (!asksForLogin(error)) return undefined;
  return {
    title: 'The server of the WSDL asks for a login',
    advice: 'Enter it under “The WSDL needs a login”, or check the one that you entered.',
  };
}

/**
 * Removes the JSON Pointer before a sentence that names its subject anyway, such as a quoted value. The other sentences need it:
 * `/name: expected a text`.
 */
function withoutPointer(message: string): string {
  const end = message.indexOf(': ');
  const isPointer = message.startsWith('/') && end !== -1 && !message.slice(0, end).includes(' ');
  const sentence = message.slice(end + 2);
  return isPointer && /^["“A-Z]/.test(sentence) ? sentence : message;
}

/** The sentence about a whole body is for programs: the values that are wrong are listed below it. */
function titleOf({ message }: ApiError): string {
  return message.startsWith('The body does not match the schema')
    ? 'Some values cannot be used'
    : withoutPointer(message);
}

/** Describes an error in words that an owner can act on. */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Couldn’t load this page',
      advice: 'Check your connection and try again. If it keeps failing, contact the gateway’s operator.',
      problems: [],
    };
  }
  const words = missingFileWords(error) ?? notWsdlWords(error) ?? loginWords(error) ?? wordsOf(error);
  const internal = error.status >= 500;
  const advice =
    words?.advice ??
    (internal ? 'Try again. If it keeps failing, contact the gateway’s operator.' : undefined);
  return {
    title: words?.title ?? titleOf(error),
    ...(advice !== undefined && { advice }),
    problems: error.problems.map(({ path, message }) => ({ path: placeOf(path), message })),
    ...(internal && error.requestId !== undefined ? { requestId: error.requestId } : {}),
  };
}

/** Returns the message for a form field, by the JSON Pointer of its member in the request. */
export function problemOf(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.problems.find(({ path }) => path === pointer)?.message;
}

/**
 * Returns what the notice of a form shows: the error, unless each of its problems is beside a field.
 *
 * @param fields the JSON Pointers of the members that have fields, which show what is inside them too
 */
export function beyondFields(error: unknown, fields: readonly string[]): unknown {
  if (!(error instanceof ApiError) || error.problems.length === 0) return error;
  const isBeside = ({ path }: Problem) =>
    fields.some((field) => path === field || path.startsWith(`${field}/`));
  return error.problems.every(isBeside) ? null : error;
}

/**
 * Returns the messages for a field with one entry per line, each with its line. An entry that was changed since it was sent has none.
 *
 * @param pointer the JSON Pointer of the list in the request
 * @param sent the entries of the list
 */
export function problemsOfLines(
  error: unknown,
  pointer: string,
  sent: readonly string[],
  text: string,
): string | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const problems = sent.flatMap((entry, index) => {
    const problem = problemOf(error, `${pointer}/${index}`);
    const line = lines.indexOf(entry);
    return problem === undefined || line === -1 ? [] : [`Line ${line + 1}: ${problem}`];
  });
  return problems.length === 0 ? undefined : problems.join('\n');
}
