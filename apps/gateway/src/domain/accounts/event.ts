import { randomBytes } from 'node:crypto';

/** The kind of event. The names are part of the management API and of webhooks. */
export const EVENT_KINDS = [
  'quota.reached',
  'key.quota.reached',
  'key.created',
  'key.expiring',
  'key.expired',
  'key.unused',
  'certificate.expiring',
  'certificate.expired',
  'session.failing',
  'session.expiring',
  'session.expired',
  'revision.waiting',
  'contract.changed',
  'contract.unreadable',
  'contract.readable',
  'service.failing',
  'service.recovered',
  'service.errors',
  'operation.held',
  'account.changed',
  'account.closing',
  'password.reset',
  'webhook.test',
  // For administrators, about the gateway itself.
  'gateway.disk',
  'gateway.database',
  'gateway.redis',
  'gateway.sign-up',
  'gateway.watchdog',
  'gateway.certificate.expiring',
  'gateway.certificate.expired',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** The details of an event: names, ids and counts, never a secret. */
export type EventData = Readonly<Record<string, string | number>>;

/** An event before it is stored. An account has one event per kind, subject, threshold and period, however many nodes notice it. */
export interface NewEvent {
  readonly accountId: string;
  readonly kind: EventKind;
  /** The id of what it is about: the account, a key, a service, `service/operation`. */
  readonly subject: string;
  /** Default `''`: there is only one. */
  readonly threshold?: string;
  /** Distinguishes it from the same event at another time, such as the start of a billing period. Default `''`: it happens only once. */
  readonly period?: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly data: EventData;
}

/** An event of the gateway, which every account of an administrator gets. */
export type GatewayEvent = Omit<NewEvent, 'accountId'>;

/** A stored event. */
export interface AccountEvent {
  /** `evt_…`, the same on every delivery. */
  readonly id: string;
  readonly accountId: string;
  readonly kind: EventKind;
  readonly subject: string;
  readonly data: EventData;
  /** Whether the dashboard shows it on every page until it is read. */
  readonly important: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** When somebody marked it as read. */
  readonly readAt?: number;
}

/** Creates the id of an event: 144 random bits. */
export function createEventId(): string {
  return `evt_${randomBytes(18).toString('base64url')}`;
}

/** The shares of a quota, in percent, that are events. */
export const QUOTA_PERCENTS = [80, 95, 100] as const;

/** The days without use of a key that are an event. */
export const UNUSED_DAYS = 90;

/** The days before the end of a key or a certificate that are events. */
export const EXPIRY_DAYS = [1, 7, 30] as const;

/** Whether an event needs the owner's attention. */
export function isImportant({ kind, data }: Pick<NewEvent, 'kind' | 'data'>): boolean {
  switch (kind) {
    case 'quota.reached':
    case 'key.quota.reached':
      return Number(data['percent']) >= 95;
    case 'key.expiring':
    case 'certificate.expiring':
    case 'gateway.certificate.expiring':
      return Number(data['days']) <= 7;
    case 'session.expiring':
      // Without days, the next token is late.
      return Number(data['days'] ?? 0) <= 7;
    case 'key.expired':
    case 'session.failing':
    case 'session.expired':
    case 'certificate.expired':
    case 'revision.waiting':
    case 'contract.unreadable':
    case 'service.failing':
    case 'service.errors':
    case 'operation.held':
    case 'account.closing':
    case 'password.reset':
    case 'gateway.disk':
    case 'gateway.database':
    case 'gateway.redis':
    case 'gateway.watchdog':
    case 'gateway.certificate.expired':
      return true;
    case 'contract.changed':
      return data['result'] !== 'published';
    case 'account.changed':
      // A password or a right is more urgent than a plan.
      return !/^(plan|billingAnchor)=/.test(String(data['change']));
    default:
      return false;
  }
}

/** Returns what happened in one sentence, for people. */
export function titleOf(event: Pick<AccountEvent, 'kind' | 'data'>): string {
  return GATEWAY_TITLES[event.kind]?.(event.data) ?? ownTitle(event);
}

/** The titles of events for administrators. */
const GATEWAY_TITLES: { readonly [Kind in EventKind]?: (data: EventData) => string } = {
  'gateway.disk': ({ node, percent }) => `The disk of ${node} is ${percent} % full`,
  'gateway.database': ({ from, until }) =>
    `The database accepted no changes from ${minuteOf(from)} to ${minuteOf(until)} (UTC)`,
  'gateway.redis': () =>
    'Redis does not respond: each node of the gateway enforces its share of the limits until it does',
  'gateway.sign-up': ({ email, accountName }) => `${email} signed up: account “${accountName}”`,
  'gateway.watchdog': ({ operation, serviceName }) =>
    `The operation ${operation} of ${serviceName} stopped a process of the gateway`,
  'gateway.certificate.expiring': ({ validTo }) =>
    `The TLS certificate of the gateway expires on ${dayOf(validTo)}`,
  'gateway.certificate.expired': ({ validTo }) =>
    `The TLS certificate of the gateway expired on ${dayOf(validTo)}`,
};

function ownTitle({ kind, data }: Pick<AccountEvent, 'kind' | 'data'>): string {
  const { percent, quota, keyName, serviceName, expiresAt } = data;
  switch (kind) {
    case 'quota.reached':
      return percent === 100
        ? `The quota of ${quota} calls is used up: calls are rejected with 429 until the period ends`
        : `${percent} % of the quota of ${quota} calls is used`;
    case 'key.quota.reached':
      return percent === 100
        ? `The API key “${keyName}” has used its ${quota} calls: its calls are rejected with 429 until the period ends`
        : `The API key “${keyName}” has used ${percent} % of its ${quota} calls`;
    case 'key.created':
      return `The API key “${keyName}” was created`;
    case 'key.expiring':
      return `The API key “${keyName}” expires on ${dayOf(expiresAt)}`;
    case 'key.expired':
      return `The API key “${keyName}” expired on ${dayOf(expiresAt)}`;
    case 'key.unused':
      return `The API key “${keyName}” has not been used for ${data['days']} days`;
    case 'certificate.expiring':
      return `${memberOf(data)} in the credentials of ${serviceName} expires on ${dayOf(data['validTo'])}`;
    case 'certificate.expired':
      return `${memberOf(data)} in the credentials of ${serviceName} expired on ${dayOf(data['validTo'])}`;
    case 'session.failing':
      return data['provided'] === 1
        ? `The SOAP service of ${serviceName} does not accept the token of its session`
        : `The login to the SOAP service of ${serviceName} failed: calls fail until one succeeds`;
    case 'session.expiring':
      return data['days'] === undefined
        ? `The token of ${serviceName} ends at ${minuteOf(expiresAt)} (UTC), and the next one is due`
        : `The token of ${serviceName} ends on ${dayOf(expiresAt)}`;
    case 'session.expired':
      return `The token of ${serviceName} ended at ${minuteOf(expiresAt)} (UTC): calls fail until a program hands in the next one`;
    case 'revision.waiting':
      return `Revision ${data['revision']} of ${serviceName} is waiting for your approval`;
    case 'contract.changed':
      return titleOfChange(data);
    case 'contract.unreadable':
      return `The WSDL of ${serviceName} could not be read for three days`;
    case 'contract.readable':
      return `The WSDL of ${serviceName} can be read again`;
    case 'service.failing':
      return `The SOAP service of ${serviceName} does not respond: calls fail until it does`;
    case 'service.recovered':
      return `The SOAP service of ${serviceName} responds again`;
    case 'service.errors':
      return `${percent} % of the calls of ${serviceName} failed for five minutes`;
    case 'operation.held':
      return `The operation ${data['operation']} of ${serviceName} is held, because it stopped the gateway twice within an hour`;
    case 'account.changed':
      return `An administrator ${changeInWords(String(data['change']))}`;
    case 'account.closing':
      return `The account is closed: it is deleted with everything in it on ${dayOf(data['closesAt'])} (UTC), unless you log in and keep it`;
    case 'password.reset':
      return `The password of ${data['email']} was reset with a link; the sessions from before have ended`;
    case 'webhook.test':
      return 'A test event was sent to a webhook';
    default:
      return kind;
  }
}

/** The change that an administrator made, by the beginning of its text; `*` stands for its end. */
const CHANGES: ReadonlyMap<string, string> = new Map([
  ['plan=', 'changed the plan to *'],
  ['status=suspended', 'suspended the account'],
  ['status=active', 'resumed the account'],
  ['administrator.grant ', 'made * an administrator'],
  ['administrator.revoke ', 'ended the right of * to administer the gateway'],
  ['password.link ', 'created a link that sets the password of *'],
  ['password.reset ', 'set the password of *'],
]);

/** Returns what an administrator did, from the text of a change: `plan=Pro`. */
function changeInWords(change: string): string {
  for (const [start, words] of CHANGES) {
    const end = change.slice(start.length);
    if (change.startsWith(start) && !/\s/.test(end)) return words.replace('*', () => end);
  }
  return `changed the account: ${change}`;
}

/** Returns the page of the dashboard where an owner can act on an event. */
export function pageOfEvent({ kind, data }: Pick<AccountEvent, 'kind' | 'data'>): string {
  const service = `/services/${data['serviceId']}`;
  switch (kind) {
    case 'quota.reached':
      return '/usage';
    case 'key.quota.reached':
    case 'key.created':
    case 'key.expiring':
    case 'key.expired':
      return '/keys';
    case 'key.unused':
      return '/keys?unused=true';
    case 'revision.waiting':
    case 'contract.changed':
      return `${service}/revisions`;
    case 'contract.unreadable':
    case 'contract.readable':
      return `${service}/settings`;
    case 'certificate.expiring':
    case 'certificate.expired':
    case 'service.failing':
    case 'service.recovered':
      return `${service}/connection`;
    case 'service.errors':
      return '/usage';
    case 'session.failing':
    case 'session.expiring':
    case 'session.expired':
      return `${service}/design?view=session`;
    case 'operation.held':
      return `${service}/operations`;
    case 'account.changed':
    case 'account.closing':
    case 'password.reset':
      return '/settings';
    case 'webhook.test':
      return '/events/webhooks';
    case 'gateway.sign-up':
    case 'gateway.watchdog':
      return `/administration/accounts/${data['accountId']}`;
    case 'gateway.disk':
    case 'gateway.database':
    case 'gateway.redis':
    case 'gateway.certificate.expiring':
    case 'gateway.certificate.expired':
      return '/administration/health';
  }
}

/** Says what became of a changed contract, and who called what changed. */
function titleOfChange({ serviceName, revision, result, changes, breaking, callers }: EventData): string {
  const what = `The WSDL of ${serviceName} has changed: revision ${revision}`;
  if (result === 'published') return `${what} is live, and breaks no client`;
  const waits = `${what} is waiting for your approval`;
  if (changes === undefined) return waits;
  if (result === 'waiting') return `${waits}, and breaks no client`;
  const breaks = `${waits}, because ${breaking} ${breaking === 1 ? 'change' : 'changes'} can break clients`;
  return callers === undefined ? breaks : `${breaks}; calls of the operations in 30 days: ${callers}`;
}

/** Names a certificate by the member of the credentials that holds it. */
function memberOf({ member }: EventData): string {
  const name = MEMBERS[String(member)] ?? 'certificate';
  return `The ${name}`;
}

const MEMBERS: Readonly<Record<string, string>> = {
  clientCertificate: 'client certificate',
  ca: 'certificate of an authority',
  signature: 'signing certificate',
  session: 'certificate for session keys',
  encryption: 'certificate for encryption',
  verify: 'certificate that verifies responses',
  sts: 'certificate for the token service',
  saml: 'SAML assertion',
};

/** `2026-11-30 02:05` */
function minuteOf(instant: string | number | undefined): string {
  return String(instant).slice(0, 16).replace('T', ' ');
}

function dayOf(instant: string | number | undefined): string {
  return String(instant).slice(0, 10);
}
