import { type ExportedCollection, type ExportedRequest, printTemplate } from './collect-requests.js';
import { fileName } from './file-name.js';

/**
 * HTTP files, one for each port, with the variables in `http-client.env.json`: for httpyac, and the HTTP clients of JetBrains and
 * Visual Studio.
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

function printRequest({ name, url, headers, body }: ExportedRequest): string {
  const variable = (each: string): string => `{{${each}}}`;
  const lines = [`### ${name}`, `POST ${printTemplate(url, variable)}`];
  for (const [header, value] of headers) lines.push(`${header}: ${printTemplate(value, variable)}`);
  lines.push('', body, '');
  return lines.join('\n');
}
