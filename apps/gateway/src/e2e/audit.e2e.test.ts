import { describe, expect, test } from 'vitest';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

interface Entry {
  readonly number: number;
  readonly action: string;
  readonly actor: string;
  readonly actorName?: string;
  readonly subject: string;
  readonly subjectName?: string;
}

describe.each(await setUps())('the audit log of an owner with $name', (setUp) => {
  const scene = setManagementScene(setUp);

  test('names what still exists, is searched, and is exported as NDJSON', async () => {
    const owner = await createOwner(scene.under);
    const other = await createOwner(scene.under);
    await scene.liveKey(other);
    const service = await scene.register(owner, { name: 'Directory “√”' });
    const key = await scene.liveKey(owner);
    await owner.send('PATCH', `/api/manage/keys/${key.id}`, { name: '__proto__\nx' });
    await owner.send('DELETE', `/api/manage/services/${service.serviceId}`);
    const read = async (query = '') =>
      (await owner.send('GET', `/api/manage/audit${query}`)).json<{
        entries: Entry[];
        total: number;
        next: string | null;
      }>();
    const { entries } = await read();
    expect(entries.map(({ action }) => action)).toEqual([
      'service.delete',
      'key.change',
      'key.create',
      'service.register',
    ]);
    expect(new Set(entries.map(({ actorName }) => actorName))).toEqual(new Set([owner.email]));
    const names = Object.fromEntries(entries.map(({ action, subjectName }) => [action, subjectName]));
    // The service is gone, so that only its id is left.
    expect(names).toEqual({ 'key.create': '__proto__\nx', 'key.change': '__proto__\nx' });

    const found = await read('?search=KEY.&limit=1');
    expect([found.total, found.entries.map(({ action }) => action)]).toEqual([2, ['key.change']]);
    const rest = await read(`?search=KEY.&limit=1&after=${found.next}`);
    expect([rest.next, rest.entries.map(({ action }) => action)]).toEqual([null, ['key.create']]);
    expect((await read(`?search=${service.serviceId}`)).total).toBe(2);
    for (const search of ['%25', '_%25', "'%20or%201=1--"])
      expect((await read(`?search=${search}`)).total).toBe(0);
    // By the names that stand for ids, and by who did it and when.
    expect((await read(`?search=${owner.email.toUpperCase()}`)).total).toBe(4);
    expect((await read('?search=__PROTO__')).total).toBe(2);
    expect((await read(`?search=${other.email}`)).total).toBe(0);
    expect([(await read('?by=person')).total, (await read('?by=key')).total]).toEqual([4, 0]);
    expect((await read('?from=2026-01-01T00:00:00Z&search=key.')).total).toBe(2);
    expect((await read('?to=2026-01-01T00:00:00Z')).total).toBe(0);
    expect((await owner.send('GET', `/api/manage/audit?search=${'x'.repeat(101)}`)).status).toBe(400);

    const exported = await owner.send('GET', '/api/manage/audit/export?search=key.');
    expect(exported.headers['content-type']).toBe('application/x-ndjson');
    expect(exported.headers['content-disposition']).toContain('audit.ndjson');
    const lines = exported.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry);
    expect(lines).toEqual((await read('?search=key.')).entries);
    expect((await owner.send('GET', '/api/manage/audit/export?search=nothing')).text).toBe('');
  });

  test('administrators search it, see the people of every account by name, and export it', async () => {
    const owner = await createOwner(scene.under);
    const boss = await createOwner(scene.under, { administrator: true });
    const path = `/api/admin/accounts/${owner.accountId}`;
    await scene.liveKey(owner);
    await boss.send('PATCH', path, { plan: 'Starter' });
    const read = async (query = '') =>
      (await boss.send('GET', `${path}/audit${query}`)).json<{ entries: Entry[]; brokenAt: null }>();
    const { entries, brokenAt } = await read();
    expect(brokenAt).toBeNull();
    expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['account.update', boss.email],
      ['key.create', owner.email],
    ]);
    // Owners do not see the address of an administrator.
    const own = (await owner.send('GET', '/api/manage/audit')).text;
    expect([own.includes('account.update'), own.includes(boss.email)]).toEqual([true, false]);
    expect((await read('?search=account.')).entries).toHaveLength(1);
    const lines = (await boss.send('GET', `${path}/audit/export?by=person`)).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(entries);

    const invited = await boss.send('POST', '/api/admin/invitations', { role: 'owner' });
    const { id } = invited.json<{ id: string }>();
    const found = (await boss.send('GET', `/api/admin/audit?search=${boss.email}&limit=1`)).json<{
      entries: Entry[];
    }>();
    expect(found.entries).toMatchObject([{ action: 'invitation.create', actorName: boss.email }]);
    const file = await boss.send('GET', `/api/admin/audit/export?search=${id}`);
    expect(file.text.split('\n').map((line) => line && JSON.parse(line).action)).toEqual([
      'invitation.create',
      '',
    ]);

    const csv = (await boss.send('GET', `/api/admin/accounts.csv?search=${owner.email}`)).text.split('\r\n');
    expect(csv[0]).toBe('accountId,name,users,status,closesAt,plan,createdAt');
    expect(csv).toHaveLength(3);
    expect(csv[1]).toContain(`${owner.accountId},`);
    expect(csv[1]).toContain(`,${owner.email},active,,Starter,`);
  });
});
