import { describe, expect, test } from 'vitest';
import type { Answer } from '../testing/https-client.js';
import { type RegisteredAnswer, setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

interface Shown {
  readonly name: string;
  readonly status: string;
  readonly revision: number;
  readonly heldRevision: number | null;
  readonly settings: { readonly timeoutMs: number | null };
}

/** Concurrent requests are processed in any order, and none undoes an acknowledged change. */
describe.each(await setUps())('concurrent changes on $name', { timeout: 240_000 }, (setUp) => {
  const scene = setManagementScene(setUp);
  const path = ({ serviceId }: RegisteredAnswer) => `/api/manage/services/${serviceId}`;
  const show = async (owner: OwnerClient, service: RegisteredAnswer): Promise<Shown> =>
    (await owner.send('GET', path(service))).json<Shown>();
  const failures = (answers: readonly Answer[]): unknown[] =>
    answers.filter(({ status }) => status >= 500).map(({ status, text }) => [status, text]);
  const count = (answers: readonly Answer[], status: number): number =>
    answers.filter((answer) => answer.status === status).length;

  test('no change is lost: name, state, settings, operations, credentials, headers', async () => {
    const owner = await createOwner(scene.under);
    const service = await scene.register(owner);
    for (let round = 1; round <= 5; round += 1) {
      const answers = await Promise.all([
        owner.send('PATCH', path(service), { name: `Name ${round}` }),
        owner.send('PATCH', path(service), { status: round % 2 === 0 ? 'active' : 'paused' }),
        owner.send('PATCH', path(service), { settings: { timeoutMs: 1_000 + round } }),
        owner.send('PUT', `${path(service)}/operations/ListUsers`, { cacheSeconds: round }),
        owner.send('PUT', `${path(service)}/headers`, { blocks: { Session: { token: `${round}` } } }),
        owner.send('PUT', `${path(service)}/credentials`, {
          basic: { username: 'u', password: `${round}` },
        }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      const shown = await show(owner, service);
      expect([shown.name, shown.status, shown.settings.timeoutMs]).toEqual([
        `Name ${round}`,
        round % 2 === 0 ? 'active' : 'paused',
        1_000 + round,
      ]);
    }
  });

  test('imports, holds, rollbacks and renames of one service', async () => {
    const owner = await createOwner(scene.under);
    const service = await scene.register(owner);
    const revisions = `${path(service)}/revisions`;
    const answers = await Promise.all([
      ...(['always', 'never', 'safe', 'always', 'never'] as const).map((activate) =>
        owner.send('POST', revisions, { files: scene.files(), activate }),
      ),
      ...Array.from({ length: 5 }, () => owner.send('PUT', `${revisions}/1/in-force`)),
      ...Array.from({ length: 5 }, (_, index) =>
        owner.send('PATCH', path(service), { name: `Name ${index}` }),
      ),
    ]);
    expect(failures(answers)).toEqual([]);
    expect(count(answers, 201)).toBe(5);
    const numbers = answers.slice(0, 5).map((answer) => answer.json<{ number: number }>().number);
    expect(numbers.sort()).toEqual([2, 3, 4, 5, 6]);
    const listed = (await owner.send('GET', revisions)).json<{ revisions: { inForce: boolean }[] }>()
      .revisions;
    expect(listed).toHaveLength(6);
    expect(listed.filter(({ inForce }) => inForce)).toHaveLength(1);
    expect((await show(owner, service)).name).toMatch(/^Name \d$/);
  });

  test('a service is deleted while it is imported, changed and read', async () => {
    const owner = await createOwner(scene.under);
    for (let round = 0; round < 3; round += 1) {
      const service = await scene.register(owner);
      const answers = await Promise.all([
        owner.send('POST', `${path(service)}/revisions`, { files: scene.files(), activate: 'always' }),
        owner.send(
          'POST',
          `${path(service)}/revisions`,
          { files: scene.files() },
          { Prefer: 'respond-async' },
        ),
        owner.send('PUT', `${path(service)}/credentials`, { basic: { username: 'u', password: 'p' } }),
        owner.send('PUT', `${path(service)}/headers`, { blocks: { Session: { token: 'x' } } }),
        owner.send('PUT', `${path(service)}/operations/ListUsers`, { cacheSeconds: 5 }),
        owner.send('GET', path(service)),
        owner.send('GET', '/api/manage/services'),
        new Promise<Answer>((resolve) => {
          setTimeout(() => void owner.send('DELETE', path(service)).then(resolve), 40 * round);
        }),
        owner.send('PUT', `${path(service)}/operations/GetUser`, { cacheSeconds: 5 }),
        owner.send('PATCH', path(service), { name: 'x' }),
      ]);
      expect(failures(answers)).toEqual([]);
      expect((await owner.send('GET', path(service))).status).toBe(404);
      const jobUrl = answers[1]!.status === 202 ? answers[1]!.json<{ url: string }>().url : undefined;
      if (jobUrl !== undefined) {
        const job = async () =>
          (await owner.send('GET', jobUrl)).json<{ state: string; error: { code: string } | null }>();
        await expect.poll(async () => (await job()).state, { timeout: 60_000 }).not.toBe('running');
        expect(['none', 'NOT_FOUND', 'SERVICE_NOT_FOUND']).toContain((await job()).error?.code ?? 'none');
      }
    }
  });

  test('concurrent registrations: no more than the plan allows, each with its own URL', async () => {
    const owner = await createOwner(scene.under);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.send('POST', '/api/manage/services', { files: scene.files() })),
    );
    expect(failures(answers)).toEqual([]);
    expect(count(answers, 201)).toBe(3);
    expect(new Set(answers.map((answer) => (answer.status === 201 ? '' : answer.json().error.code)))).toEqual(
      new Set(['', 'SERVICE_LIMIT']),
    );
    const { services } = (await owner.send('GET', '/api/manage/services')).json<{
      services: { slug: string }[];
    }>();
    expect(new Set(services.map(({ slug }) => slug)).size).toBe(3);
  });

  test('fifty keys at once, each in the audit log', async () => {
    const owner = await createOwner(scene.under);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        owner.send('POST', '/api/manage/keys', { name: `Key ${index}` }),
      ),
    );
    expect(failures(answers)).toEqual([]);
    expect(count(answers, 201)).toBe(50);
    const { entries } = (await owner.send('GET', '/api/manage/audit')).json<{
      entries: { action: string }[];
    }>();
    expect(entries.filter(({ action }) => action === 'key.create')).toHaveLength(50);
  });

  test('a plan change in mid-period under load: no call fails, and the new quota starts at zero', async () => {
    const owner = await createOwner(scene.under);
    const service = await scene.register(owner, { settings: { endpoint: scene.upstream.address } });
    const { key } = await scene.liveKey(owner);
    const change = (body: object) => scene.admin('PATCH', `/api/admin/accounts/${owner.accountId}`, body);
    const answers: Answer[] = [];
    for (const plan of ['Starter', 'Pro', 'Free', 'Starter', 'Free', 'Pro']) {
      const [changed, ...calls] = await Promise.all([
        change({ plan }),
        ...Array.from({ length: 4 }, () => scene.call(owner, service, key)),
      ]);
      expect(changed.status).toBe(200);
      answers.push(...calls);
    }
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const { headers } of answers) {
      expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(Number(headers['x-ratelimit-limit']));
      expect(Date.parse(String(headers['x-ratelimit-reset']))).toBeGreaterThan(Date.now());
    }
    const last = await scene.call(owner, service, key);
    expect(Number(last.headers['x-ratelimit-limit'])).toBe(1_000_000);
  });
});
