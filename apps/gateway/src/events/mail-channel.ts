import { defined } from '@soapstone/options/defined';
import { pageOfEvent, titleOf } from '../domain/accounts/event.js';
import { type Mail, nextMailAttempt } from '../domain/accounts/mail.js';
import { createLink, LINK_LIFE, type LinkPurpose } from '../domain/accounts/one-time-link.js';
import type { User } from '../domain/accounts/session.js';
import type { Log } from '../log/log.js';
import type { MailPlace } from '../store/repositories/events/mails.js';
import type { Store } from '../store/store.js';
import { addressChangedText, LINK_TEXTS, type MailText, printMail } from './mail-text.js';
import type { Mailer } from './mailer.js';
import type { Channel } from './outbox.js';
import type { Place } from './share-out.js';

/** The dependencies of emails. */
export interface MailDependencies {
  readonly store: Pick<Store, 'events' | 'mails' | 'links' | 'users'>;
  readonly mailer: Mailer;
  readonly baseUrl: string;
  readonly log: Pick<Log, 'error'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/** Emails at the same time: a mail server takes few connections, and an account two of them. */
const LIMITS = { atOnce: 8, ofAccount: 2, ofQueue: 1 };
/** How long nothing is sent after the mail server has failed, in milliseconds. */
const PAUSE = 15_000;
/** How long emails are kept, in milliseconds: longer than they are tried. */
const KEEP_MAILS = 7 * 86_400_000;

/** The channel of the outbox that sends emails. What a person waits for is a queue of its own, beside the events of that person. */
export function createMailChannel(deps: MailDependencies): Channel<Place & MailPlace, Mail> {
  const { store, now, log } = deps;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    limits: LIMITS,
    async waiting() {
      if (now() < pausedUntil) return [];
      const places = await store.mails.waiting(now());
      return places.map((place) => ({ ...place, queue: `${place.userId} ${place.aboutEvents}` }));
    },
    due: (place, most, except) => store.mails.due(place, now(), most, except),
    async attempt(mail, signal) {
      const at = now();
      const message = await compose(mail, deps);
      const failure =
        message === undefined
          ? ({ code: 'ENOTHING', concerns: 'message', isFinal: true, cause: undefined } as const)
          : await deps.mailer.send(message, signal);
      if (failure !== undefined && signal.aborted) return;
      const attempt = { at: new Date(at).toISOString(), ...defined({ error: failure?.code }) };
      if (failure === undefined) return store.mails.settle(mail, { state: 'sent', attempt });
      if (failure.concerns === 'server' && now() >= pausedUntil) {
        pausedUntil = now() + PAUSE;
        log.error('email could not be sent: check SMTP_URL and the mail server', failure.cause);
      }
      const first = Date.parse((mail.attempts[0] ?? attempt).at);
      const nextAt = failure.isFinal
        ? undefined
        : nextMailAttempt(mail.purpose, mail.attempts.length + 1, first, now(), deps.random());
      const state = nextAt === undefined ? 'failed' : 'pending';
      return store.mails.settle(mail, { state, attempt, ...defined({ nextAt }) });
    },
    async prune() {
      await store.mails.prune(now() - KEEP_MAILS);
      await store.links.deleteExpired(now());
    },
  };
}

/** Writes the message of an email; undefined if its reason is gone, such as an event that was deleted or a link that would not work. */
async function compose(mail: Mail, deps: MailDependencies) {
  const { accountId, userId, purpose, address } = mail;
  const user = await deps.store.users.find(accountId, userId);
  if (user === undefined) return undefined;
  const text =
    purpose === 'event'
      ? await eventText(mail, user, deps)
      : purpose === 'address-changed'
        ? addressChangedText(hostOf(deps.baseUrl))
        : await linkText({ ...mail, purpose }, user, deps);
  return text && { ...printMail(text), to: address ?? user.email, id: mail.id };
}

async function eventText(
  { accountId, eventId }: Mail,
  user: User,
  { store, baseUrl }: MailDependencies,
): Promise<MailText | undefined> {
  const event = eventId === undefined ? undefined : await store.events.find(accountId, eventId);
  if (event === undefined || user.emailVerifiedAt === undefined) return undefined;
  const title = titleOf(event);
  const host = hostOf(baseUrl);
  return {
    subject: title,
    paragraphs: [`${title}.`, `${new Date(event.createdAt).toISOString()} (UTC)`],
    link: { label: `Open ${host}`, url: baseUrl + pageOfEvent(event) },
    footer: `You get this email because of your account on ${host}. Choose which events are mailed: ${baseUrl}/settings`,
  };
}

/** Makes a new link for each attempt, because only the hash of a link is kept. All of a person's links end when one of them is used. */
async function linkText(
  { accountId, userId, purpose, address, createdAt }: Mail & { readonly purpose: LinkPurpose },
  user: User,
  { store, baseUrl, now }: MailDependencies,
): Promise<MailText | undefined> {
  const at = now();
  if (at - createdAt >= LINK_LIFE[purpose]) return undefined;
  // Another account has the address: a link would say so, and none is sent.
  const other = address === undefined ? undefined : await store.users.findByEmail(address);
  if (other !== undefined && other.id !== userId) return undefined;
  const about = { purpose, accountId, userId, address: address ?? user.email };
  const { link, url } = createLink(about, baseUrl, at);
  await store.links.create(link);
  const label = purpose === 'password' ? 'Reset password' : 'Verify address';
  return { ...LINK_TEXTS[purpose](hostOf(baseUrl)), link: { label, url } };
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}
