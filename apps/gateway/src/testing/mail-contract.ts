import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import type { EventKind, NewEvent } from '../domain/accounts/event.js';
import { MAX_EVENT_MAILS } from '../domain/accounts/mail.js';
import { hashLinkToken } from '../domain/accounts/one-time-link.js';
import type { User } from '../domain/accounts/session.js';
import { createMailChannel } from '../events/mail-channel.js';
import type { MailFailure, MailMessage } from '../events/mailer.js';
import { createOutbox, type Outbox, runChannel } from '../events/outbox.js';
import type { Store } from '../store/store.js';
import { sampleAccount } from './sample-records.js';

// Long after the leases of the other suites of the database.
const start = Date.parse('2031-02-01T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FAILED: MailFailure = { code: 'ECONNECTION', concerns: 'server', isFinal: false, cause: undefined };
const REFUSED: MailFailure = { code: '550', concerns: 'message', isFinal: true, cause: undefined };

/** The suite of emails that every database must pass. `open` opens another connection to the same database each time: a node. */
export function describeMails(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let nodes: readonly Store[];
    let store: Store;
    let account: Account;
    let now = start;
    /** The messages that the mail server got, and its answers. */
    let received: MailMessage[] = [];
    let answer: (message: MailMessage) => undefined | MailFailure | Promise<undefined | MailFailure>;
    const errors: unknown[] = [];
    const open_: Outbox[] = [];
    beforeAll(async () => {
      nodes = [await open(), await open()];
      store = nodes[0]!;
    });
    afterAll(() => Promise.all(nodes?.map((node) => node.close()) ?? []));
    beforeEach(async () => {
      // Long after the test before, whose leases and mails have ended.
      now += 30 * DAY;
      await store.mails.prune(now);
      received = [];
      answer = () => undefined;
      for (const outbox of open_.splice(0)) await outbox.close();
      account = sampleAccount(now);
      await store.accounts.create(account);
      while ((await store.deliveries.dispatch(now, 500, false)) > 0);
    });

    function outbox(node = store, random = 0.5): Outbox {
      const shared = {
        store: node,
        now: () => now,
        log: { error: (...error: unknown[]) => void errors.push(error) },
      };
      const channel = createMailChannel({
        ...shared,
        baseUrl: 'https://gateway.example/soap',
        random: () => random,
        mailer: {
          async send(message, signal) {
            received.push(message);
            let end: () => void = () => {};
            const ended = new Promise<MailFailure>((resolve) => {
              end = () => resolve(FAILED);
              signal.addEventListener('abort', end);
            });
            return Promise.race([answer(message), ended]).finally(() =>
              signal.removeEventListener('abort', end),
            );
          },
        },
      });
      const created = createOutbox({ ...shared, mails: true }, [runChannel(channel)]);
      open_.push(created);
      return created;
    }
    const sendNow = async (by: Outbox) => {
      await by.round();
      await by.settled();
    };
    async function addUser(over: Partial<User> = {}): Promise<User> {
      const user: User = {
        id: randomUUID(),
        accountId: account.id,
        email: `${randomUUID()}@example.com`,
        passwordHash: 'hash',
        createdAt: now,
        emailVerifiedAt: now,
        ...over,
      };
      expect(await store.users.create(user)).toBe(true);
      return user;
    }
    const event = (index = 0, over: Partial<NewEvent> = {}): NewEvent => ({
      accountId: account.id,
      kind: 'key.expired',
      subject: `key ${index}`,
      at: now + index,
      data: { keyName: `CI ${index}`, expiresAt: new Date(now).toISOString() },
      ...over,
    });
    const mailsOf = (user: User) => store.mails.list(user.accountId, user.id, 500);

    test('mails: an event reaches each person who verified an address, once, with a link to its page', async () => {
      const [one, two] = [await addUser(), await addUser()];
      const { emailVerifiedAt: _none, ...stranger } = await addUser({ emailVerifiedAt: undefined as never });
      await store.events.add([event()]);
      await store.events.add([event()]);
      const by = outbox();
      await sendNow(by);
      await sendNow(by);
      expect(received.map(({ to }) => to).sort()).toEqual([one.email, two.email].sort());
      const day = new Date(now).toISOString().slice(0, 10);
      const [message] = received;
      expect(message?.subject).toBe(`The API key “CI 0” expired on ${day}`);
      expect(message?.text).toContain('https://gateway.example/soap/keys\n');
      expect(message?.html).toContain('<a href="https://gateway.example/soap/keys">');
      expect(await mailsOf(one)).toMatchObject([{ state: 'sent', attempts: [{}] }]);
      expect(await mailsOf(stranger)).toEqual([]);
    });

    test('mails: important events without a choice, those of the choice otherwise', async () => {
      const choices: readonly (readonly EventKind[] | undefined)[] = [undefined, ['key.created'], []];
      const users: User[] = [];
      for (const mailTypes of choices)
        users.push(await addUser(mailTypes === undefined ? {} : { mailTypes }));
      await store.events.add([event(), event(1, { kind: 'key.created' })]);
      await sendNow(outbox());
      const counts = await Promise.all(users.map(async (user) => (await mailsOf(user)).length));
      expect(counts).toEqual([1, 1, 0]);
      await store.users.setMailTypes(account.id, users[2]!.id, ['key.created']);
      await store.users.setMailTypes(account.id, users[1]!.id, undefined);
      const found = await Promise.all(users.map(({ id }) => store.users.find(account.id, id)));
      expect(found.map((user) => user?.mailTypes)).toEqual([undefined, undefined, ['key.created']]);
    });

    test('mails: a server that is down is tried again for 72 hours, with the same id; a refusal for good is not', async () => {
      const user = await addUser();
      answer = () => FAILED;
      await store.events.add([event()]);
      const by = outbox();
      await sendNow(by);
      const begun = now;
      for (let round = 0; round < 30; round += 1) {
        const [mail] = await mailsOf(user);
        if (mail?.nextAt === undefined) break;
        // Also if the server was down just before.
        now = Math.max(mail.nextAt, now + 15_000);
        await sendNow(by);
      }
      expect(now - begun).toBeGreaterThan(71 * HOUR);
      expect(now - begun).toBeLessThanOrEqual(72 * HOUR + MINUTE);
      expect([received.length, new Set(received.map(({ id }) => id)).size]).toEqual([10, 1]);
      expect(await mailsOf(user)).toMatchObject([{ state: 'failed', attempts: { length: 10 } }]);
      answer = () => REFUSED;
      await store.events.add([event(1)]);
      now += MINUTE;
      await sendNow(by);
      expect((await mailsOf(user))[0]).toMatchObject({ state: 'failed', attempts: [{ error: '550' }] });
    });

    test('mails: while the server is down it is left alone for 15 seconds, also by other emails', async () => {
      const users = [await addUser(), await addUser(), await addUser()];
      answer = () => FAILED;
      await store.events.add([event()]);
      const by = outbox();
      await sendNow(by);
      const before = received.length;
      expect(before).toBeLessThanOrEqual(users.length);
      now += 14_000;
      await store.events.add([event(1)]);
      await sendNow(by);
      expect(received).toHaveLength(before);
      now += 2_000;
      answer = () => undefined;
      await sendNow(by);
      expect(received.length).toBeGreaterThan(before);
    });

    test('mails: one node sends; another one takes over when it is killed, and repeats what was under way', async () => {
      const user = await addUser();
      let lost: (failure: undefined) => void = () => {};
      answer = () =>
        new Promise<undefined>((resolve) => {
          lost = resolve;
        });
      const killed = outbox(nodes[0]);
      await store.events.add([event()]);
      await killed.round();
      await expect.poll(() => received.length).toBe(1);
      answer = () => undefined;
      const next = outbox(nodes[1]);
      await sendNow(next);
      expect(received).toHaveLength(1);
      now += 40_000;
      await sendNow(next);
      expect(received).toHaveLength(2);
      expect(new Set(received.map(({ id }) => id)).size).toBe(1);
      expect(await mailsOf(user)).toMatchObject([{ state: 'sent', attempts: { length: 1 } }]);
      lost(undefined);
      await killed.settled();
      // It was only paused, and changes nothing any more.
      expect(await mailsOf(user)).toMatchObject([{ state: 'sent', attempts: { length: 1 } }]);
    });

    test('mails: a node that ends does not wait for the mail server, and what was under way is due again', async () => {
      const user = await addUser();
      answer = () => new Promise(() => {});
      const by = outbox();
      await store.events.add([event()]);
      await by.round();
      await expect.poll(() => received.length).toBe(1);
      await by.close();
      expect(await mailsOf(user)).toMatchObject([{ state: 'pending', attempts: [] }]);
    });

    test('mails: a backlog of one account delays neither another account nor a link that a person waits for', async () => {
      const noisy = await addUser();
      await store.events.add(Array.from({ length: 60 }, (_, index) => event(index)));
      answer = ({ to }) => (to === noisy.email ? new Promise(() => {}) : undefined);
      const by = outbox();
      await by.round();
      await expect.poll(() => received.length).toBe(1);
      now += 1_000;
      const first = account;
      account = sampleAccount(now);
      await store.accounts.create(account);
      const quiet = await addUser();
      await store.events.add([event()]);
      await store.mails.add({ accountId: first.id, userId: noisy.id, purpose: 'password' }, now);
      await by.round();
      await expect.poll(() => received.length).toBe(3);
      expect(
        received
          .slice(1)
          .map(({ to }) => to)
          .sort(),
      ).toEqual([noisy.email, quiet.email].sort());
      expect(received.some(({ subject }) => subject === 'Reset your password for gateway.example')).toBe(
        true,
      );
      await expect.poll(async () => (await mailsOf(quiet)).map(({ state }) => state)).toEqual(['sent']);
      await by.close();
    });

    test('mails: a person gets 100 about events within a day, and five others within an hour', async () => {
      const user = await addUser();
      const by = outbox();
      for (let part = 0; part < 3; part += 1) {
        await store.events.add(Array.from({ length: 50 }, (_, index) => event(part * 50 + index)));
        await by.round();
      }
      expect(await mailsOf(user)).toHaveLength(MAX_EVENT_MAILS);
      const mail = { accountId: account.id, userId: user.id, purpose: 'password' } as const;
      const stored = [];
      for (let index = 0; index < 7; index += 1) stored.push(await store.mails.add(mail, now));
      expect(stored).toEqual([true, true, true, true, true, false, false]);
      expect(await store.mails.add(mail, now + HOUR)).toBe(true);
      now += DAY;
      await store.events.add([event(1_000)]);
      await by.round();
      expect((await mailsOf(user)).filter(({ purpose }) => purpose === 'event')).toHaveLength(101);
      await by.close();
    });

    test('mails: the link of an email is stored as a hash only, works once and for its time', async () => {
      const user = await addUser({ emailVerifiedAt: undefined as never });
      await store.mails.add({ accountId: account.id, userId: user.id, purpose: 'address' }, now);
      const by = outbox();
      await sendNow(by);
      const token = /verify-address#([\w-]{43})\n/.exec(received[0]!.text)?.[1] ?? '';
      expect(received[0]?.html).toContain(`https://gateway.example/soap/verify-address#${token}"`);
      const hash = hashLinkToken(token);
      expect(await store.links.find(hash, 'address', now)).toMatchObject({
        address: user.email,
        userId: user.id,
      });
      expect(await store.links.find(hash, 'password', now)).toBeUndefined();
      expect(await store.links.find(token, 'address', now)).toBeUndefined();
      expect(await store.users.takeAddress(hash, now + DAY)).toBeUndefined();
      const taken = await Promise.all([0, 1, 0].map((node) => nodes[node]!.users.takeAddress(hash, now)));
      expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
      expect(await store.users.find(account.id, user.id)).toMatchObject({ emailVerifiedAt: now });
    });

    test('mails: an address that another person has is not told so, and stays with that person', async () => {
      const [user, other] = [await addUser(), await addUser()];
      const mail = {
        accountId: account.id,
        userId: user.id,
        purpose: 'address',
        address: other.email,
      } as const;
      await store.mails.add(mail, now);
      await sendNow(outbox());
      expect(received).toEqual([]);
      expect(await mailsOf(user)).toMatchObject([{ state: 'failed' }]);
    });
  });
}
