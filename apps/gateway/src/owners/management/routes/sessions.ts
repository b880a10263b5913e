import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { isClosing } from '../../../domain/accounts/account.js';
import { verifyPassword } from '../../../domain/accounts/password.js';
import {
  createSessionToken,
  csrfToken,
  hashSessionToken,
  isAlive,
  type Session,
  sessionCookie,
  type User,
} from '../../../domain/accounts/session.js';
import type { SignUpMode } from '../../../domain/accounts/sign-up-rules.js';
import { arrayOf, EMPTY_OBJECT, enumOf, object, TEXT, type ValueOf } from '../../../domain/json-schema.js';
import { accountSuspended, notFound, notSignedIn, wrongPassword } from '../../../errors/management-errors.js';
import { SESSION, SIGNED_IN, USER_SESSION } from '../answers/accounts.js';
import { ANY_PASSWORD, assertPassword, EMAIL, NEW_PASSWORD } from '../inputs/person-schema.js';
import { NAME } from '../inputs/service-schema.js';
import { audit } from '../routing/find-service.js';
import {
  type JsonAnswer,
  type ManagementDependencies,
  ownerOf,
  type Route,
  route,
} from '../routing/route.js';
import { knowNetwork, throttle } from '../routing/throttle.js';
import { admitSignUp, signUp as signUpNow } from '../use-cases/sign-up.js';
import { accountState } from '../views/states.js';
import { showAccount } from './account.js';

/** Responds the same whether the address is free or taken, so that it does not reveal who has an account (decision 0022). */
const signUp = route({
  method: 'post',
  path: '/api/manage/sign-up',
  access: 'public',
  summary:
    'Create an account on the plan for sign-ups, unless the email address has one; the response does not reveal which. Then log in',
  body: object(
    { email: EMAIL, password: NEW_PASSWORD, accountName: NAME },
    { invitation: Type.String({ maxLength: 100 }) },
  ),
  answer: EMPTY_OBJECT,
  async handle({ body: given, ip }, deps) {
    const address = given.email.toLowerCase();
    await throttle(deps, ip, address);
    const admitted = await admitSignUp({ ...given, email: address }, deps);
    await assertPassword(given.password, [address, given.accountName]);
    await signUpNow({ ...given, email: address }, admitted, deps);
    return {};
  },
});

const showSignUp = route({
  method: 'get',
  path: '/api/manage/sign-up',
  access: 'public',
  summary: 'Who may sign up',
  answer: object({
    mode: enumOf<SignUpMode>(['open', 'invitation', 'domain', 'closed']),
    domains: arrayOf(TEXT),
  }),
  handle: async (_call, { signUp: { mode, domains } }) => ({ body: { mode, domains } }),
});

const logIn = route({
  method: 'post',
  path: '/api/manage/log-in',
  repeatable: false,
  access: 'public',
  summary: 'Sign in with email address and password',
  body: object({ email: EMAIL, password: ANY_PASSWORD }),
  answer: SIGNED_IN,
  async handle({ body: given, ip }, deps) {
    const address = given.email.toLowerCase();
    await throttle(deps, ip, address);
    const user = await deps.store.users.findByEmail(address);
    if (!(await verifyPassword(given.password, user?.passwordHash)) || user === undefined)
      throw wrongPassword();
    const account = await deps.store.accounts.find(user.accountId);
    const now = deps.now();
    // A closed account whose time is over is being deleted.
    if (account === undefined || (account.closesAt ?? Infinity) <= now) throw wrongPassword();
    if (account.status !== 'active' && !isClosing(account, now)) throw accountSuspended();
    await knowNetwork(deps, ip, address);
    await audit(deps, { account, actor: `user:${user.id}` }, 'session.begin', user.id);
    return beginSession(user, deps);
  },
});

const logOut = route({
  method: 'post',
  path: '/api/manage/log-out',
  repeatable: false,
  access: 'owner',
  whileClosing: true,
  summary: 'End the session',
  answer: EMPTY_OBJECT,
  async handle(call, { store }) {
    const { signedIn } = ownerOf(call);
    if (signedIn !== undefined) await store.sessions.delete(signedIn.session.tokenHash);
    return { headers: { 'Set-Cookie': sessionCookie('') } };
  },
});

const showSession = route({
  method: 'get',
  path: '/api/manage/session',
  access: 'owner',
  whileClosing: true,
  // It shows the account, so its ETag is that of the account.
  state: accountState,
  summary: 'Who is signed in, and the token that changes must carry',
  answer: SESSION,
  async handle(call, deps) {
    const { account, signedIn } = ownerOf(call);
    if (signedIn === undefined) throw notSignedIn();
    return {
      body: {
        email: signedIn.user.email,
        administrator: signedIn.user.administrator === true,
        csrfToken: csrfToken(signedIn.token),
        account: await showAccount(account, deps),
      },
    };
  },
});

const list = route({
  method: 'get',
  path: '/api/manage/sessions',
  access: 'owner',
  summary: 'The sessions of the user, last used first',
  answer: object({ sessions: arrayOf(USER_SESSION) }),
  async handle(call, { store, now }) {
    const { account, signedIn } = ownerOf(call);
    if (signedIn === undefined) throw notSignedIn();
    const sessions = await store.sessions.list(account.id, signedIn.user.id);
    return {
      body: {
        sessions: sessions
          .filter((session) => isAlive(session, now()))
          .map((session) => ({
            id: publicId(session),
            createdAt: new Date(session.createdAt).toISOString(),
            lastSeenAt: new Date(session.lastSeenAt).toISOString(),
            current: session.tokenHash === signedIn.session.tokenHash,
          })),
      },
    };
  },
});

const endOne = route({
  method: 'delete',
  path: '/api/manage/sessions/:sessionId',
  access: 'owner',
  summary: 'End one session of the user',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const owner = ownerOf(call);
    if (owner.signedIn === undefined) throw notSignedIn();
    const sessions = await deps.store.sessions.list(owner.account.id, owner.signedIn.user.id);
    const session = sessions.find((each) => publicId(each) === call.params['sessionId']);
    if (session === undefined) throw notFound('session');
    await deps.store.sessions.delete(session.tokenHash);
    await audit(deps, owner, 'session.end', owner.signedIn.user.id);
    return {};
  },
});

const endOthers = route({
  method: 'delete',
  path: '/api/manage/sessions',
  access: 'owner',
  summary: 'End every other session of the user',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const owner = ownerOf(call);
    if (owner.signedIn === undefined) throw notSignedIn();
    const { user, session } = owner.signedIn;
    await deps.store.sessions.deleteOthers(owner.account.id, user.id, session.tokenHash);
    await audit(deps, owner, 'session.end-others', user.id);
    return {};
  },
});

/** The public name of a session, which reveals neither the token nor the hash in the store. */
function publicId({ tokenHash }: Session): string {
  return createHash('sha256').update(`session ${tokenHash}`).digest('base64url').slice(0, 22);
}

/** A new token at every login, so that an earlier one is useless afterwards. */
export async function beginSession(
  user: User,
  deps: ManagementDependencies,
): Promise<JsonAnswer<ValueOf<typeof SIGNED_IN>>> {
  const token = createSessionToken();
  const now = deps.now();
  await deps.store.sessions.create({
    tokenHash: hashSessionToken(token),
    userId: user.id,
    accountId: user.accountId,
    createdAt: now,
    lastSeenAt: now,
  });
  return {
    body: { accountId: user.accountId, email: user.email, csrfToken: csrfToken(token) },
    headers: { 'Set-Cookie': sessionCookie(token) },
  };
}

export const sessionRoutes: readonly Route[] = [
  showSignUp,
  signUp,
  logIn,
  logOut,
  showSession,
  list,
  endOne,
  endOthers,
];
