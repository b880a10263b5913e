import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkAnswers } from '../testing/check-answers.js';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient, ownerClient, PASSWORD } from '../testing/owner-client.js';
import { inMemory } from '../testing/set-ups.js';

/**
 * The owner’s views of a service (reports, revisions, ports, files) and the sessions. Each response is validated against its description.
 */
describe('the owner’s views', () => {
  const scene = setManagementScene(inMemory);
  let owner: OwnerClient;
  let path: string;
  let slug: string;
  beforeEach(async () => {
    owner = checkAnswers(await createOwner(scene.under));
  });
  const register = async (over: object = {}) => {
    const service = await scene.register(owner, over);
    path = `/api/manage/services/${service.serviceId}`;
    slug = service.slug;
    return service;
  };

  describe('the report of a revision', () => {
    test('shows the grade of each operation, with the line of the WSDL', async () => {
      await register({
        files: scene.files(scene.wsdl, scene.xsd.replaceAll('type="Address"', 'type="Nowhere"')),
      });
      const report = (await owner.send('GET', `${path}/revisions/1/report`)).json<{
        operations: { operation: string; grade: string; findings: number[] }[];
        diagnostics: { message: string; file: string; line: number; effect: string; advice: string }[];
        counts: object;
      }>();
      const degraded = report.operations.filter(({ grade }) => grade === 'degraded');
      expect(report.counts).toEqual({ exact: 0, degraded: degraded.length, unsupported: 0 });
      const finding = report.diagnostics[degraded[0]?.findings[0] ?? -1];
      expect(finding?.message).toContain('Nowhere');
      expect(finding?.file).toBe('user-directory.xsd');
      const line = (finding?.line ?? 0) - 1;
      expect(scene.xsd.replaceAll('type="Address"', 'type="Nowhere"').split('\n')[line]).toContain('Nowhere');
      expect(finding?.effect).toBeTruthy();
      expect(finding?.advice).toBeTruthy();
      const shown = (await owner.send('GET', path)).json<{ operations: { compatibility: string }[] }>();
      expect(shown.operations.filter(({ compatibility }) => compatibility === 'degraded')).toHaveLength(
        degraded.length,
      );
      const { services } = (await owner.send('GET', '/api/manage/services')).json<{ services: object[] }>();
      expect(services[0]).toMatchObject({ grades: report.counts, operationCount: 3, heldRevision: null });
      expect((await owner.send('GET', `${path}/revisions/9/report`)).status).toBe(404);
      expect((await owner.send('GET', `${path}/revisions/x/report`)).status).toBe(404);
    });

    test('documents without an operation say why', async () => {
      const answer = await owner.send('POST', '/api/manage/services', {
        files: scene.files(
          scene.wsdl
            .replaceAll('soap:binding', 'other:binding')
            .replace('<wsdl:definitions', '<wsdl:definitions xmlns:other="urn:other"'),
        ),
      });
      expect([answer.status, answer.json().error.code]).toEqual([400, 'NO_OPERATION']);
      expect(answer.json().error.details?.length).toBeGreaterThan(0);
    });

    test('a revision can be compared with any other', async () => {
      await register();
      const changed = scene.xsd.replaceAll('name="email"', 'name="mail"');
      const held = await owner.send('POST', `${path}/revisions`, { files: scene.files(scene.wsdl, changed) });
      expect(held.json<unknown>()).toMatchObject({ number: 2, inForce: false, breaking: true });
      expect((await owner.send('GET', path)).json<unknown>()).toMatchObject({ revision: 1, heldRevision: 2 });
      const forward = (await owner.send('GET', `${path}/revisions/2`)).json<{ changes: object[] }>();
      expect(forward).toMatchObject({ number: 2, from: 1, inForce: false, breaking: true });
      expect(forward.changes).toContainEqual(
        expect.objectContaining({ operation: 'GetUser', path: '/email', change: 'removed' }),
      );
      const back = (await owner.send('GET', `${path}/revisions/1?from=2`)).json<{ changes: object[] }>();
      expect(back.changes).toContainEqual(expect.objectContaining({ path: '/mail', change: 'removed' }));
      expect((await owner.send('GET', `${path}/revisions/1?from=7`)).status).toBe(404);
      expect((await owner.send('GET', `${path}/revisions/1?from=x`)).status).toBe(400);
      expect((await owner.send('GET', `${path}/revisions/1?form=1`)).status).toBe(400);
    });
  });

  test('a revision that was never live can be rejected, and still be published later', async () => {
    await register();
    const changed = scene.xsd.replaceAll('name="email"', 'name="mail"');
    await owner.send('POST', `${path}/revisions`, { files: scene.files(scene.wsdl, changed) });
    const put = (suffix: string) => owner.send('PUT', `${path}/revisions/${suffix}`);
    const refused = await put('1/rejected');
    expect([refused.status, refused.json().error.code]).toEqual([409, 'REVISION_WAS_LIVE']);
    expect((await put('7/rejected')).status).toBe(404);
    expect((await put('2/rejected')).json<unknown>()).toMatchObject({ revision: 1, heldRevision: null });
    const revisions = async () =>
      (await owner.send('GET', `${path}/revisions`)).json<{
        revisions: { number: number; liveAt: string | null; rejectedAt: string | null }[];
      }>().revisions;
    const [rejected, live] = await revisions();
    expect([rejected!.liveAt, typeof rejected!.rejectedAt, typeof live!.liveAt]).toEqual([
      null,
      'string',
      'string',
    ]);
    expect((await put('2/in-force')).json<unknown>()).toMatchObject({ revision: 2, heldRevision: null });
    expect((await revisions())[0]).toMatchObject({ rejectedAt: null, liveAt: expect.any(String) });
    expect((await put('1/in-force')).json<unknown>()).toMatchObject({ revision: 1, heldRevision: null });
    expect((await put('2/rejected')).status).toBe(409);
  });

  test('one of several ports can be chosen, at registration and later', async () => {
    const port = /<wsdl:port [\s\S]*?<\/wsdl:port>/.exec(scene.wsdl)?.[0] ?? '';
    const second = port
      .replace('UserDirectorySoap"', 'Backup"')
      .replace(/location="[^"]*"/, 'location="http://127.0.0.1:9/backup"');
    await register({ files: scene.files(scene.wsdl.replace(port, port + second)) });
    const ports = async () =>
      (await owner.send('GET', path)).json<{
        ports: { port: string; exposed: boolean }[];
        address: string;
      }>();
    expect((await ports()).ports.map(({ port: name, exposed }) => [name, exposed])).toEqual([
      ['UserDirectorySoap', true],
      ['Backup', false],
    ]);
    await owner.send('PATCH', path, { settings: { select: { port: 'Backup' } } });
    expect(await ports()).toMatchObject({ address: 'http://127.0.0.1:9/backup' });
    const refused = await owner.send('PATCH', path, { settings: { select: { port: 'Nope' } } });
    expect([refused.status, refused.json().error.code]).toEqual([400, 'SELECTION_EMPTY']);
    await owner.send('PATCH', path, { settings: { select: null } });
    expect((await ports()).ports[0]).toMatchObject({ exposed: true });
  });

  test('files are generated from one document, for paid plans', async () => {
    await register();
    const get = (file: string) => owner.send('GET', `${path}/files/${file}`);
    const refused = await get('openapi-3.0.json');
    expect([refused.status, refused.json().error.code]).toEqual([403, 'PLAN_REQUIRED']);
    await scene.admin('PATCH', `/api/admin/accounts/${owner.accountId}`, { plan: 'Starter' });
    const [json, yaml, json31, yaml31, types] = await Promise.all(
      ['openapi-3.0.json', 'openapi-3.0.yaml', 'openapi-3.1.json', 'openapi-3.1.yaml', 'types.ts'].map(get),
    );
    expect(json!.headers['content-disposition']).toBe(`attachment; filename="${slug}-openapi-3.0.json"`);
    const document = json!.json<Record<string, unknown>>();
    expect(document['openapi']).toBe('3.0.3');
    expect(yaml!.text).toMatch(/^openapi: "3\.0\.3"\n/);
    expect(yaml31!.text).toMatch(/^openapi: "3\.1\.0"\n/);
    expect((await new Validator().validate(json31!.json<Record<string, unknown>>())).valid).toBe(true);
    expect(types!.text).toContain('export interface Operations');
    expect((await get('nothing.txt')).status).toBe(404);
    expect((await get('__proto__')).status).toBe(404);
  });

  test('sessions are listed, and can be ended one by one or all except the current one', async () => {
    const again = async () =>
      ownerClient(
        scene.under,
        owner.email,
        await scene.under.send('/api/manage/log-in', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email: owner.email, password: PASSWORD }),
        }),
      );
    const [second, third] = [await again(), await again()];
    const list = async () =>
      (await owner.send('GET', '/api/manage/sessions')).json<{
        sessions: { id: string; current: boolean }[];
      }>().sessions;
    const sessions = await list();
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions).toHaveLength(3);
    for (const text of [owner.cookie, second.cookie]) {
      expect(JSON.stringify(sessions)).not.toContain(text.split('=')[1]);
    }
    const other = sessions.find(({ current }) => !current);
    expect((await owner.send('DELETE', `/api/manage/sessions/${other?.id}`)).status).toBe(200);
    expect((await owner.send('DELETE', `/api/manage/sessions/${other?.id}`)).status).toBe(404);
    expect(await list()).toHaveLength(2);
    expect((await owner.send('DELETE', '/api/manage/sessions')).status).toBe(200);
    for (const ended of [second, third]) {
      expect((await ended.send('GET', '/api/manage/account')).status).toBe(401);
    }
    expect(await list()).toHaveLength(1);
  });

  test('the plans state their limits', async () => {
    const { plans } = (await owner.send('GET', '/api/manage/plans')).json<{ plans: object[] }>();
    expect(plans).toMatchObject([
      { name: 'Free', services: 3, openapi: false, get: false },
      { name: 'Starter', openapi: true, get: true },
      { name: 'Pro', services: null },
    ]);
  });
});
