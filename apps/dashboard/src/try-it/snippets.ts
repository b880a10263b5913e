import { API_KEY_HEADER, DRY_RUN_HEADER, MOCK_HEADER, SOAP_HEADERS_HEADER } from '@soapstone/http-contract';
import { curlLine } from '../components/curl-line.js';

/** One call of the API, to be written in a language. */
export interface SnippetCall {
  readonly url: string;
  readonly method: 'POST' | 'GET';
  /** JSON text, for POST. */
  readonly input: string;
  /** Without the question mark, for GET. */
  readonly query: string;
  readonly mode: 'call' | 'dryRun' | 'mock';
  /** JSON text; empty where none are sent. */
  readonly soapHeaders: string;
}

/** What a reader puts a key in the place of. */
const KEY = 'YOUR_KEY';

/** The ways in which a call is written, by the name of each. */
export const SNIPPETS: readonly { readonly name: string; readonly write: (call: SnippetCall) => string }[] = [
  { name: 'curl', write: writeCurl },
  { name: 'JavaScript', write: writeFetch },
  { name: 'Python', write: writePython },
];

function headersOf({ method, mode, soapHeaders }: SnippetCall): Record<string, string> {
  return {
    [API_KEY_HEADER]: KEY,
    ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
    ...(mode === 'dryRun' ? { [DRY_RUN_HEADER]: 'true' } : {}),
    ...(mode === 'mock' ? { [MOCK_HEADER]: 'true' } : {}),
    ...(soapHeaders.trim() === '' ? {} : { [SOAP_HEADERS_HEADER]: headerValue(soapHeaders) }),
  };
}

/** JSON text as the value of an HTTP header: on one line, in ASCII. Between its tokens white space counts for nothing. */
function headerValue(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json
    .trim()
    .replace(/\s*[\r\n]\s*/g, ' ')
    .replaceAll('\t', ' ')
    .replace(/[^ -~]/g, escaped);
}

function addressOf({ url, method, query }: SnippetCall): string {
  return method === 'GET' && query !== '' ? `${url}?${query}` : url;
}

function writeCurl(call: SnippetCall): string {
  return curlLine({
    url: addressOf(call),
    headers: headersOf(call),
    ...(call.method === 'POST' ? { body: call.input } : {}),
  });
}

/** The input stays a text: a number of it may have more digits than JavaScript keeps. */
function writeFetch(call: SnippetCall): string {
  const headers = Object.entries(headersOf(call)).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return [
    `const response = await fetch(${JSON.stringify(addressOf(call))}, {`,
    ...(call.method === 'POST' ? ["  method: 'POST',"] : []),
    '  headers: {',
    ...headers,
    '  },',
    ...(call.method === 'POST' ? [`  body: ${JSON.stringify(call.input)},`] : []),
    '});',
    'const { result, error } = await response.json();',
  ].join('\n');
}

/** With what Python has of itself; its strings read JSON's escapes as JSON does. */
function writePython(call: SnippetCall): string {
  const headers = Object.entries(headersOf(call)).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${JSON.stringify(addressOf(call))},`,
    ...(call.method === 'POST' ? [`    data=${JSON.stringify(call.input)}.encode(),`] : []),
    '    headers={',
    ...headers,
    '    },',
    ')',
    'with urlopen(request) as response:',
    '    result = json.load(response)["result"]',
  ].join('\n');
}
