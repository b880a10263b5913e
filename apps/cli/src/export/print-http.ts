import { type ExportedCollection, type ExportedRequest, printTemplate } from './collect-requests.js';
import { fileName } from './file-name.js';
import { NEW_UUID } from './soap-headers.js';

/**
 * Prints HTTP files, one for each port, with the variables in `http-client.env.json`, for httpyac and the HTTP clients of JetBrains
 * and Visual Studio.
 */
export function printHttp({ folders, variables }: ExportedCollection): ReadonlyMap<string, string> {
  const environment = { local: Object.fromEntries(variables) };
  return new Map([
    ['http-client.env.json', `${JSON.stringify(environment, null, 2)}\n`],
    ...folders.map(({ name, requests }): [string, string] => [
      `${fileName(name)}.http`,
      requests.map(printRequest).join('\n'),
    ]),
  ]);
}

const variable = (name: string): string => (name === NEW_UUID ? '{{$guid}}' : `{{${name}}}`);
/** Escapes text that looks like a variable, in the way of httpyac; the other clients have no escape for it. */
const literal = (text: string): string => text.replace(/\{\{([^}]+)\}\}/g, '\\{\\{$1\\}\\}');

function printRequest(request: ExportedRequest): string {
  const { name, url, headers, body, missing } = request;
  const lines = [
    `### ${name}`,
    ...missing.map((each) => `# The WSDL asks for more than this request has: ${each}`),
    `POST ${printTemplate(url, variable, literal)}`,
  ];
  for (const [header, value] of headers) lines.push(`${header}: ${printTemplate(value, variable, literal)}`);
  lines.push('', printTemplate(body, variable, literal), '');
  return lines.join('\n');
}
