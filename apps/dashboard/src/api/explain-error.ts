import { ApiError, type Problem } from './errors.js';

/** An error in plain words: what happened, what to do about it, and details on request. */
export interface Explanation {
  readonly title: string;
  readonly advice?: string;
  readonly problems: readonly Problem[];
  /** Present if only the operator of the gateway can investigate further. */
  readonly requestId?: string;
}

/** By the gateway's code. For a code that is missing here, the gateway's own sentence is the title. */
const WORDS: Readonly<Record<string, { readonly title?: string; readonly advice?: string }>> = {
  OFFLINE: {
    title: 'The gateway is not responding',
    advice: 'Check your connection, then try again.',
  },
  UNREADABLE_ANSWER: { advice: 'Try again in a moment.' },
  WRONG_PASSWORD: { advice: 'Check both and try again.' },
  ACCOUNT_SUSPENDED: {
    title: 'This account is suspended',
    advice: 'Ask the operator of this gateway to resume it.',
  },
  SIGN_UP_REFUSED: {
    title: 'This email address cannot be used to sign up',
    advice: 'If you already have an account with it, log in. Otherwise, sign up with another address.',
  },
  SIGN_UP_CLOSED: { title: 'Sign-up is closed', advice: 'Ask the operator of this gateway for an account.' },
  INVITATION_REQUIRED: {
    title: 'Sign-up needs an invitation',
    advice: 'Ask the operator of this gateway for an invitation, then open its link.',
  },
  INVITATION_INVALID: {
    title: 'This invitation cannot be used',
    advice: 'It has expired, was used, or is for another email address. Ask for a new one.',
  },
  DOMAIN_NOT_ALLOWED: { advice: 'Use an address of your company.' },
  TOO_MANY_ATTEMPTS: { title: 'Too many attempts', advice: 'Wait a minute, then try again.' },
  CROSS_SITE: {
    title: 'This page is out of date',
    advice: 'Your session changed in another tab. Reload the page and try again.',
  },
  CHANGED_MEANWHILE: {
    title: 'Changed meanwhile',
    advice: 'Someone else saved other values. Nothing of yours was saved: save again to compare both.',
  },
  NOT_FOUND: { advice: 'It may have been deleted. Go back and reload the list.' },
  SERVICE_LIMIT: { advice: 'Delete a service you no longer need, or upgrade your plan.' },
  DRAFT_LIMIT: {
    title: 'Too many unpublished imports',
    advice: 'Publish or discard one of the imports listed below.',
  },
  SELECTION_EMPTY: { advice: 'Choose at least one of the ports in the WSDL.' },
  SLUG_TAKEN: { advice: 'Choose another URL path for this service.' },
  NO_OPERATION: {
    title: 'This WSDL has no operation that can be called',
    advice:
      'It may contain only types, or bindings other than SOAP. Ask the provider for the WSDL with the SOAP binding.',
  },
  NOT_WSDL: {
    title: 'This is not a WSDL',
    advice: 'Service URLs often need “?wsdl” at the end. Open the URL in a browser: it must show XML.',
  },
  LOAD_FAILED: {
    title: 'Couldn’t fetch the WSDL',
    advice: 'Check the URL. If only your network can reach it, upload the files instead.',
  },
  DOCTYPE_REFUSED: {
    advice: 'Remove the DOCTYPE from the file and upload it: a DOCTYPE can read files and exhaust memory.',
  },
  NOT_WELL_FORMED: {
    title: 'The file is not well-formed XML',
    advice: 'Reading stopped at the place below. Fix the file, or ask the provider for a valid one.',
  },
  BAD_ARCHIVE: {
    title: 'The zip archive cannot be opened',
    advice: 'It may be damaged or password-protected. Create a new one, or upload the files themselves.',
  },
  LIMIT_EXCEEDED: {
    title: 'The WSDL is larger than this gateway accepts',
    advice: 'Upload only the files of the service that you need.',
  },
  UNREADABLE: {
    title: 'The gateway failed to read the WSDL',
    advice: 'Try again. If it keeps failing, contact the gateway’s operator.',
  },
  TIMEOUT: {
    title: 'Reading the WSDL took too long',
    advice: 'The server may be slow. Try again, or download the files and upload them.',
  },
  MEMORY: {
    title: 'The WSDL is too big to read',
    advice:
      'Upload only the service that you need, or ask the gateway’s operator to raise REGISTRATION_MEMORY_MB.',
  },
  RECORDING_UNUSABLE: {
    title: 'This recording cannot be used',
    advice: 'Nothing was added. Fix the files below, or record again, then upload all of it.',
  },
  RECORDINGS_FULL: {
    title: 'Your account has no room for these recordings',
    advice: 'Nothing was added. Delete recordings you no longer need.',
  },
  OPERATION_HELD: {
    title: 'This operation is on hold',
    advice: 'Release it on the Operations page.',
  },
  SERVICE_PAUSED: { title: 'This service is paused', advice: 'Resume it on its Settings page.' },
  OVERLOADED: { title: 'The gateway is busy', advice: 'Try again in a few seconds.' },
};

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

/** Describes an error in words that an owner can act on. */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof ApiError)) {
    return {
      title: 'Couldn’t load this page',
      advice: 'Check your connection and try again. If it keeps failing, contact the gateway’s operator.',
      problems: [],
    };
  }
  const words = missingFileWords(error) ?? notWsdlWords(error) ?? WORDS[error.code];
  const internal = error.status >= 500;
  const advice =
    words?.advice ??
    (internal ? 'Try again. If it keeps failing, contact the gateway’s operator.' : undefined);
  return {
    title: words?.title ?? error.message,
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
