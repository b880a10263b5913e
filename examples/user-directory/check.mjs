import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CALLS, curlLine, openApiLine } from './calls.mjs';

const run = promisify(execFile);

/**
 * Paste every printed line into a shell, as a reader would, and look at the answers. Throws an Error that quotes the first
 * answer that is not the promised one. Needs curl.
 */
export async function checkPrintedLines(shown) {
  for (const call of CALLS) {
    const line = curlLine(call, shown);
    const answer = await paste(line);
    for (const part of call.expect) {
      if (!answer.includes(part))
        throw new Error(`${line}\nshould answer with ${part}, but answered\n${answer}`);
    }
    const { meta } = JSON.parse(answer);
    const expected = { service: shown.slug, operation: call.operation, cached: false };
    for (const [name, value] of Object.entries(expected)) {
      if (meta[name] !== value)
        throw new Error(`${line}\nshould have meta.${name} ${value}, is ${meta[name]}`);
    }
  }
  const line = openApiLine(shown);
  const document = JSON.parse(await paste(line));
  const paths = Object.keys(document.paths ?? {});
  for (const { operation } of CALLS) {
    const path = `/api/v1/${shown.accountId}/${shown.slug}/${operation}`;
    if (!paths.includes(path)) throw new Error(`${line}\nshould describe ${path}, but describes ${paths}`);
  }
}

async function paste(line) {
  const { stdout } = await run('sh', [
    '-c',
    line.replace(/^curl /, 'curl --silent --show-error --max-time 30 '),
  ]);
  return stdout;
}
