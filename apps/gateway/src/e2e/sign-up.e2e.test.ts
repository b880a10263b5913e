import { defined } from '@soapstone/options/defined';
import { afterEach, describe, expect, test } from 'vitest';
import { hashInvitationToken } from '../domain/accounts/invitation.js';
import {
  createInvitation,
  inviteFirstAdministrator,
  type NewInvitation,
} from '../owners/management/use-cases/invite.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { ownerClient, PASSWORD } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

describe.each(await setUps())('sign-up with $name', (setUp) => {
  let under: GatewayUnderTest;
  afterEach(async () => {
    await under?.stop();
    await setUp.stop();
  });
  const start = async (environment: Record<string, string>) => {
    under = await startUnderTest({ ...(await setUp.start()), ...environment });
  };
  const post = (path: string, body: object) =>
    under.send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const signUp = async (email: string, invitation?: string) => {
    const answer = await post('/api/manage/sign-up', {
      email,
      password: PASSWORD,
      accountName: 'Example',
      ...defined({ invitation }),
    });
    const code = answer.status === 200 ? 'OK' : answer.json<{ error: { code: string } }>().error.code;
    return [answer.status, code];
  };
  const find = (email: string) => under.gateway.store.users.findByEmail(email);
  const invite = async (given: NewInvitation) =>
    (await createInvitation(given, { store: under.gateway.store, now: Date.now }, 'admin')).token;

  test('open: anyone can sign up', async () => {
    await start({});
    expect((await under.send('/api/manage/sign-up')).json()).toEqual({ mode: 'open', domains: [] });
    expect(await signUp('any@example.com')).toEqual([200, 'OK']);
  });

  test('a taken address gets the same response as a free one, and its account is unchanged (decision 0022)', async () => {
    await start({});
    const answerFor = async (email: string, password: string) => {
      const answer = await post('/api/manage/sign-up', { email, password, accountName: 'Example' });
      const headers = Object.keys(answer.headers).sort();
      return { status: answer.status, body: answer.text, headers };
    };
    const free = await answerFor('one@example.com', PASSWORD);
    const before = await find('one@example.com');
    expect(await answerFor('one@example.com', `${PASSWORD} of another`)).toEqual(free);
    expect(free.headers).not.toContain('set-cookie');
    expect(await find('one@example.com')).toEqual(before);
  });

  test('domain: addresses of the domains can sign up, those of subdomains and other domains cannot', async () => {
    await start({ SIGN_UP: 'domain', SIGN_UP_DOMAINS: 'Example.com, example.org, bücher.example' });
    const rules = { mode: 'domain', domains: ['example.com', 'example.org', 'bücher.example'] };
    expect((await under.send('/api/manage/sign-up')).json()).toEqual(rules);
    expect(await signUp('One@EXAMPLE.org')).toEqual([200, 'OK']);
    // The ASCII form, by RFC 3492.
    expect(await signUp('a@xn--bcher-kva.example')).toEqual([200, 'OK']);
    expect(await signUp('b@BÜCHER.example')).toEqual([200, 'OK']);
    for (const email of [
      'a@evil.example',
      'a@sub.example.com',
      'a@notexample.com',
      'a@example.com.evil.example',
      'a@example.com.',
      'a@example.com/evil.example',
      'a@example.com:25',
      'a@example.com\u200b',
      'a@bucher.example',
      // Cyrillic letters that look like Latin ones.
      'a@ехample.com',
    ]) {
      expect([email, await signUp(email)]).toEqual([email, [403, 'DOMAIN_NOT_ALLOWED']]);
      expect(await find(email)).toBeUndefined();
    }
    expect(await signUp('a@evil.example@example.com')).toEqual([400, 'SCHEMA_VIOLATION']);
    expect(await signUp('guest@evil.example', await invite({ role: 'owner' }))).toEqual([200, 'OK']);
  });

  test('invitation: works once, for its address, until it expires, and sets its plan', async () => {
    await start({ SIGN_UP: 'invitation' });
    expect(await signUp('a@example.com')).toEqual([403, 'INVITATION_REQUIRED']);
    expect(await signUp('a@example.com', 'inv_invented')).toEqual([403, 'INVITATION_INVALID']);
    const token = await invite({ role: 'owner', email: 'A@example.com', plan: 'Pro' });
    expect(await signUp('b@example.com', token)).toEqual([403, 'INVITATION_INVALID']);
    expect(await signUp('a@example.com', token)).toEqual([200, 'OK']);
    const { items } = await under.gateway.store.gatewayAudit.list({ limit: 10 });
    expect(items.map(({ action, subject }) => [action, subject.replace(/^\S+ /, '')])).toEqual([
      ['invitation.use', 'role=owner email=a@example.com plan=Pro'],
      ['invitation.create', 'role=owner email=a@example.com plan=Pro'],
    ]);
    expect(await under.gateway.store.gatewayAudit.verify()).toBeUndefined();
    const user = await find('a@example.com');
    expect(user?.administrator).toBeUndefined();
    expect(await under.gateway.store.accounts.find(user!.accountId)).toMatchObject({ plan: 'Pro' });
    expect(await signUp('a@example.com', token)).toEqual([403, 'INVITATION_INVALID']);

    const { store } = under.gateway;
    const past = () => Date.now() - 8 * 86_400_000;
    const { token: old } = await createInvitation({ role: 'owner' }, { store, now: past }, 'admin');
    expect(await signUp('c@example.com', old)).toEqual([403, 'INVITATION_INVALID']);
  });

  test('invitation: only one of several concurrent uses creates an account', async () => {
    await start({ SIGN_UP: 'invitation' });
    const token = await invite({ role: 'owner' });
    const people = ['a', 'b', 'c', 'd'].map((name) => `${name}@race.example`);
    const outcomes = await Promise.all(people.map((email) => signUp(email, token)));
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1);
    const users = await Promise.all(people.map(find));
    expect(users.filter((user) => user !== undefined)).toHaveLength(1);
    expect((await under.gateway.store.accounts.list({ limit: 10 })).items).toHaveLength(1);
  });

  test('invitation: stays valid if the address already has an account', async () => {
    await start({});
    expect(await signUp('taken@example.com')).toEqual([200, 'OK']);
    const token = await invite({ role: 'owner' });
    expect(await signUp('taken@example.com', token)).toEqual([200, 'OK']);
    expect(await signUp('free@example.com', token)).toEqual([200, 'OK']);
    expect(await find('free@example.com')).toBeDefined();
  });

  test('closed: only administrators can sign up, by invitation', async () => {
    await start({ SIGN_UP: 'closed' });
    expect(await signUp('a@example.com')).toEqual([403, 'SIGN_UP_CLOSED']);
    expect(await signUp('a@example.com', await invite({ role: 'owner' }))).toEqual([403, 'SIGN_UP_CLOSED']);
    expect(await signUp('a@example.com', await invite({ role: 'administrator' }))).toEqual([200, 'OK']);
    expect((await find('a@example.com'))?.administrator).toBe(true);
  });

  test('first administrator: one link works until there is an account, and only one process prints it', async () => {
    await start({ SIGN_UP: 'closed' });
    const { store } = under.gateway;
    let now = Date.now();
    const deps = { store, now: () => now };
    const [first, second] = await Promise.all([
      inviteFirstAdministrator(deps),
      inviteFirstAdministrator(deps),
    ]);
    expect([first, second].filter(Boolean)).toHaveLength(1);
    now += 61_000;
    // After a restart, a new link replaces the previous one, which is only in the previous log.
    const again = await inviteFirstAdministrator(deps);
    expect(await store.invitations.find(hashInvitationToken((first ?? second)!))).toBeUndefined();
    expect(await signUp('boss@example.com', again)).toEqual([200, 'OK']);
    const boss = ownerClient(
      under,
      'boss@example.com',
      await post('/api/manage/log-in', { email: 'boss@example.com', password: PASSWORD }),
    );
    expect((await boss.send('GET', '/api/manage/session')).json()).toMatchObject({ administrator: true });
    expect((await boss.send('GET', '/api/admin/accounts')).status).toBe(200);
    const invited = async (role: string) =>
      (await boss.send('POST', '/api/admin/invitations', { role })).json<{ error?: { code: string } }>().error
        ?.code;
    expect([await invited('owner'), await invited('administrator')]).toEqual([
      'ONLY_ADMINISTRATORS',
      undefined,
    ]);
    const { entries, brokenAt } = (await boss.send('GET', '/api/admin/audit')).json<{
      entries: { action: string; actor: string; subject: string }[];
      brokenAt: number | null;
    }>();
    const { id } = (await find('boss@example.com'))!;
    expect(brokenAt).toBeNull();
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['invitation.create', `user:${id}`],
      ['invitation.use', `user:${id}`],
      ['invitation.create', 'system'],
      ['invitation.create', 'system'],
    ]);
    expect(entries[1]?.subject).toBe('first role=administrator');
    now += 61_000;
    expect(await inviteFirstAdministrator(deps)).toBeUndefined();
  });
});
