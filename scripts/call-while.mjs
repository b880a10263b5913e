/** What the checks share that call a gateway while something happens to it: `rehearse-release.mjs`, `check-compose.mjs`. */
import { once } from 'node:events';
import https from 'node:https';
import { setTimeout } from 'node:timers/promises';

/** How long a call may take, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * Runs a step and prints how long it took, and what it returned if that is a text.
 *
 * @template T
 * @param {string} what
 * @param {() => T} action
 */
export async function timed(what, action) {
  const from = performance.now();
  const result = await action();
  const told = typeof result === 'string' ? `; ${result}` : '';
  console.log(`-- ${what}: ${((performance.now() - from) / 1000).toFixed(0)} s${told}`);
  return result;
}

/**
 * Throws an error that ends with what was printed if something does not hold.
 *
 * @param {boolean} holds
 * @param {string} what
 * @param {string} printed
 */
export function expect(holds, what, printed) {
  if (!holds) throw new Error(`${what}: ${printed.slice(-4_000)}`);
}

/**
 * Sends a request over a connection of its own to a server whose certificate nobody has signed.
 *
 * @param {string} url
 * @param {string} method
 * @param {Record<string, string>} headers
 * @param {string | undefined} body
 */
export async function send(url, method, headers = {}, body = undefined) {
  const request = https.request(url, {
    method,
    rejectUnauthorized: false,
    agent: false,
    timeout: TIMEOUT,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  // A second error, of a connection that the server closes, has nobody else.
  request.on('error', () => {});
  request.on('timeout', () => request.destroy(new Error(`no answer in ${TIMEOUT} ms`)));
  request.end(body);
  const [response] = await once(request, 'response');
  return { status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() };
}

/**
 * Calls `GetUser` of the user directory until `until` has ended. At most `bound` calls may fail, and the last three must succeed. Resolves to
 * a sentence about the calls.
 *
 * @param {() => string} url asked before each call
 * @param {string} key
 * @param {Promise<unknown>} until
 * @param {{ bound?: number, pause: number }} options milliseconds between two calls
 */
export async function callWhile(url, key, until, { bound = 0, pause }) {
  let isOver = false;
  const end = until.finally(() => {
    isOver = true;
  });
  // It is awaited once it is over, and must not end the process before that.
  end.catch(() => {});
  const failures = [];
  let calls = 0;
  for (let last = 3; last > 0; last -= isOver ? 1 : 0) {
    if (isOver) await end;
    const { status, text } = await send(url(), 'POST', { 'X-API-Key': key }, '{"userId":1001}').catch(
      (error) => ({ status: 0, text: `${error}` }),
    );
    calls += 1;
    const answer = `${status} ${text.slice(0, 300)}`;
    if (status !== 200) failures.push(answer);
    expect(status === 200 || !isOver, 'a call after the end', answer);
    await setTimeout(pause);
  }
  const told = [...new Set(failures)].join('\n');
  expect(failures.length <= bound, `${failures.length} of ${calls} calls failed`, told);
  const [failure = ''] = failures;
  return `${calls} calls, ${failures.length} failed${failure && `, such as ${failure}`}`;
}
