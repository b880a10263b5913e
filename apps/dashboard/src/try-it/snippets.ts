import { API_KEY_HEADER, DRY_RUN_HEADER, MOCK_HEADER, SOAP_HEADERS_HEADER } from '@soapstone/http-contract';
import { curlLine } from '../text/curl-line.js';

/** One call of the API, to be written in a programming language. */
export interface SnippetCall {
  readonly url: string;
  readonly method: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  /** JSON text, for methods with a body. */
  readonly input: string;
  /** The query string for GET, without the question mark. */
  readonly query: string;
  readonly mode: 'call' | 'dryRun' | 'mock';
  /** JSON text; empty if none are sent. */
  readonly soapHeaders: string;
  /** The path of the self-signed certificate that a client must trust; absent if it need not, or if the path is unknown. */
  readonly certificate?: string | undefined;
  /** Whether the body of the response is the result itself, as it is with the routes of a design. */
  readonly plain?: boolean;
}

/** Whether a request of the method has a body. */
const hasBody = ({ method }: Pick<SnippetCall, 'method'>): boolean => method !== 'GET' && method !== 'DELETE';

/** The placeholder for the API key. */
const KEY = 'YOUR_KEY';

/** The available languages, by name. */
export const SNIPPETS: readonly { readonly name: string; readonly write: (call: SnippetCall) => string }[] = [
  { name: 'curl', write: writeCurl },
  { name: 'JavaScript', write: (call) => writeFetch(call, '') },
  { name: 'TypeScript', write: (call) => writeFetch(call, TYPES) },
  { name: 'Python', write: writePython },
  { name: 'Java', write: writeJava },
  { name: 'C#', write: writeCSharp },
  { name: 'Go', write: writeGo },
  { name: 'PHP', write: writePhp },
];

function headersOf(call: SnippetCall): Record<string, string> {
  const { mode, soapHeaders } = call;
  return {
    [API_KEY_HEADER]: KEY,
    ...(hasBody(call) ? { 'Content-Type': 'application/json' } : {}),
    ...(mode === 'dryRun' ? { [DRY_RUN_HEADER]: 'true' } : {}),
    ...(mode === 'mock' ? { [MOCK_HEADER]: 'true' } : {}),
    ...(soapHeaders.trim() === '' ? {} : { [SOAP_HEADERS_HEADER]: headerValue(soapHeaders) }),
  };
}

/** JSON text as the value of an HTTP header: on one line, in ASCII. White space between its tokens is insignificant. */
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
    ...(call.method === 'POST' || call.method === 'GET' ? {} : { method: call.method }),
    ...(hasBody(call) ? { body: call.input } : {}),
    ...(call.certificate !== undefined && { certificate: call.certificate }),
  });
}

/** JSON's escapes are valid in JavaScript, Python, Java, C# and Go too, in ASCII: no content can end the literal. */
function literal(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[^ -~]/g, escaped);
}

const TYPES = `<{
  result?: unknown;
  error?: { type: string; code: string; message: string };
}>`;

/** The input is sent as text, because a number may have more digits than JavaScript keeps. */
function writeFetch(call: SnippetCall, types: string): string {
  const { certificate, method, input, plain } = call;
  // JSON.parse would round large integers and long decimals: they come as strings. A route prints what it got.
  const exact = plain === true ? {} : { Accept: 'application/json;IEEE754Compatible=true' };
  const headers = Object.entries({ ...headersOf(call), ...exact }).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  const body = types === '' ? 'await response.json()' : `(await response.json()) as ${types.slice(1, -1)}`;
  const read =
    plain === true
      ? ['console.log(await response.text());']
      : [`const { result, error } = ${body};`, 'console.log(error ?? result);'];
  return [
    ...(certificate === undefined
      ? []
      : [`// Self-signed certificate: start Node with NODE_EXTRA_CA_CERTS=${oneLine(certificate)}`]),
    `const response = await fetch(${JSON.stringify(addressOf(call))}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers,
    '  },',
    ...(hasBody(call) ? [`  body: ${JSON.stringify(input)},`] : []),
    '});',
    ...read,
  ].join('\n');
}

/** Writes a path in a comment. */
function oneLine(path: string): string {
  return path.replace(/[^ -~]/g, '?');
}

/** Uses the standard library only. Python strings have the same escapes as JSON. */
function writePython(call: SnippetCall): string {
  const { certificate, method, input, plain } = call;
  const headers = Object.entries(headersOf(call)).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return [
    ...(plain === true ? [] : ['import json']),
    ...(certificate === undefined ? [] : ['import ssl']),
    ...(plain === true ? [] : ['from decimal import Decimal']),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${JSON.stringify(addressOf(call))},`,
    ...(hasBody(call) ? [`    data=${JSON.stringify(input)}.encode(),`] : []),
    ...(method === 'POST' || method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    ...headers,
    '    },',
    ')',
    ...(certificate === undefined
      ? ['with urlopen(request) as response:']
      : [
          `context = ssl.create_default_context(cafile=${JSON.stringify(certificate)})`,
          'with urlopen(request, context=context) as response:',
        ]),
    ...(plain === true
      ? ['    print(response.read().decode())']
      : ['    result = json.load(response, parse_float=Decimal)["result"]', 'print(result)']),
  ].join('\n');
}

/** Uses `java.net.http` (Java 11 and newer). */
function writeJava(call: SnippetCall): string {
  const headers = Object.entries(headersOf(call)).map(
    ([name, value]) => `    .header(${javaLiteral(name)}, ${javaLiteral(value)})`,
  );
  return [
    ...trustNote(call, '//', 'import it into the trust store of Java with keytool -importcert'),
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    '',
    `var request = HttpRequest.newBuilder(URI.create(${javaLiteral(addressOf(call))}))`,
    ...headers,
    javaMethod(call),
    '    .build();',
    'var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.body());',
  ].join('\n');
}

function javaMethod(call: SnippetCall): string {
  const body = `HttpRequest.BodyPublishers.ofString(${javaLiteral(call.input)})`;
  switch (call.method) {
    case 'GET':
    case 'DELETE':
      return `    .${call.method}()`;
    case 'PATCH':
      return `    .method("PATCH", ${body})`;
    default:
      return `    .${call.method}(${body})`;
  }
}

/** Java expands `\\u000a` before it parses the literal, so control characters must be octal escapes. */
function javaLiteral(text: string): string {
  return literal(text).replace(
    /\\u00([01][0-9a-f])/g,
    (_, code: string) => `\\${Number.parseInt(code, 16).toString(8).padStart(3, '0')}`,
  );
}

/** Uses `HttpClient` (.NET 6 and newer). */
function writeCSharp(call: SnippetCall): string {
  const { 'Content-Type': _, ...others } = headersOf(call);
  return [
    ...trustNote(call, '//', 'add it to the trusted root certificates of your system'),
    'using System.Net.Http;',
    'using System.Text;',
    '',
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${call.method.charAt(0)}${call.method.slice(1).toLowerCase()}, ${literal(addressOf(call))});`,
    ...Object.entries(others).map(
      ([name, value]) => `request.Headers.TryAddWithoutValidation(${literal(name)}, ${literal(value)});`,
    ),
    ...(hasBody(call)
      ? [`request.Content = new StringContent(${literal(call.input)}, Encoding.UTF8, "application/json");`]
      : []),
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ].join('\n');
}

function writeGo(call: SnippetCall): string {
  const withBody = hasBody(call);
  return [
    ...trustNote(call, '//', 'set SSL_CERT_FILE to it'),
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    ...(withBody ? ['\t"strings"'] : []),
    ')',
    '',
    'func main() {',
    ...(withBody ? [`\tbody := strings.NewReader(${goLiteral(call.input)})`] : []),
    `\trequest, err := http.NewRequest("${call.method}", ${goLiteral(addressOf(call))}, ${withBody ? 'body' : 'nil'})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...Object.entries(headersOf(call)).map(
      ([name, value]) => `\trequest.Header.Set(${goLiteral(name)}, ${goLiteral(value)})`,
    ),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(string(answer))',
    '}',
  ].join('\n');
}

/** Go has no escapes for surrogate pairs: characters outside ASCII stay unescaped. */
function goLiteral(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function writePhp(call: SnippetCall): string {
  const { certificate, method, input } = call;
  const isCustom = method !== 'GET' && method !== 'POST';
  const headers = Object.entries(headersOf(call)).map(
    ([name, value]) => `        ${phpLiteral(`${name}: ${value}`)},`,
  );
  return [
    '<?php',
    `$curl = curl_init(${phpLiteral(addressOf(call))});`,
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_HTTPHEADER => [',
    ...headers,
    '    ],',
    ...(isCustom ? [`    CURLOPT_CUSTOMREQUEST => ${phpLiteral(method)},`] : []),
    ...(hasBody(call) ? [`    CURLOPT_POSTFIELDS => ${phpLiteral(input)},`] : []),
    ...(certificate === undefined ? [] : [`    CURLOPT_CAINFO => ${phpLiteral(certificate)},`]),
    ']);',
    'echo curl_exec($curl);',
  ].join('\n');
}

/** PHP has only two escapes in single quotes. */
function phpLiteral(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function trustNote({ certificate }: SnippetCall, comment: string, how: string): string[] {
  return certificate === undefined
    ? []
    : [`${comment} Self-signed certificate ${oneLine(certificate)}: ${how}`];
}
