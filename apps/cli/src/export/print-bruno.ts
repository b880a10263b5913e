import { type ExportedCollection, type ExportedRequest, notesOf, printTemplate } from './collect-requests.js';
import { fileName } from './file-name.js';
import { NEW_UUID } from './soap-headers.js';

/** The name of the environment that holds the variables. */
const ENVIRONMENT = 'local';

/**
 * Prints a collection for Bruno: a file for each request, and an environment with the variables.
 *
 * @see https://docs.usebruno.com/bru-lang/overview
 */
export function printBruno({ name, folders, variables }: ExportedCollection): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  files.set('bruno.json', `${JSON.stringify({ version: '1', name, type: 'collection' }, null, 2)}\n`);
  const plain = [...variables].filter(([, value]) => value !== '');
  const secret = [...variables].filter(([, value]) => value === '').map(([variable]) => variable);
  files.set(
    `environments/${ENVIRONMENT}.bru`,
    [
      block(
        'vars',
        plain.map(([variable, value]) => `${variable}: ${value}`),
      ),
      ...(secret.length === 0
        ? []
        : [`vars:secret [\n${secret.map((each) => `  ${each}`).join(',\n')}\n]\n`]),
    ].join('\n'),
  );
  for (const folder of folders) {
    const directory = fileName(folder.name);
    files.set(`${directory}/folder.bru`, block('meta', [`name: ${folder.name}`]));
    for (const [index, request] of folder.requests.entries()) {
      files.set(`${directory}/${request.file}.bru`, printRequest(request, index + 1));
    }
  }
  return files;
}

function printRequest(request: ExportedRequest, order: number): string {
  const { name, form, url, headers, body } = request;
  const notes = notesOf(request);
  const kind = form === 'json' ? 'json' : 'xml';
  const variable = (each: string): string => (each === NEW_UUID ? '{{$guid}}' : `{{${each}}}`);
  return [
    block('meta', [`name: ${name}`, 'type: http', `seq: ${order}`]),
    block('post', [`url: ${printTemplate(url, variable)}`, `body: ${kind}`, 'auth: none']),
    block(
      'headers',
      headers.map(([header, value]) => `${header}: ${printTemplate(value, variable)}`),
    ),
    // Indents text, because a brace at the start of a line would end the block.
    block(`body:${kind}`, printTemplate(body, variable).split('\n')),
    ...(notes === undefined
      ? []
      : [
          block(
            'docs',
            notes.split(/\r?\n/).map((line) => line.trim()),
          ),
        ]),
  ].join('\n');
}

function block(head: string, lines: readonly string[]): string {
  return `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}
