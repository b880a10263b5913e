import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlLine } from './curl-line.js';

/** Returns the arguments that a shell passes to the program. */
function argumentsOf(line: string): string[] {
  const printed = execFileSync('sh', ['-c', line.replace(/^curl /, `printf '%s\\0' `)], { encoding: 'utf8' });
  return printed.split('\0').slice(0, -1);
}

test('the shell passes every value unchanged', () => {
  const nasty = `{"a": "it's $HOME \`id\` \\n \\\\ !x", "b": "\n"}`;
  const line = curlLine({
    url: 'https://localhost:8443/api/v1/acc_1/x/Get?a=1&b=2',
    headers: { 'X-API-Key': "sk_live_'; id #" },
    body: nasty,
  });
  expect(argumentsOf(line)).toEqual([
    'https://localhost:8443/api/v1/acc_1/x/Get?a=1&b=2',
    '-H',
    "X-API-Key: sk_live_'; id #",
    '--data-raw',
    nasty,
  ]);
});
