import { shellWord } from '../exchange/print-curl.js';
import type { ExportedCollection, ExportedRequest, Template } from './collect-requests.js';
import { fileName } from './file-name.js';
import { NEW_UUID } from './soap-headers.js';

/** Prints a UUID of version 4 (RFC 9562 §5.4), with programs that every system has. */
const UUID_FUNCTION = `new_uuid() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \\n' |
    sed -E 's/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/\\1-\\2-4\\3-8\\4-\\5/'
}
`;

/** Prints bash scripts that call curl, one for each request. Environment variables replace the values of `variables.sh`. */
export function printScripts({ folders, variables }: ExportedCollection): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const defaults = [...variables].map(([name, value]) => `: "\${${name}=${doubleQuoted(value)}}"`);
  const usesUuid = folders.some(({ requests }) =>
    requests.some(({ body }) =>
      body.some((piece) => typeof piece === 'object' && piece.variable === NEW_UUID),
    ),
  );
  files.set(
    'variables.sh',
    `# Set these in the environment to replace them.\n${defaults.join('\n')}\n${usesUuid ? UUID_FUNCTION : ''}`,
  );
  for (const folder of folders) {
    for (const request of folder.requests) {
      files.set(`${fileName(folder.name)}/${request.file}.sh`, printScript(request));
    }
  }
  return files;
}

function printScript({ name, url, headers, body, missing }: ExportedRequest): string {
  const words = [
    `curl --silent --show-error --fail-with-body --request POST ${shellTemplate(url)}`,
    ...headers.map(([header, value]) => `--header ${shellTemplate([`${header}: `, ...value])}`),
    '--data-binary @-',
  ];
  return `#!/usr/bin/env bash
# ${name.replace(/[\r\n]+/g, ' ')}
${missing.map((each) => `# The WSDL asks for more than this request has: ${each}\n`).join('')}set -euo pipefail
. "$(dirname "\${BASH_SOURCE[0]}")/../variables.sh"
printf %s ${shellTemplate(body)} |
  ${words.join(' \\\n    ')}
`;
}

function shellTemplate(template: Template): string {
  return template
    .map((piece) => {
      if (typeof piece === 'string') return shellWord(piece);
      return piece.variable === NEW_UUID ? '"$(new_uuid)"' : `"$${piece.variable}"`;
    })
    .join('');
}

/** Escapes text inside double quotes in a parameter expansion. */
function doubleQuoted(text: string): string {
  return text.replace(/["\\$`}]/g, '\\$&');
}
