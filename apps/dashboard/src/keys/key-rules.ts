import type { Key } from '../api/keys.js';

/** The rules of a key, as the API takes them. */
export type KeyRules = Partial<
  Pick<Key, 'operations' | 'readOnly' | 'addresses' | 'callsPerMinute' | 'callsPerPeriod' | 'expiresAt'>
>;

/** The rules of a key, as the fields of a form hold them. */
export interface RulesDraft {
  /** `service/operation` or `service/*`; empty for all. */
  readonly operations: readonly string[];
  readonly readOnly: boolean;
  /** One per line. */
  readonly addresses: string;
  readonly callsPerMinute: number | '';
  readonly callsPerPeriod: number | '';
  /** The last UTC day, `2027-01-31`; `''` for none. */
  readonly lastDay: string;
}

/** The members of a request whose problems are shown beside their fields. */
export const KEY_FIELDS: readonly string[] = [
  '/name',
  '/addresses',
  '/callsPerMinute',
  '/callsPerPeriod',
  '/expiresAt',
  '/token/issuer',
  '/token/audience',
];

export const NO_RULES: RulesDraft = {
  operations: [],
  readOnly: false,
  addresses: '',
  callsPerMinute: '',
  callsPerPeriod: '',
  lastDay: '',
};

/** Returns the fields for a key. */
export function draftOf(key: Required<KeyRules>): RulesDraft {
  return {
    operations: key.operations ?? [],
    readOnly: key.readOnly,
    addresses: (key.addresses ?? []).join('\n'),
    callsPerMinute: key.callsPerMinute ?? '',
    callsPerPeriod: key.callsPerPeriod ?? '',
    lastDay: key.expiresAt?.slice(0, 10) ?? '',
  };
}

/**
 * Returns the rules that the fields hold. A management key has no operations and no limits of calls.
 *
 * @param before the rules that the form was filled with: an end on the same day stays as it is
 */
export function rulesOf(draft: RulesDraft, purpose: Key['purpose'], before?: KeyRules): KeyRules {
  const { readOnly, callsPerMinute, callsPerPeriod, lastDay } = draft;
  const addresses = linesOf(draft.addresses);
  const isSameDay = before?.expiresAt?.slice(0, 10) === lastDay;
  const end = lastDay === '' ? null : isSameDay ? before?.expiresAt : `${lastDay}T23:59:59Z`;
  return {
    readOnly,
    addresses,
    expiresAt: end ?? null,
    ...(purpose === 'live' && {
      operations: draft.operations.length === 0 ? null : [...draft.operations],
      callsPerMinute: callsPerMinute === '' ? null : callsPerMinute,
      callsPerPeriod: callsPerPeriod === '' ? null : callsPerPeriod,
    }),
  };
}

/** Returns the lines of a text, each once; null if there are none. */
function linesOf(text: string): string[] | null {
  const lines = text.split('\n').map((line) => line.trim());
  const entries = [...new Set(lines.filter((line) => line !== ''))];
  return entries.length === 0 ? null : entries;
}
