import type { Generated } from 'kysely';

/**
 * The tables, the same on both databases. Ids are text; instants are ISO 8601 text in UTC, which sorts as time does; flags
 * are 0 and 1; structured settings are JSON text. A column that both drivers return alike is worth more than a native type.
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
    /** The ServiceModel as JSON, compressed with gzip: the model of a large WSDL has megabytes that repeat themselves. */
    model: Buffer;
    diagnostics: string;
    source: string;
    created_at: string;
    /** What each operation of each port became, as JSON. */
    grades: string | null;
  };
  /** Texts that were made of a service: see `description/artefacts.ts`. */
  artefacts: {
    account_id: string;
    service_id: string;
    key: string;
    /** UTF-8 under gzip. */
    body: Buffer;
    bytes: number;
    created_at: string;
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
  /** Of operations, and with an empty name of whole services. */
  deprecations: {
    account_id: string;
    service_id: string;
    operation: string;
    at: string;
    sunset: string | null;
    link: string | null;
  };
  quota_ledger: {
    account_id: string;
    period_start: string;
    charged: Generated<number>;
    refunded: Generated<number>;
  };
  users: {
    id: string;
    account_id: string;
    email: string;
    password_hash: string;
    created_at: string;
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
  };
  /** What happened to an account, each entry bound to the one before it by its hash. */
  audit_log: {
    account_id: string;
    number: number;
    at: string;
    actor: string;
    action: string;
    subject: string;
    hash: string;
  };
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
  };
  /** Imports under way, and their ends for a while. */
  jobs: {
    id: string;
    account_id: string;
    state: string;
    progress: string;
    created_at: string;
    updated_at: string;
  };
  /** Who wrote calls, and which batch of theirs was the last. */
  call_writers: {
    id: string;
    batch: number;
    at: string;
  };
  /** Calls added up per UTC hour, `2026-11-21T10`; `''` where there was no service or operation. */
  call_hours: {
    account_id: string;
    hour: string;
    service_id: string;
    operation: string;
    calls: number;
    failures: number;
    /** Of all of them, added up. */
    latency_ms: number;
  };
  /** Calls added up per UTC day, for longer than each call is kept; `''` where there was no service, operation or error. */
  call_days: {
    account_id: string;
    day: string;
    service_id: string;
    operation: string;
    type: string;
    code: string;
    calls: number;
  };
  /** Operations with which a process stood still: when it last did, and since when the operation is held. */
  stalls: {
    account_id: string;
    service_id: string;
    operation: string;
    at: string;
    held_at: string | null;
  };
  /** What calls carried, where the owner of the service wants it, for a short while. */
  call_bodies: {
    request_id: string;
    account_id: string;
    service_id: string;
    at: string;
    request: string;
    response: string;
  };
}

/** Print an instant (milliseconds since the Unix epoch) as it is stored. */
export function printInstant(instant: number): string {
  return new Date(instant).toISOString();
}

/** Parse a stored instant. */
export function parseInstant(text: string): number {
  return Date.parse(text);
}
