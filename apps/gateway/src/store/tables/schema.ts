import type { Generated } from 'kysely';
import type { EventKind } from '../../domain/accounts/event.js';
import type { InvitedRole } from '../../domain/accounts/invitation.js';
import type { MailPurpose } from '../../domain/accounts/mail.js';
import type { LinkPurpose } from '../../domain/accounts/one-time-link.js';
import type { PlanName } from '../../domain/accounts/plan.js';
import type { WatchActivation, WatchResult, WatchSchedule } from '../../domain/services/contract-watch.js';

/**
 * The tables, the same on both databases. Ids are text; times are ISO 8601 text in UTC, which sorts chronologically; flags are 0
 * and 1; structured settings are JSON text. A column that both drivers return in the same way is worth more than a native type.
 */
export interface Tables {
  accounts: {
    id: string;
    name: string;
    status: 'active' | 'suspended';
    plan: 'Free' | 'Starter' | 'Pro';
    billing_anchor: string | null;
    next_plan: 'Free' | 'Starter' | 'Pro' | null;
    next_plan_at: string | null;
    /** When it is deleted, if its owner closed it. Valid while it is suspended. */
    closes_at: string | null;
    created_at: string;
  };
  api_keys: {
    id: string;
    account_id: string;
    purpose: 'live' | 'management';
    name: string;
    hint: string;
    hash: string;
    created_at: string;
    revoked_at: string | null;
    last_used_at: string | null;
    /** A JSON array; null for every operation. */
    operations: string | null;
    /** The other rules of the key as JSON: see `store/repositories/accounts/key-rows.ts`. */
    rules: string | null;
    expires_at: string | null;
    rolled_at: string | null;
    previous_hash: string | null;
    previous_until: string | null;
    last_used_from: string | null;
  };
  services: {
    id: string;
    account_id: string;
    slug: string;
    name: string;
    status: 'active' | 'paused';
    revision: number;
    settings: string;
    created_at: string;
    updated_at: string;
  };
  service_revisions: {
    service_id: string;
    account_id: string;
    number: number;
    /** The ServiceModel as gzipped JSON, because models of large WSDLs are megabytes of repetitive text. */
    model: Buffer;
    diagnostics: string;
    source: string;
    created_at: string;
    /** The grade of each operation of each port, as JSON. */
    grades: string | null;
    /** When it first went live. */
    live_at: string | null;
    /** When its owner rejected it. */
    rejected_at: string | null;
    /** The owner's design as JSON text. */
    design: string | null;
    /** The same as the owner wrote it, with its comments; null if only the JSON is known. */
    design_text: string | null;
    /** When a check of the contract stored it; null if its owner imported it. */
    watched_at: string | null;
    /** When a later check replaced it: then `rejected_at` is the same time, unless its owner rejected it since. */
    replaced_at: string | null;
  };
  /** When revisions went live, roll-backs included. */
  service_publications: {
    account_id: string;
    service_id: string;
    at: string;
    revision: number;
  };
  /** The checks of the documents of services: see `domain/services/contract-watch.ts`. */
  contract_watches: {
    account_id: string;
    service_id: string;
    schedule: WatchSchedule;
    activate: WatchActivation;
    /** Null while no check is planned. */
    next_at: string | null;
    checked_at: string | null;
    result: WatchResult | null;
    reason: string | null;
    revision: number | null;
    failing_since: string | null;
    failures: number;
    told: number;
    version: number;
    /** `WatchMemory` as JSON. */
    memory: string | null;
  };
  /** Generated texts of services: see `owners/description/artefacts.ts`. */
  artefacts: {
    account_id: string;
    service_id: string;
    key: string;
    /** Gzipped UTF-8. */
    body: Buffer;
    bytes: number;
    created_at: string;
  };
  /** Recorded calls: see `domain/calls/recording.ts`. */
  recordings: {
    id: string;
    account_id: string;
    service_id: string;
    contract: string;
    operation: string;
    name: string;
    key: string;
    reply: string;
    content: string;
    request: Buffer;
    response: Buffer;
    status: number;
    /** The media types of the messages, and what was redacted, as JSON. */
    details: string;
    /** The rules of an uploaded recording, as JSON. */
    rules: string | null;
    /** The total size of the messages and the content. */
    bytes: number;
    at: string;
  };
  operation_examples: {
    account_id: string;
    service_id: string;
    operation: string;
    input: string;
  };
  operation_settings: {
    service_id: string;
    account_id: string;
    operation: string;
    method_policy: string;
    cache_seconds: number;
    unwrap: string | null;
  };
  /** Deprecations of operations and, with an empty operation name, of whole services. */
  deprecations: {
    account_id: string;
    service_id: string;
    operation: string;
    at: string;
    sunset: string | null;
    link: string | null;
  };
  /** The operations that a waiting revision removes, and what its owner announced about them. */
  announcements: Omit<Tables['deprecations'], 'operation'> & {
    revision: number;
    /** The live revision that it was compared with. */
    compared_with: number;
    /** A JSON array of names. */
    operations: string;
  };
  /** Requests with an `Idempotency-Key`; `account_id` is `network …` for strangers, such as a sign-up, and `admin` for the operator. */
  repeatable_requests: {
    account_id: string;
    route: string;
    key: string;
    fingerprint: string;
    /** The response, sealed; null while there is none. */
    sealed: string | null;
    at: string;
  };
  quota_ledger: {
    account_id: string;
    period_start: string;
    charged: Generated<number>;
    refunded: Generated<number>;
  };
  quota_journal: {
    node: string;
    entry: number;
    account_id: string;
    period_start: string;
    period_end: string;
    known_charged: number;
    known_refunded: number;
    charged: number;
    refunded: number;
    in_doubt: string;
  };
  users: {
    id: string;
    account_id: string;
    email: string;
    password_hash: string;
    administrator: Generated<number>;
    created_at: string;
    /** When the user verified the email address. */
    email_verified_at: string | null;
    /** The kinds of events that are mailed, as a JSON array; null for important events. */
    mail_types: string | null;
  };
  invitations: {
    id: string;
    token_hash: string;
    role: InvitedRole;
    email: string | null;
    plan: PlanName | null;
    created_by: string;
    created_at: string;
    expires_at: string;
    used_at: string | null;
  };
  sessions: {
    token_hash: string;
    user_id: string;
    account_id: string;
    created_at: string;
    last_seen_at: string;
  };
  /** Secrets of services, sealed: see `domain/seal.ts`. */
  sealed_secrets: {
    account_id: string;
    service_id: string;
    field: string;
    sealed: string;
    /** The certificates in the secret that expire first, as JSON. Null if not known yet. */
    certificates: string | null;
    /** When the first of them expires; far in the future if there is none. Null if not known yet. */
    first_end: string | null;
  };
  /** Which node may log in to the SOAP server of a service. */
  login_leases: {
    account_id: string;
    service_id: string;
    /** Grows each time the right is taken. */
    number: number;
    /** When it expires. Null if nobody has it. */
    until: string | null;
  };
  /** The events of an account, each chained to the previous one by its hash. */
  audit_log: {
    account_id: string;
    number: number;
    at: string;
    actor: string;
    action: string;
    subject: string;
    hash: string;
  };
  /** The events of the gateway that belong to no account. */
  gateway_audit_log: Omit<Tables['audit_log'], 'account_id'>;
  call_log: {
    request_id: string;
    account_id: string;
    at: string;
    service_id: string | null;
    operation: string | null;
    method: string;
    status: number;
    type: string | null;
    code: string | null;
    latency_ms: number;
    cached: number;
    /** 1 if the call used quota. */
    charged: Generated<number>;
    key_id: string | null;
    /** The requested name if there is no such service or operation. */
    requested: string | null;
    /** The stand-in that answered for the service, or `record` if the call was recorded. */
    answers: string | null;
  };
  /** Imports that are not published yet. */
  drafts: {
    id: string;
    account_id: string;
    name: string;
    location: string;
    /** `DraftFindings` as JSON. */
    findings: string;
    /** `DraftChoices` as JSON. */
    choices: string;
    model: Buffer;
    documents: Buffer;
    /** The total size of the findings, the model and the documents. */
    bytes: number;
    created_at: string;
    updated_at: string;
  };
  /** Running imports, and finished ones for a while. */
  jobs: {
    id: string;
    account_id: string;
    state: string;
    progress: string;
    created_at: string;
    updated_at: string;
  };
  /** The writers of calls, and the last batch of each. */
  call_writers: {
    id: string;
    batch: number;
    at: string;
  };
  /** Calls per UTC hour, `2026-11-21T10`; `''` if there was no service or operation. */
  call_hours: {
    account_id: string;
    hour: string;
    service_id: string;
    operation: string;
    calls: number;
    failures: number;
    /** The sum of all calls. */
    latency_ms: number;
  };
  /** Calls per UTC day, kept longer than individual calls; `''` if there was no service, operation or error. */
  call_days: {
    account_id: string;
    day: string;
    service_id: string;
    operation: string;
    type: string;
    code: string;
    calls: number;
    /** The calls that used quota; null in rows from before they were counted. */
    charged: number | null;
  };
  /** Calls per API key and UTC day. */
  key_days: {
    account_id: string;
    day: string;
    key_id: string;
    calls: number;
    failures: number;
    charged: number;
  };
  /** Calls that have left the call log, by operation, API key and UTC day. */
  operation_callers: {
    account_id: string;
    service_id: string;
    operation: string;
    day: string;
    key_id: string;
    calls: number;
  };
  /** The events of accounts: see `domain/accounts/event.ts`. */
  events: {
    id: string;
    account_id: string;
    kind: EventKind;
    subject: string;
    /** `''` if there is only one. */
    threshold: string;
    /** `''` if it happens only once. */
    period: string;
    created_at: string;
    /** A JSON object. */
    data: string;
    important: number;
    read_at: string | null;
    /** When its deliveries to webhooks and its emails were stored. */
    dispatched_at: string | null;
  };
  /** Addresses that events are sent to, with their sealed secrets. */
  webhooks: {
    id: string;
    account_id: string;
    name: string;
    url: string;
    /** A JSON array of kinds of events; null for all. */
    types: string | null;
    enabled: number;
    disabled_reason: 'gone' | null;
    sealed: string;
    previous_sealed: string | null;
    previous_until: string | null;
    created_at: string;
    updated_at: string;
  };
  /** Events on their way to webhooks. */
  webhook_deliveries: {
    id: string;
    account_id: string;
    webhook_id: string;
    event_id: string;
    state: 'pending' | 'delivered' | 'failed';
    /** A JSON array: see `DeliveryAttempt`. */
    attempts: string;
    /** Null when it is over. */
    next_at: string | null;
    created_at: string;
  };
  /** Emails on their way. */
  mails: {
    id: string;
    account_id: string;
    user_id: string;
    purpose: MailPurpose;
    event_id: string | null;
    /** The recipient, unless it is the address of the user. */
    address: string | null;
    state: 'pending' | 'sent' | 'failed';
    /** A JSON array: see `MailAttempt`. */
    attempts: string;
    /** Null when it is over. */
    next_at: string | null;
    created_at: string;
  };
  /** Links that work once: see `domain/accounts/one-time-link.ts`. */
  one_time_links: {
    token_hash: string;
    purpose: LinkPurpose;
    account_id: string;
    user_id: string;
    address: string | null;
    created_at: string;
    expires_at: string;
  };
  /** The pages of services for consumers: see `domain/services/consumer-page.ts`. */
  service_pages: {
    account_id: string;
    service_id: string;
    visibility: 'link' | 'public';
    nonce: string;
    /** Null for a public page. */
    token_hash: string | null;
    updated_at: string;
  };
  /** Rights that one node has at a time. */
  leases: {
    name: string;
    number: number;
    until: string | null;
  };
  /** Operations that stalled a process: when they last did, and since when they are held. */
  stalls: {
    account_id: string;
    service_id: string;
    operation: string;
    at: string;
    held_at: string | null;
  };
  /** The recorded bodies of calls, if the service's owner enabled recording, for a short time. */
  call_bodies: {
    request_id: string;
    account_id: string;
    service_id: string;
    at: string;
    request: string;
    response: string;
  };
}

/** Converts a time (milliseconds since the Unix epoch) to its stored form. */
export function printInstant(instant: number): string {
  return new Date(instant).toISOString();
}

/** Parses a stored time. */
export function parseInstant(text: string): number {
  return Date.parse(text);
}
