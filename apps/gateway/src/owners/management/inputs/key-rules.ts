import { defined } from '@soapstone/options/defined';
import { Type } from 'typebox';
import { canonicalNetwork } from '../../../domain/accounts/address-list.js';
import type { TokenRule } from '../../../domain/accounts/token-rule.js';
import { nullable, object, type ValueOf } from '../../../domain/json-schema.js';
import { unusableMembers } from '../../../errors/errors.js';
import type { KeyChange } from '../../../store/repositories/accounts/change-keys.js';
import { KEY_OPERATIONS, SENT_INSTANT } from './service-schema.js';

/** The access tokens that a key stands for, as clients and files send them. */
export const TOKEN_RULE = object(
  {
    issuer: Type.String({
      minLength: 8,
      maxLength: 500,
      description: 'The authorization server, exactly as its tokens name it: one that the operator allows',
    }),
  },
  {
    audience: nullable(
      Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: '^[!-~]+$',
        description:
          'The audience that tokens must have; null for the address for agents, of the account or of a service',
      }),
    ),
    scopes: Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '^[!#-\\[\\]-~]+$' }), {
      maxItems: 20,
      uniqueItems: true,
      description: 'The scopes that tokens must have, all of them',
    }),
  },
  {
    description:
      'The access tokens that the key stands for, in place of a secret. Agents send them; the JSON API does not accept them',
  },
);

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
  token: TOKEN_RULE,
};

/** The rules of a key in a request or a file. */
export type SentKeyRules = { readonly [Rule in keyof typeof KEY_RULES]?: ValueOf<(typeof KEY_RULES)[Rule]> };

/**
 * Returns the rules as the store changes them. Throws `VALIDATION_ERROR` with one detail for each entry of `addresses` that is not a
 * network.
 */
export function readKeyRules(sent: SentKeyRules): KeyChange {
  const { operations, readOnly, addresses, callsPerMinute, callsPerPeriod, expiresAt, token } = sent;
  return defined({
    operations,
    readOnly: readOnly === undefined ? undefined : readOnly ? (true as const) : null,
    addresses: addresses && readNetworks(addresses),
    perMinute: callsPerMinute,
    quota: callsPerPeriod,
    expiresAt: typeof expiresAt === 'string' ? Date.parse(expiresAt) : expiresAt,
    token: token && readTokenRule(token),
  });
}

function readTokenRule({ issuer, audience, scopes = [] }: ValueOf<typeof TOKEN_RULE>): TokenRule {
  return { issuer, ...(typeof audience === 'string' && { audience }), scopes: [...scopes] };
}

function readNetworks(entries: readonly string[]): string[] {
  const read = entries.map(canonicalNetwork);
  const problems = read.flatMap((found, index) =>
    'problem' in found ? [[`/addresses/${index}`, `${JSON.stringify(entries[index])} ${found.problem}`]] : [],
  );
  if (problems.length > 0)
    throw unusableMembers('Some allowed addresses cannot be used', Object.fromEntries(problems));
  return read.flatMap((found) => ('network' in found ? [found.network] : []));
}
