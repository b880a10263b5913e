import { defined } from '@soapstone/options/defined';
import { Type } from 'typebox';
import { canonicalNetwork } from '../../../domain/accounts/address-list.js';
import { nullable, type ValueOf } from '../../../domain/json-schema.js';
import { badRequest } from '../../../errors/errors.js';
import type { KeyChange } from '../../../store/repositories/accounts/change-keys.js';
import { KEY_OPERATIONS, SENT_INSTANT } from './service-schema.js';

const CALLS = { minimum: 1, maximum: 1_000_000_000 };

/** The rules of a key as clients and files send them. Null removes a rule. */
export const KEY_RULES = {
  operations: nullable(KEY_OPERATIONS),
  readOnly: Type.Boolean({
    description:
      'Whether the key only reads: operations whose own method policy includes GET, or that agents may call as `read-only`; of a management key, GET requests',
  }),
  addresses: nullable(
    Type.Array(Type.String({ minLength: 2, maxLength: 50 }), {
      minItems: 1,
      maxItems: 100,
      description:
        'The only networks from which the key may be used: addresses, or networks such as `192.0.2.0/24`; null for anywhere',
    }),
  ),
  callsPerMinute: nullable(
    Type.Integer({
      ...CALLS,
      description: 'Calls with this key in any 60 seconds; null for the limit of the account',
    }),
  ),
  callsPerPeriod: nullable(
    Type.Integer({
      ...CALLS,
      description: 'Calls with this key in a billing period; null for the quota of the account',
    }),
  ),
  expiresAt: nullable(SENT_INSTANT),
};

/** The rules of a key in a request or a file. */
export type SentKeyRules = { readonly [Rule in keyof typeof KEY_RULES]?: ValueOf<(typeof KEY_RULES)[Rule]> };

/** Returns the rules as the store changes them. Throws `VALIDATION_ERROR` for an entry of `addresses` that is no network. */
export function readKeyRules(sent: SentKeyRules): KeyChange {
  const { operations, readOnly, addresses, callsPerMinute, callsPerPeriod, expiresAt } = sent;
  return defined({
    operations,
    readOnly: readOnly === undefined ? undefined : readOnly ? (true as const) : null,
    addresses: addresses?.map(readNetwork) ?? addresses,
    perMinute: callsPerMinute,
    quota: callsPerPeriod,
    expiresAt: typeof expiresAt === 'string' ? Date.parse(expiresAt) : expiresAt,
  });
}

function readNetwork(entry: string, index: number): string {
  const found = canonicalNetwork(entry);
  if ('network' in found) return found.network;
  throw badRequest('SCHEMA_VIOLATION', `/addresses/${index}: ${JSON.stringify(entry)} ${found.problem}`);
}
