import { hashLinkToken } from '../../../domain/accounts/one-time-link.js';
import { hashPassword, verifyPassword } from '../../../domain/accounts/password.js';
import { BOOLEAN, EMPTY_OBJECT, INSTANT, object, TEXT } from '../../../domain/json-schema.js';
import {
  conflict,
  linkInvalid,
  notSignedIn,
  wrongCurrentPassword,
} from '../../../errors/management-errors.js';
import { SIGNED_IN } from '../answers/accounts.js';
import { ANY_PASSWORD, assertPassword, EMAIL, LINK_TOKEN, NEW_PASSWORD } from '../inputs/person-schema.js';
import { audit } from '../routing/find-service.js';
import { type ManagementDependencies, operatorOf, ownerOf, type Route, route } from '../routing/route.js';
import { throttle } from '../routing/throttle.js';
import { createPasswordLink } from '../use-cases/administer-accounts.js';
import { beginSession } from './sessions.js';

const changePassword = route({
  method: 'put',
  path: '/api/manage/password',
  access: 'owner',
  summary: 'Change the password; every other session of the user ends',
  body: object({ current: ANY_PASSWORD, next: NEW_PASSWORD }),
  answer: SIGNED_IN,
  async handle(call, deps) {
    const { account, signedIn } = ownerOf(call);
    // A key is not a person, so it has no password to change.
    if (signedIn === undefined) throw notSignedIn();
    const { user, session } = signedIn;
    // Throttled by id: others, who at most know the email address, must not keep the owner from changing the password.
    await throttle(deps, call.ip, user.id);
    const { current, next } = call.body;
    if (!(await verifyPassword(current, user.passwordHash))) throw wrongCurrentPassword();
    await assertPassword(next, [user.email, account.name]);
    await deps.store.users.setPassword(account.id, user.id, await hashPassword(next));
    await deps.store.sessions.delete(session.tokenHash);
    await deps.store.sessions.deleteOthers(account.id, user.id, '');
    await audit(deps, { account, actor: `user:${user.id}` }, 'password.change', user.id);
    return beginSession(user, deps);
  },
});

const show = route({
  method: 'get',
  path: '/api/manage/password/forgot',
  access: 'public',
  summary: 'Whether a link that resets a password comes by email; otherwise an administrator can create one',
  answer: object({ byMail: BOOLEAN }),
  handle: async (_call, { sendsMail }) => ({ body: { byMail: sendsMail } }),
});

/** Responds before it looks for the address, so that neither the response nor its time reveals who has an account (decision 0194). */
const forgot = route({
  method: 'post',
  path: '/api/manage/password/forgot',
  repeatable: false,
  access: 'public',
  summary:
    'Send an email with a link that resets the password to the address, if an account has it; the response does not reveal that',
  body: object({ email: EMAIL }),
  answer: EMPTY_OBJECT,
  async handle({ body, ip }, deps) {
    if (!deps.sendsMail)
      throw conflict('MAIL_OFF', 'This gateway sends no email; ask an administrator for a link');
    const address = body.email.toLowerCase();
    // Beside the attempts to log in, which this must not use up.
    await throttle(deps, ip, `forgot ${address}`);
    void addMail(address, deps).catch((error: unknown) =>
      deps.log.error('an email for a forgotten password could not be stored', error),
    );
    return {};
  },
});

async function addMail(address: string, { store, now }: ManagementDependencies): Promise<void> {
  const user = await store.users.findByEmail(address);
  if (user === undefined) return;
  // Too many within an hour are dropped: each of the first ones has a link that works.
  await store.mails.add({ accountId: user.accountId, userId: user.id, purpose: 'password' }, now());
}

const reset = route({
  method: 'post',
  path: '/api/manage/password/reset',
  repeatable: false,
  access: 'public',
  summary: 'Set a new password with a link that works once; every session of the user ends',
  body: object({ token: LINK_TOKEN, password: NEW_PASSWORD }),
  answer: object({ email: TEXT }),
  async handle({ body: { token, password }, ip }, deps) {
    const { store, now } = deps;
    const tokenHash = hashLinkToken(token);
    await throttle(deps, ip, `link ${tokenHash}`);
    const link = await store.links.find(tokenHash, 'password', now());
    if (link === undefined) throw linkInvalid();
    const { accountId, userId } = link;
    const [user, account] = await Promise.all([
      store.users.find(accountId, userId),
      store.accounts.find(accountId),
    ]);
    if (user === undefined || account === undefined) throw linkInvalid();
    await assertPassword(password, [user.email, account.name]);
    if ((await store.users.takePassword(tokenHash, await hashPassword(password), now())) === undefined)
      throw linkInvalid();
    const entry = { at: now(), actor: `user:${userId}`, action: 'password.reset', subject: userId };
    await store.audit.add(accountId, entry);
    return { body: { email: user.email } };
  },
});

const createLink = route({
  method: 'post',
  path: '/api/admin/accounts/:accountId/users/:userId/password-link',
  access: 'admin',
  summary:
    'Create a link with which a user sets a new password, to hand over. It works once, for an hour; only this response ever shows it',
  status: 201,
  body: object({}),
  answer: object({ email: TEXT, url: TEXT, expiresAt: INSTANT }),
  async handle(call, deps) {
    const { accountId = '', userId = '' } = call.params;
    const created = await createPasswordLink({ accountId, userId }, deps, operatorOf(call).actor);
    return { body: { ...created, expiresAt: new Date(created.expiresAt).toISOString() } };
  },
});

export const passwordRoutes: readonly Route[] = [changePassword, show, forgot, reset];
export const passwordLinkRoutes: readonly Route[] = [createLink];
