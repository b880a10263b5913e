import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAnswers } from '../testing/check-answers.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

interface Job {
  readonly jobId: string;
  readonly state: string;
  readonly step: string;
  readonly documents: readonly string[];
  readonly documentCount: number;
  readonly result: { readonly serviceId: string } | null;
  readonly error: { readonly code: string } | null;
}

const ASYNC = { Prefer: 'respond-async' };
const folder = new URL('../../../../examples/user-directory/', import.meta.url);

describe('background imports', () => {
  let under: GatewayUnderTest;
  let server: Server;
  let base: string;
  /** The responses that wait for `release` and whose clients are still waiting. */
  let held: (() => void)[] = [];
  beforeAll(async () => {
    const [wsdl, xsd] = await Promise.all(
      ['user-directory.wsdl', 'user-directory.xsd'].map((name) => readFile(new URL(name, folder), 'utf8')),
    );
    server = createServer((request, response) => {
      const answer = () => response.end(request.url?.endsWith('.xsd') === true ? xsd : wsdl);
      if (request.url?.startsWith('/slow') !== true) return void answer();
      held.push(answer);
      response.once('close', () => {
        held = held.filter((waiting) => waiting !== answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    under = await startUnderTest();
  });
  afterAll(async () => {
    await under?.stop();
    server?.closeAllConnections();
    server?.close();
  });

  const release = () => {
    for (const answer of held) answer();
    held = [];
  };
  const find = async (owner: OwnerClient, jobId: string) =>
    (await owner.send('GET', `/api/manage/jobs/${jobId}`)).json<Job>();
  const begin = async (owner: OwnerClient, url: string, path = '/api/manage/services') => {
    const answer = await owner.send('POST', path, { url }, ASYNC);
    expect(answer.status).toBe(202);
    return answer;
  };
  const ended = (owner: OwnerClient, jobId: string) =>
    expect.poll(async () => (await find(owner, jobId)).state, { timeout: 100_000 }).not.toBe('running');

  test('a service is registered step by step, with the same result as the synchronous form', async () => {
    const owner = checkAnswers(await createOwner(under));
    const answer = await begin(owner, `${base}/slow/users.wsdl`);
    const { jobId, url } = answer.json<{ jobId: string; url: string }>();
    expect(answer.headers['location']).toBe(url);
    expect(answer.headers['preference-applied']).toBe('respond-async');
    await expect.poll(async () => (await find(owner, jobId)).documents).toHaveLength(1);
    expect(await find(owner, jobId)).toMatchObject({ state: 'running', step: 'fetching', result: null });

    // A watcher receives every change and the end; the import continues once there is a watcher.
    let releasing: NodeJS.Timeout | undefined;
    const stream = await under.send(`/api/manage/jobs/${jobId}/events`, {
      headers: { Cookie: owner.cookie },
      onData() {
        releasing ??= setInterval(release, 50);
      },
    });
    clearInterval(releasing);
    expect(stream.headers['content-type']).toBe('text/event-stream');
    const seen = stream.text
      .split('\n\n')
      .filter((text) => text.startsWith('event:'))
      .map((text) => {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(text) ?? [];
        return { event, job: JSON.parse(data) as Job };
      });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true);
    const last = seen.at(-1);
    expect(last?.event).toBe('end');
    expect(last?.job).toMatchObject({ state: 'done', step: 'storing', documentCount: 2, error: null });
    expect(last?.job.documents.map((uri) => uri.replace(base, ''))).toEqual([
      '/slow/users.wsdl',
      '/slow/user-directory.xsd',
    ]);
    const { serviceId } = last!.job.result!;
    const shown = await owner.send('GET', `/api/manage/services/${serviceId}`);
    expect(last?.job.result).toEqual(shown.json<unknown>());
    // The result stays available after it was fetched.
    expect((await find(owner, jobId)).result).toEqual(shown.json<unknown>());

    const again = await begin(owner, `${base}/users.wsdl`, `/api/manage/services/${serviceId}/revisions`);
    const reimport = again.json<{ jobId: string }>().jobId;
    await ended(owner, reimport);
    expect(await find(owner, reimport)).toMatchObject({
      state: 'done',
      result: { number: 2, inForce: true, breaking: false, changes: [] },
    });
  });

  test('problems of the documents are the error of the job', async () => {
    const owner = checkAnswers(await createOwner(under));
    const { jobId } = (await begin(owner, `${base}/users.xsd`)).json<{ jobId: string }>();
    await ended(owner, jobId);
    expect(await find(owner, jobId)).toMatchObject({
      state: 'failed',
      result: null,
      error: { type: 'VALIDATION_ERROR', code: 'NOT_WSDL' },
    });
    const wrong = await owner.send('POST', '/api/manage/services', { name: 'x' }, ASYNC);
    expect(wrong.status).toBe(400);
  });

  test('disconnecting does not end a job; cancelling does, and nothing is stored', async () => {
    const owner = checkAnswers(await createOwner(under));
    const { jobId } = (await begin(owner, `${base}/slow/users.wsdl`)).json<{ jobId: string }>();
    await expect.poll(() => held.length).toBe(1);
    expect((await owner.send('DELETE', `/api/manage/jobs/${jobId}`)).status).toBe(200);
    expect((await find(owner, jobId)).state).toBe('cancelled');
    // The import notices at its next progress update, and then no longer waits for the document.
    await expect.poll(() => held.length).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await find(owner, jobId)).state).toBe('cancelled');
    expect((await owner.send('GET', '/api/manage/services')).json<unknown>()).toMatchObject({
      services: [],
      total: 0,
    });
  });

  test('an account can run three jobs at a time, and cannot see those of another account', async () => {
    const owner = checkAnswers(await createOwner(under));
    const jobs: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      jobs.push((await begin(owner, `${base}/slow/users.wsdl`)).json<{ jobId: string }>().jobId);
    }
    const refused = await owner.send('POST', '/api/manage/services', { url: `${base}/users.wsdl` }, ASYNC);
    expect([refused.status, refused.json().error.code]).toEqual([429, 'TOO_MANY_JOBS']);
    const stranger = await createOwner(under);
    for (const path of [`/api/manage/jobs/${jobs[0]}`, `/api/manage/jobs/${jobs[0]}/events`]) {
      expect((await stranger.send('GET', path)).status).toBe(404);
    }
    expect((await stranger.send('DELETE', `/api/manage/jobs/${jobs[0]}`)).status).toBe(404);
    for (const jobId of jobs) await owner.send('DELETE', `/api/manage/jobs/${jobId}`);
    release();
  });
});
