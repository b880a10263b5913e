import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CALLS, curlCommand, curlLine, openApiLine } from './calls.mjs';

/** @import { Shown } from './calls.mjs' */

const run = promisify(execFile);

/**
 * Runs every printed command in a shell, as a reader would, and compares the responses with what is promised; then logs in
 * with the printed email address and password. Throws an Error that quotes the first response that differs. Needs curl.
 *
 * @param {Shown} shown
 */
export async function checkPrintedLines(shown) {
  for (const call of CALLS) {
    const line = curlLine(call, shown);
    const answer = await paste(line);
    for (const part of call.expect) {
      if (!answer.includes(part))
        throw new Error(`${line}\nshould respond with ${part}, but the response is\n${answer}`);
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
  await checkLogIn(shown);
}

/** @param {Shown} shown */
async function checkLogIn({ baseUrl, certFile, email, password, accountId }) {
  const url = `${baseUrl}/api/manage/log-in`;
  const line = curlCommand({ url, certFile, body: JSON.stringify({ email, password }) });
  const answer = await paste(line);
  if (JSON.parse(answer).accountId !== accountId)
    throw new Error(`the printed email address and password should log in, but the response is ${answer}`);
}

/** @param {string} line */
async function paste(line) {
  const { stdout } = await run('sh', [
    '-c',
    line.replace(/^curl /, 'curl --silent --show-error --max-time 30 '),
  ]);
  return stdout;
}
