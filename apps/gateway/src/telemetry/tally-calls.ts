import { randomUUID } from 'node:crypto';
import {
  type CallBatch,
  type CallSum,
  hasFailed,
  type KeySum,
  type LoggedCall,
} from '../domain/calls/logged-call.js';
import type { CallRecord } from '../log/log.js';

/** Counts calls of known accounts and selects those that are recorded individually. */
export interface CallTally {
  /** Adds a call. `accountId` is that of the record; `at` is in milliseconds since the Unix epoch. */
  add(record: CallRecord, accountId: string, at: number): void;
  /** Returns the calls added since the last `take`; undefined if there were none. `at` is in milliseconds since the Unix epoch. */
  take(at: number): CallBatch | undefined;
}

/** How many calls are recorded individually: the burst, and the sustained rate per second. */
interface Rate {
  readonly atOnce: number;
  readonly perSecond: number;
}

/** The share of an account, as long as the calls of all accounts are within `OF_NODE`. Counts include all calls. */
const OF_ACCOUNT: Rate = { atOnce: 100, perSecond: 10 };
/** The share of all accounts together, because a recorded call costs the database up to half of what a small call costs. */
const OF_NODE: Rate = { atOnce: 4_000, perSecond: 400 };
/** The share of an account when the others have used up `OF_NODE`. */
const ALWAYS: Rate = { atOnce: 10, perSecond: 1 };
/** The maximum number of waiting calls of all accounts together. */
const WAITING = 10_000;

const HOUR = 3_600_000;

type Sums = { -readonly [Key in keyof CallSum]: CallSum[Key] };
type KeySums = { -readonly [Key in keyof KeySum]: KeySum[Key] };

export function createCallTally(): CallTally {
  const writer = randomUUID();
  let taken = 0;
  let accounts = new Map<string, AccountTally>();
  let sums: Sums[] = [];
  let keys: KeySums[] = [];
  let calls: LoggedCall[] = [];
  let hour = 0;
  const ofNode = { successes: full(OF_NODE, 0), failures: full(OF_NODE, 0) };

  /** Sums belong to one hour, so those of the previous hour are final. */
  function turn(at: number): void {
    hour = Math.floor(at / HOUR) * HOUR;
    for (const account of accounts.values()) {
      account.services.clear();
      account.keys.clear();
    }
  }

  function sumOf(account: AccountTally, record: CallRecord, accountId: string): Sums {
    const { serviceId = '', operation = '', type = '', code = '' } = record;
    const ends = place(place(place(account.services, serviceId), operation), type);
    const known = ends.get(code);
    if (known !== undefined) return known;
    const made = { accountId, hour, serviceId, operation, type, code, calls: 0, latencyMs: 0, charged: 0 };
    ends.set(code, made);
    sums.push(made);
    return made;
  }

  function keySumOf(account: AccountTally, keyId: string, accountId: string): KeySums {
    const known = account.keys.get(keyId);
    if (known !== undefined) return known;
    const made = { accountId, hour, keyId, calls: 0, failures: 0, charged: 0 };
    account.keys.set(keyId, made);
    keys.push(made);
    return made;
  }

  return {
    add(record, accountId, at) {
      if (at - hour >= HOUR || at < hour) turn(at);
      let account = accounts.get(accountId);
      if (account === undefined) {
        account = {
          services: new Map(),
          keys: new Map(),
          successes: { usual: full(OF_ACCOUNT, at), always: full(ALWAYS, at) },
          failures: { usual: full(OF_ACCOUNT, at), always: full(ALWAYS, at) },
        };
        accounts.set(accountId, account);
      }
      const sum = sumOf(account, record, accountId);
      sum.calls += 1;
      sum.latencyMs += record.latencyMs;
      if (record.charged === true) sum.charged += 1;
      if (record.keyId !== undefined) {
        const key = keySumOf(account, record.keyId, accountId);
        key.calls += 1;
        if (hasFailed(record)) key.failures += 1;
        if (record.charged === true) key.charged += 1;
      }
      const kind = record.type === undefined ? 'successes' : 'failures';
      if (calls.length < WAITING && select(account[kind], ofNode[kind], at))
        calls.push(loggedCall(record, accountId, at));
    },
    take(at) {
      if (sums.length === 0) return undefined;
      taken += 1;
      const batch: CallBatch = { writer, number: taken, at, sums, keys, calls };
      sums = [];
      keys = [];
      calls = [];
      // Recent callers are likely to call again; the allowances of others can be dropped.
      const recent = new Map<string, AccountTally>();
      for (const [accountId, account] of accounts) {
        if (account.services.size === 0 && isUnused(account.successes, at) && isUnused(account.failures, at))
          continue;
        account.services.clear();
        account.keys.clear();
        recent.set(accountId, account);
      }
      accounts = recent;
      return batch;
    },
  };
}

interface AccountTally {
  /** By service, operation, type and code. */
  readonly services: Map<string, Map<string, Map<string, Map<string, Sums>>>>;
  readonly keys: Map<string, KeySums>;
  /** Successes and failures have separate allowances, so that neither can hide the other. */
  readonly successes: Selection;
  readonly failures: Selection;
}

/** The remainders of `OF_ACCOUNT` and of `ALWAYS`. */
interface Selection {
  readonly usual: Allowance;
  readonly always: Allowance;
}

function place<Value>(map: Map<string, Map<string, Value>>, name: string): Map<string, Value> {
  let found = map.get(name);
  if (found === undefined) {
    found = new Map();
    map.set(name, found);
  }
  return found;
}

/** A token bucket: `left` as of `at`, in milliseconds since the Unix epoch. */
interface Allowance {
  left: number;
  at: number;
}

function full({ atOnce }: Rate, at: number): Allowance {
  return { left: atOnce, at };
}

function isFull({ left, at }: Allowance, { atOnce, perSecond }: Rate, now: number): boolean {
  return left + ((now - at) * perSecond) / 1000 >= atOnce;
}

function isUnused({ usual, always }: Selection, now: number): boolean {
  return isFull(usual, OF_ACCOUNT, now) && isFull(always, ALWAYS, now);
}

/** Decides whether a call is recorded individually. `ofNode` is what all accounts share. */
function select({ usual, always }: Selection, ofNode: Allowance, at: number): boolean {
  return spend(usual, OF_ACCOUNT, at) && (spend(ofNode, OF_NODE, at) || spend(always, ALWAYS, at));
}

function spend(allowance: Allowance, { atOnce, perSecond }: Rate, now: number): boolean {
  // Setting the clock back neither adds nor removes tokens.
  const earned = (Math.max(0, now - allowance.at) * perSecond) / 1000;
  const left = Math.min(atOnce, allowance.left + earned);
  allowance.at = now;
  allowance.left = left < 1 ? left : left - 1;
  return left >= 1;
}

/** Members are assigned one by one, because object spreads would be most of the cost. */
function loggedCall(record: CallRecord, accountId: string, at: number): LoggedCall {
  const { requestId, method, status, latencyMs, cached = false, charged = false } = record;
  const { serviceId, operation, type, code, keyId, requested, answers } = record;
  const call: { -readonly [Key in keyof LoggedCall]: LoggedCall[Key] } = {
    requestId,
    accountId,
    at,
    method,
    status,
    latencyMs,
    cached,
    charged,
  };
  if (serviceId !== undefined) call.serviceId = serviceId;
  if (operation !== undefined) call.operation = operation;
  if (type !== undefined) call.type = type;
  if (code !== undefined) call.code = code;
  if (keyId !== undefined) call.keyId = keyId;
  if (requested !== undefined) call.requested = requested;
  if (answers !== undefined) call.answers = answers;
  return call;
}
