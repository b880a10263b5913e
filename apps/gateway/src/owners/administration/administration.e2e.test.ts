import { describe, expect, test } from 'vitest';
import { hashInvitationToken } from '../../domain/accounts/invitation.js';
import { verifyPassword } from '../../domain/accounts/password.js';
import { databases, setAdministrationScene } from '../../testing/administration-scene.js';
import { sampleService } from '../../testing/sample-records.js';

describe.each(databases)('admin commands on $name', (database) => {
  describe.skipIf(!database.installed)('with the database', () => {
    const scene = setAdministrationScene(database);
    const { admin, createAccount } = scene;

    test('operations: lists and releases held operations', async () => {
      const id = await createAccount();
      const service = sampleService(id, Date.parse('2026-11-23T00:00:00Z'));
      const revision = {
        serviceId: service.id,
        number: 1,
        packedModel: Buffer.from('x'),
        diagnostics: [],
        source: 'x',
        createdAt: 0,
      };
      await scene.store.services.create(service, revision);
      const place = { accountId: id, serviceId: service.id, operation: 'GetUser' };
      const at = Date.parse('2026-11-23T10:00:00Z');
      const release = ['operations', 'release', id, service.id, 'GetUser'];
      await scene.store.stalls.record({ ...place, at });
      expect((await admin(['operations', 'held', id, '--json'])).json()).toEqual({ operations: [] });
      expect((await admin(release)).code).toBe(1);
      await scene.store.stalls.record({ ...place, at: at + 60_000 });
      expect((await admin(['operations', 'held', id, '--json'])).json()).toEqual({
        operations: [{ serviceId: service.id, operation: 'GetUser', heldSince: '2026-11-23T10:01:00.000Z' }],
      });
      expect(await admin(release)).toMatchObject({ code: 0, out: 'released GetUser\n' });
      expect(await scene.store.stalls.listHeld(id)).toEqual([]);
      expect((await scene.store.services.find(id, service.id))!.updatedAt).toBeGreaterThan(service.updatedAt);
      const [entry] = (await scene.store.audit.list(id, { limit: 1 })).items;
      expect(entry).toMatchObject({
        actor: 'admin',
        action: 'operation.release',
        subject: `${service.id}/GetUser`,
      });
    });

    test('accounts: creates an account with its plan and billing anchor, and audits it', async () => {
      const anchor = '2026-01-31T12:00:00.000Z';
      const id = await createAccount('--plan', 'Pro', '--billing-anchor', anchor);
      expect(await scene.store.accounts.find(id)).toMatchObject({
        name: 'Example',
        status: 'active',
        plan: 'Pro',
        billingAnchor: Date.parse(anchor),
      });
      const [entry] = (await scene.store.audit.list(id, { limit: 10 })).items;
      expect(entry).toMatchObject({ actor: 'admin', action: 'account.create' });

      const shown = (await admin(['accounts', 'show', id, '--json'])).json();
      expect(shown).toMatchObject({ accountId: id, status: 'active', billingAnchor: anchor });
      expect(shown.plan.name).toBe('Pro');
      expect(shown.period.remaining).toBe(1_000_000);
      expect(shown.period.start).toMatch(/T12:00:00\.000Z$/);
      const { out } = await admin(['accounts', 'show', id]);
      expect(out).toContain(`account         ${id}\n`);
      expect(out).toContain('plan            Pro\n');
    });

    test('accounts: creates a first user, who can log in with the password from standard input', async () => {
      const args = ['accounts', 'create', '--name', 'Owned', '--email', 'Owner@Example.com', '--json'];
      const made = await admin(args, { input: 'correct horse battery\n' });
      expect(made.code).toBe(0);
      const user = await scene.store.users.findByEmail('owner@example.com');
      expect(user?.accountId).toBe(made.json().accountId);
      expect(await verifyPassword('correct horse battery', user?.passwordHash)).toBe(true);

      const again = await admin(args, { input: 'correct horse battery\n' });
      expect(again).toMatchObject({ code: 1 });
      expect(again.json().error.code).toBe('EMAIL_TAKEN');
      const before = (await scene.store.accounts.list({ limit: 1 })).total;
      expect(await admin(args, { input: 'short' })).toMatchObject({ code: 2 });
      expect((await scene.store.accounts.list({ limit: 1 })).total).toBe(before);

      const reset = await admin(['users', 'set-password', 'owner@example.com'], {
        input: 'another long one',
      });
      expect(reset.code).toBe(0);
      const changed = await scene.store.users.findByEmail('owner@example.com');
      expect(await verifyPassword('another long one', changed?.passwordHash)).toBe(true);
    });

    test('users: setting a password ends every session', async () => {
      await admin(['accounts', 'create', '--name', 'Sessions', '--email', 'two@example.com'], {
        input: 'correct horse battery',
      });
      const user = await scene.store.users.findByEmail('two@example.com');
      const session = {
        tokenHash: 'hash',
        userId: user!.id,
        accountId: user!.accountId,
        createdAt: Date.now(),
        lastSeenAt: Date.now(),
      };
      await scene.store.sessions.create(session);
      await admin(['users', 'set-password', 'two@example.com'], { input: 'another long password' });
      expect(await scene.store.sessions.find('hash')).toBeUndefined();
    });

    test('users: grants and revokes the right to administer, and audits both', async () => {
      await admin(['accounts', 'create', '--name', 'Boss', '--email', 'boss@example.com'], {
        input: 'correct horse battery',
      });
      expect((await admin(['users', 'grant-administrator', 'Boss@example.com'])).code).toBe(0);
      const user = await scene.store.users.findByEmail('boss@example.com');
      expect(user?.administrator).toBe(true);
      expect((await admin(['users', 'revoke-administrator', 'boss@example.com'])).code).toBe(0);
      expect((await scene.store.users.findByEmail('boss@example.com'))?.administrator).toBeUndefined();
      const actions = (await scene.store.audit.list(user!.accountId, { limit: 2 })).items.map(
        ({ action }) => action,
      );
      expect(actions).toEqual(['administrator.revoke', 'administrator.grant']);
      expect((await admin(['users', 'grant-administrator', 'nobody@example.com'])).code).toBe(1);
    });

    test('invitations: prints the link once and stores only its hash', async () => {
      const { out, code } = await admin([
        'invitations',
        'create',
        '--administrator',
        '--email',
        'A@b.example',
      ]);
      expect(code).toBe(0);
      const token = /^https:\/\/localhost:8443\/sign-up#(inv_[\w-]{43})\n$/.exec(out)?.[1];
      const stored = await scene.store.invitations.find(hashInvitationToken(token!));
      expect(stored).toMatchObject({ role: 'administrator', email: 'a@b.example', createdBy: 'admin' });
      expect(stored!.expiresAt - stored!.createdAt).toBe(7 * 86_400_000);
      const { invitations } = (await admin(['invitations', 'list', '--json'])).json();
      expect(invitations.map(({ id }: { id: string }) => id)).toContain(stored!.id);
      expect((await admin(['invitations', 'delete', stored!.id])).code).toBe(0);
      expect(await scene.store.invitations.find(hashInvitationToken(token!))).toBeUndefined();
      expect((await admin(['invitations', 'delete', stored!.id])).code).toBe(1);
      expect((await admin(['invitations', 'create', '--days', '91'])).code).toBe(2);
      const over = { SIGN_UP: 'closed' };
      const useless = await admin(['invitations', 'create'], { over });
      expect([useless.code, useless.err]).toEqual([1, expect.stringContaining('SIGN_UP=invitation')]);
      expect((await admin(['invitations', 'create', '--administrator'], { over })).code).toBe(0);
      const { entries } = (await admin(['audit', 'list', '--json'])).json();
      expect(entries.map(({ action, actor }: Record<string, string>) => `${action} by ${actor}`)).toEqual([
        'invitation.create by admin',
        'invitation.delete by admin',
        'invitation.create by admin',
      ]);
      expect(entries[1].subject).toBe(stored!.id);
      expect((await admin(['audit', 'verify'])).code).toBe(0);
    });

    test('accounts: applies an upgrade immediately, and a downgrade at the end of the period', async () => {
      const id = await createAccount();
      expect((await admin(['accounts', 'set-plan', id, 'Starter'])).code).toBe(0);
      const up = await scene.store.accounts.find(id);
      expect(up).toMatchObject({ plan: 'Starter' });
      expect(Math.abs(Date.now() - up!.billingAnchor!)).toBeLessThan(60_000);
      const down = await admin(['accounts', 'set-plan', id, 'Free', '--json']);
      expect(down.json().plan).toMatchObject({ name: 'Starter', next: { name: 'Free' } });
      expect((await scene.store.accounts.find(id))?.nextPlan?.plan).toBe('Free');
      await admin(['accounts', 'set-billing-anchor', id, '2026-03-15T00:00:00Z']);
      expect((await scene.store.accounts.find(id))?.billingAnchor).toBe(Date.parse('2026-03-15T00:00:00Z'));
    });

    test('accounts: rejects a billing anchor on the Free plan, and changes nothing', async () => {
      const anchor = '2026-03-15T00:00:00Z';
      const before = (await admin(['accounts', 'list', '--json'])).json().accounts.length;
      const created = await admin(['accounts', 'create', '--name', 'x', '--billing-anchor', anchor]);
      expect(created).toMatchObject({ code: 1, err: expect.stringContaining('needs a paid plan') });
      expect((await admin(['accounts', 'list', '--json'])).json().accounts).toHaveLength(before);
      const id = await createAccount();
      expect((await admin(['accounts', 'set-billing-anchor', id, anchor])).code).toBe(1);
      expect((await scene.store.accounts.find(id))?.billingAnchor).toBeUndefined();
    });

    test('accounts: suspends and resumes an account', async () => {
      const id = await createAccount();
      expect((await admin(['accounts', 'suspend', id, '--json'])).json().status).toBe('suspended');
      expect((await scene.store.accounts.find(id))?.status).toBe('suspended');
      await admin(['accounts', 'resume', id]);
      expect((await scene.store.accounts.find(id))?.status).toBe('active');
      expect(await scene.store.audit.verify(id)).toBeUndefined();
      const list = (await admin(['accounts', 'list', '--json'])).json();
      expect(list.accounts.map((each: { accountId: string }) => each.accountId)).toContain(id);
      const actions = (await admin(['audit', 'list', id, '--json'])).json().entries;
      expect(actions.map((each: { action: string }) => each.action)).toEqual([
        'account.update',
        'account.update',
        'account.create',
      ]);
      expect((await admin(['audit', 'verify', id])).code).toBe(0);
    });

    test('output: escapes control characters in names', async () => {
      await admin(['accounts', 'create', '--name', 'red\u001b[31m\nfake row']);
      const { out } = await admin(['accounts', 'list']);
      expect(out).not.toContain('\u001b');
      expect(out.trimEnd().split('\n')).toHaveLength(
        (await scene.store.accounts.list({ limit: 1 })).total + 1,
      );
    });

    test.each([
      [['accounts', 'show', 'acc_none'], 1],
      [['accounts', 'suspend', 'acc_none'], 1],
      [['keys', 'create', 'acc_none', '--name', 'x'], 1],
      [['keys', 'list', 'acc_none'], 1],
      [['audit', 'verify', 'acc_none'], 1],
      [['users', 'set-password', 'nobody@example.com'], 1],
      [[], 2],
      [['accounts'], 2],
      [['accounts', 'create'], 2],
      [['accounts', 'create', '--name', ''], 2],
      [['accounts', 'create', '--name', 'x', '--plan', 'Gold'], 2],
      [['accounts', 'create', '--name', 'x', '--billing-anchor', 'tomorrow'], 2],
      [['accounts', 'create', '--name', 'x', '--billing-anchor', '2026-13-01T00:00:00Z'], 2],
      [['accounts', 'create', '--name', 'x', 'surplus'], 2],
      [['sealing-keys', 'generate', 'a:b'], 2],
      [['nonsense'], 2],
      [['--help'], 0],
      [['accounts', 'create', '--help'], 0],
    ])('%j exits with %i and the reason', async (args, code) => {
      const answer = await admin(args, { input: 'a password that is long' });
      expect(answer.code).toBe(code);
      expect((code === 0 ? answer.out : answer.err).length).toBeGreaterThan(0);
    });

    test('reports an invalid configuration and a missing database', async () => {
      const wrong = await admin(['accounts', 'list', '--json'], { over: { LOG_LEVEL: 'loud' } });
      expect(wrong).toMatchObject({ code: 3 });
      expect(wrong.json().error.message).toContain('LOG_LEVEL must be one of');
      const away = await admin(['accounts', 'list'], {
        over: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
      });
      expect(away.code).toBe(3);
      expect(away.err).toMatch(/the database cannot be opened: .*ECONNREFUSED/);
      const over = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
      const exported = await admin(['export', 'acc_none'], { over });
      expect([exported.code, exported.err]).toEqual([3, away.err]);
    });
  });
});
