import type { EventKind, NewEvent } from './event.js';
import { isImportant } from './event.js';
import { nextAttempt } from './webhook.js';

/**
 * The subject of an email: an event; a link with which a password is reset or an address verified; or that an account has another address
 * now, sent to the previous one.
 */
export type MailPurpose = 'event' | 'password' | 'address' | 'address-changed';

/** One attempt to hand an email over to the mail server. */
export interface MailAttempt {
  /** RFC 3339, UTC. */
  readonly at: string;
  /** The reply code of the server, such as `550`, or the code of the failure, such as `ETIMEDOUT`; absent if it was accepted. */
  readonly error?: string;
}

/** An email on its way. Times are in milliseconds since the Unix epoch. */
export interface Mail {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  readonly purpose: MailPurpose;
  /** Present if it is about an event. */
  readonly eventId?: string;
  /** The recipient, unless it is the address of the user. */
  readonly address?: string;
  readonly state: 'pending' | 'sent' | 'failed';
  readonly attempts: readonly MailAttempt[];
  /** When it is tried next, while it is pending. */
  readonly nextAt?: number;
  readonly createdAt: number;
}

/** An email to a person that is not about an event. */
export type NewMail = Pick<Mail, 'accountId' | 'userId' | 'address'> & {
  readonly purpose: Exclude<MailPurpose, 'event'>;
};

/** The maximum number of emails about events to one person within a day. Further events are in the dashboard only. */
export const MAX_EVENT_MAILS = 100;
/** The maximum number of other emails to one person within an hour. */
export const MAX_PERSON_MAILS = 5;

/** Whether a person gets an email about an event. `types`: those that the person chose; undefined for important events. */
export function takesMail(
  types: readonly EventKind[] | undefined,
  event: Pick<NewEvent, 'kind' | 'data'>,
): boolean {
  return types === undefined ? isImportant(event) : types.includes(event.kind);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The pauses between attempts of an email that a person waits for, in milliseconds. */
const PERSON_PAUSES: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
];

/**
 * Returns when to try an email again, in milliseconds since the Unix epoch; undefined if it has failed for good: after 72 hours about an event,
 * as a webhook, and after half an hour if a person waits for it.
 *
 * @param attempts how often it was tried, the last time at `at`
 * @param first when it was tried first
 * @param random a number from 0 to 1
 */
export function nextMailAttempt(
  purpose: MailPurpose,
  attempts: number,
  first: number,
  at: number,
  random: number,
): number | undefined {
  if (purpose === 'event') return nextAttempt(attempts, first, at, random);
  const pause = PERSON_PAUSES[attempts - 1];
  return pause === undefined ? undefined : at + Math.round(pause * (0.9 + 0.2 * random));
}
