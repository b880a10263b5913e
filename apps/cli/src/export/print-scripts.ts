import { shellWord } from '../messages/print-curl.js';
import type { ExportedCollection, ExportedRequest, Template } from './collect-requests.js';
import { fileName } from './file-name.js';

/** Scripts for bash, one for each request, which call curl. Environment variables replace the values of `variables.sh`. */
export function printScripts({ folders, variables }: ExportedCollection): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const defaults = [...variables].map(([name, value]) => `: "\${${name}=${doubleQuoted(value)}}"`);
  files.set('variables.sh', `# Set these in the environment to replace them.\n${defaults.join('\n')}\n`);
  for (const folder of folders) {
    for (const request of folder.requests) {
      files.set(`${fileName(folder.name)}/${request.file}.sh`, printScript(request));
    }
  }
  return files;
}

function printScript({ name, url, headers, body }: ExportedRequest): string {
  const words = [
    `curl --silent --show-error --fail-with-body --request POST ${shellTemplate(url)}`,
    ...headers.map(([header, value]) => `--header ${shellTemplate([`${header}: `, ...value])}`),
    '--data-binary @-',
  ];
  return `#!/usr/bin/env bash
# ${name.replace(/[\r\n]+/g, ' ')}
set -euo pipefail
. "$(dirname "\${BASH_SOURCE[0]}")/../variables.sh"
printf %s ${shellWord(body)} |
  ${words.join(' \\\n    ')}
`;
}

function shellTemplate(template: Template): string {
  return template
    .map((piece) => (typeof piece === 'string' ? shellWord(piece) : `"$${piece.variable}"`))
    .join('');
}

/** A text inside double quotes in a parameter expansion. */
function doubleQuoted(text: string): string {
  return text.replace(/["\\$`}]/g, '\\$&');
}
