import { randomUUID } from 'node:crypto';
import { hashPassword } from '../domain/accounts/password.js';
import {
  createSessionToken,
  csrfToken,
  hashSessionToken,
  SESSION_COOKIE,
} from '../domain/accounts/session.js';
import type { GatewayUnderTest } from './gateway-under-test.js';
import type { Answer } from './https-client.js';
import { sampleAccount } from './sample-records.js';
import './cheap-hashes.js';

/** A signed-in user, with the headers that the dashboard sends. */
export interface OwnerClient {
  readonly accountId: string;
  readonly email: string;
  readonly cookie: string;
  readonly csrfToken: string;
  /** Sends JSON with the session, the CSRF token and the origin of the dashboard. `headers` replace these. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string | string[]>,
  ): Promise<Answer>;
}

export const PASSWORD = 'a long enough password';
let people = 0;
let passwordHash: Promise<string> | undefined;

/** Creates a signed-in user, directly in the store, because the API limits the sign-ups of one client address. */
export async function createOwner(
  under: GatewayUnderTest,
  { administrator = false } = {},
): Promise<OwnerClient> {
  people += 1;
  // One hash for all users, because hashing is slow by design.
  passwordHash ??= hashPassword(PASSWORD);
  const now = Date.now();
  const email = `owner${people}-${process.pid}@example.com`;
  const account = sampleAccount(now, { name: `Account ${people}` });
  const user = {
    id: randomUUID(),
    accountId: account.id,
    email,
    passwordHash: await passwordHash,
    administrator,
    createdAt: now,
  };
  const { store } = under.gateway;
  await store.users.createWithAccount(account, user);
  const token = createSessionToken();
  await store.sessions.create({
    tokenHash: hashSessionToken(token),
    userId: user.id,
    accountId: account.id,
    createdAt: now,
    lastSeenAt: now,
  });
  return client(under, account.id, email, `${SESSION_COOKIE}=${token}`, csrfToken(token));
}

/** Creates the client from a response that started a session. */
export function ownerClient(under: GatewayUnderTest, email: string, answer: Answer): OwnerClient {
  const body = answer.json<{ accountId: string; csrfToken: string }>();
  const cookie = String(answer.headers['set-cookie']?.[0]).split(';')[0]!;
  return client(under, body.accountId, email, cookie, body.csrfToken);
}

function client(
  under: GatewayUnderTest,
  accountId: string,
  email: string,
  cookie: string,
  token: string,
): OwnerClient {
  return {
    accountId,
    email,
    cookie,
    csrfToken: token,
    send: (method, path, body, headers = {}) =>
      under.send(path, {
        method,
        headers: {
          Cookie: cookie,
          'X-CSRF-Token': token,
          Origin: under.baseUrl,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
