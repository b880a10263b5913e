import type { Generated } from 'kysely';

/**
 * The tables, the same on both databases. Ids are text; instants are ISO 8601 text in UTC, which sorts as time does; flags
 * are not used; structured settings are JSON text. A column that both drivers return alike is worth more than a native type.
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
  };
  operation_settings: {
    service_id: string;
    account_id: string;
    operation: string;
    method_policy: string;
    cache_seconds: number;
    unwrap: string | null;
  };
  quota_ledger: {
    account_id: string;
    period_start: string;
    charged: Generated<number>;
    refunded: Generated<number>;
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
