import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient, ownerClient, PASSWORD } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';
import {
  type ReceivedMail,
  SMTP_LOGIN,
  type SmtpReceiver,
  startSmtpReceiver,
} from '../testing/smtp-receiver.js';

interface MailSettings {
  readonly enabled: boolean;
  readonly address: string;
  readonly verifiedAt: string | null;
  readonly types: readonly string[] | null;
}

/** Waits for what a node does in its rounds. */
const eventually = <Value>(check: () => Value | Promise<Value>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 100 });

describe.each(await setUps())('email with $name', (setUp) => {
  let server: SmtpReceiver;
  const scene = setManagementScene({
    ...setUp,
    async start() {
      server = await startSmtpReceiver();
      const login = `${encodeURIComponent(SMTP_LOGIN.user)}:${encodeURIComponent(SMTP_LOGIN.password)}`;
      return {
        ...(await setUp.start()),
        SMTP_URL: `smtp://${login}@localhost:${server.port}`,
        SMTP_FROM: 'Soapstone <gateway@mail.example>',
        SMTP_CA_FILE: server.caFile,
      };
    },
  });
  afterAll(() => server?.stop());
  beforeEach(() => server.clear());

  const to = (address: string): readonly ReceivedMail[] =>
    server.mails.filter(({ envelope }) => envelope.to.includes(address));
  const tokenIn = (mail: ReceivedMail | undefined): string =>
    /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  const post = (path: string, body: object) =>
    scene.under.send(`/api/manage/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  async function verified() {
    const owner = await createOwner(scene.under);
    expect((await owner.send('POST', '/api/manage/mail/verify', {})).status).toBe(200);
    await eventually(() => expect(to(owner.email)).toHaveLength(1));
    const answer = await post('verify-address', { token: tokenIn(to(owner.email)[0]) });
    expect([answer.status, answer.json<unknown>()]).toEqual([200, { address: owner.email }]);
    server.clear();
    return owner;
  }

  test('a person who signs up gets a link that verifies the address, and then the important events', async () => {
    const email = `new-${randomUUID()}@example.com`;
    await post('sign-up', { email, password: PASSWORD, accountName: 'New' });
    const owner = ownerClient(scene.under, email, await post('log-in', { email, password: PASSWORD }));
    expect(await settingsOf(owner)).toEqual({ enabled: true, address: email, verifiedAt: null, types: null });
    await eventually(() => expect(to(email)).toHaveLength(1));
    const [mail] = to(email);
    expect([mail?.secure, mail?.user, mail?.headers['subject']]).toEqual([
      true,
      SMTP_LOGIN.user,
      [`Verify your email address for ${new URL(scene.under.baseUrl).host}`],
    ]);
    const token = tokenIn(mail);
    expect((await post('verify-address', { token: `${token.slice(1)}x` })).status).toBe(400);
    expect((await post('verify-address', { token })).json<unknown>()).toEqual({ address: email });
    const again = await post('verify-address', { token });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('LINK_INVALID')]);
    expect((await settingsOf(owner)).verifiedAt).toMatch(/^20/);

    // An unimportant event, then an important one.
    await scene.liveKey(owner);
    const change = await scene.admin('PATCH', `/api/admin/accounts/${owner.accountId}`, {
      status: 'suspended',
    });
    expect(change.status).toBe(200);
    await eventually(() => expect(to(email)).toHaveLength(2));
    const [, event] = to(email);
    expect(event?.headers['subject']).toEqual(['An administrator suspended the account']);
    expect(event?.text).toContain(`${scene.under.baseUrl}/settings`);
    const audited = await scene.admin('GET', `/api/admin/accounts/${owner.accountId}/audit`);
    expect(audited.text).toContain('address.verify');
  });

  test('a person chooses which events are mailed, with If-Match', async () => {
    const owner = await verified();
    const read = await owner.send('GET', '/api/manage/mail');
    const etag = String(read.headers['etag']);
    const put = (body: object, tag: string) =>
      owner.send('PUT', '/api/manage/mail', body, { 'If-Match': tag });
    expect((await put({ types: ['key.created'] }, '"other"')).status).toBe(412);
    expect((await put({ types: ['no.such'] }, etag)).status).toBe(400);
    expect((await put({ types: ['key.created'] }, etag)).json<MailSettings>().types).toEqual(['key.created']);
    await scene.liveKey(owner);
    await eventually(() => expect(to(owner.email)).toHaveLength(1));
    expect(to(owner.email)[0]?.headers['subject']).toEqual(['The API key “ci” was created']);
    const { key } = (
      await owner.send('POST', '/api/manage/keys', { name: 'management', purpose: 'management' })
    ).json<{ key: string }>();
    const byKey = await scene.under.send('/api/manage/mail', { headers: { 'X-API-Key': key } });
    expect([byKey.status, byKey.text]).toEqual([401, expect.stringContaining('NOT_SIGNED_IN')]);
  });

  test('an address is changed with the password and a link to the new one; the old one gets a notice', async () => {
    const owner = await verified();
    const other = await createOwner(scene.under);
    const next = `next-${randomUUID()}@example.com`;
    const change = (address: string, password = PASSWORD) =>
      owner.send('POST', '/api/manage/mail/address', { address, password });
    expect((await change(next, 'wrong password')).status).toBe(403);
    for (const address of ['a@b.example,c', 'a@b..example', 'no address', 'a"@b.example'])
      expect([address, (await change(address)).status]).toEqual([address, 400]);
    const [free, taken] = [await change(next.toUpperCase()), await change(other.email)];
    expect([free.status, free.text]).toEqual([200, taken.text]);
    await eventually(() => expect(to(next)).toHaveLength(1));
    expect((await post('verify-address', { token: tokenIn(to(next)[0]) })).json<unknown>()).toEqual({
      address: next,
    });
    await eventually(() => expect(to(owner.email)).toHaveLength(1));
    expect(to(owner.email)[0]?.headers['subject']).toEqual([
      `Your account on ${new URL(scene.under.baseUrl).host} has another email address`,
    ]);
    expect(to(other.email)).toEqual([]);
    expect((await post('log-in', { email: owner.email, password: PASSWORD })).status).toBe(401);
    expect((await post('log-in', { email: next, password: PASSWORD })).status).toBe(200);
  });

  test('five emails within an hour, then 409', async () => {
    const owner = await createOwner(scene.under);
    const codes: string[] = [];
    for (let index = 0; index < 6; index += 1)
      codes.push(String((await owner.send('POST', '/api/manage/mail/verify', {})).status));
    expect(codes).toEqual(['200', '200', '200', '200', '200', '409']);
  });
});

describe('a gateway without a mail server', () => {
  const scene = setManagementScene({ name: 'memory', start: async () => ({}), stop: async () => {} });

  test('says that it sends no email', async () => {
    const owner = await createOwner(scene.under);
    expect((await settingsOf(owner)).enabled).toBe(false);
    for (const [path, body] of [
      ['verify', {}],
      ['address', { address: 'a@b.example', password: PASSWORD }],
    ] as const) {
      const answer = await owner.send('POST', `/api/manage/mail/${path}`, body);
      expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('MAIL_OFF')]);
    }
  });
});

async function settingsOf(owner: OwnerClient): Promise<MailSettings> {
  return (await owner.send('GET', '/api/manage/mail')).json<MailSettings>();
}
