import { Type } from 'typebox';
import { EVENT_KINDS, type EventKind } from '../../../domain/accounts/event.js';
import type { NewMail } from '../../../domain/accounts/mail.js';
import { readMailAddress } from '../../../domain/accounts/mail-address.js';
import { hashLinkToken } from '../../../domain/accounts/one-time-link.js';
import { verifyPassword } from '../../../domain/accounts/password.js';
import type { User } from '../../../domain/accounts/session.js';
import { EMPTY_OBJECT, enumOf, nullable, object, TEXT } from '../../../domain/json-schema.js';
import { unusableMembers } from '../../../errors/errors.js';
import {
  conflict,
  linkInvalid,
  notSignedIn,
  wrongCurrentPassword,
} from '../../../errors/management-errors.js';
import { MAIL_SETTINGS } from '../answers/events.js';
import { ANY_PASSWORD, EMAIL, LINK_TOKEN } from '../inputs/person-schema.js';
import { audit } from '../routing/find-service.js';
import {
  type ManagementCall,
  type ManagementDependencies,
  type Owner,
  ownerOf,
  type Route,
  route,
} from '../routing/route.js';
import { throttle } from '../routing/throttle.js';
import { mailState } from '../views/states.js';

const PATH = '/api/manage/mail';

const TYPES = nullable(
  Type.Array(enumOf<EventKind>(EVENT_KINDS), {
    uniqueItems: true,
    description: 'The types of events that are mailed; null for important events, an empty list for none',
  }),
);

/** Returns the person who calls. Throws 401 for a key, which is not a person. */
function personOf(call: ManagementCall<unknown, unknown>): Owner & Required<Pick<Owner, 'signedIn'>> {
  const owner = ownerOf(call as ManagementCall);
  const { signedIn } = owner;
  if (signedIn === undefined) throw notSignedIn();
  return { ...owner, signedIn };
}

function showMail({ email, emailVerifiedAt, mailTypes }: User, { sendsMail }: ManagementDependencies) {
  return {
    enabled: sendsMail,
    address: email,
    verifiedAt: emailVerifiedAt === undefined ? null : new Date(emailVerifiedAt).toISOString(),
    types: mailTypes ?? null,
  };
}

const show = route({
  method: 'get',
  path: PATH,
  access: 'owner',
  state: mailState,
  summary: 'The email address of the person who is logged in, and which events are mailed to it',
  answer: MAIL_SETTINGS,
  handle: async (call, deps) => ({ body: showMail(personOf(call).signedIn.user, deps) }),
});

const change = route({
  method: 'put',
  path: PATH,
  access: 'owner',
  state: mailState,
  summary: 'Choose which events are mailed to the person who is logged in, once the address is verified',
  body: object({ types: TYPES }),
  answer: MAIL_SETTINGS,
  async handle(call, deps) {
    const owner = personOf(call);
    const { user } = owner.signedIn;
    const types = call.body.types ?? undefined;
    await deps.store.users.setMailTypes(user.accountId, user.id, types);
    await audit(deps, owner, 'mail.change', user.id);
    const { mailTypes: _before, ...others } = user;
    return { body: showMail(types === undefined ? others : { ...others, mailTypes: types }, deps) };
  },
});

const sendLink = route({
  method: 'post',
  path: `${PATH}/verify`,
  repeatable: false,
  access: 'owner',
  limit: 'tests',
  summary: 'Send an email with a link that verifies the address of the person who is logged in',
  body: object({}),
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const { user } = personOf(call).signedIn;
    await addMail({ accountId: user.accountId, userId: user.id, purpose: 'address' }, deps);
    return {};
  },
});

const changeAddress = route({
  method: 'post',
  path: `${PATH}/address`,
  repeatable: false,
  access: 'owner',
  limit: 'tests',
  summary:
    'Send an email with a link to another address, which becomes the address of the person who is logged in when the link is used. The response does not reveal whether an account has it',
  body: object({ address: EMAIL, password: ANY_PASSWORD }),
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const owner = personOf(call);
    const { user } = owner.signedIn;
    const address = readMailAddress(call.body.address.toLowerCase());
    if (address === undefined)
      throw unusableMembers('The address cannot be used', {
        '/address': 'Must be an address such as name@example.com',
      });
    await throttle(deps, call.ip, user.id);
    if (!(await verifyPassword(call.body.password, user.passwordHash))) throw wrongCurrentPassword();
    await addMail({ accountId: user.accountId, userId: user.id, purpose: 'address', address }, deps);
    await audit(deps, owner, 'address.request', user.id);
    return {};
  },
});

const verify = route({
  method: 'post',
  path: '/api/manage/verify-address',
  repeatable: false,
  access: 'public',
  summary: 'Use the link of an email that verifies an address',
  body: object({ token: LINK_TOKEN }),
  answer: object({ address: TEXT }),
  async handle({ body, ip }, deps) {
    const tokenHash = hashLinkToken(body.token);
    await throttle(deps, ip, `link ${tokenHash}`);
    const { store, now } = deps;
    const link = await store.links.find(tokenHash, 'address', now());
    const before = link && (await store.users.takeAddress(tokenHash, now()));
    if (link?.address === undefined || before === undefined) throw linkInvalid();
    const { accountId, id: userId, email } = before;
    const isNew = email !== link.address;
    if (isNew && before.emailVerifiedAt !== undefined)
      await store.mails.add({ accountId, userId, purpose: 'address-changed', address: email }, now());
    const action = isNew ? 'address.change' : 'address.verify';
    await store.audit.add(accountId, { at: now(), actor: `user:${userId}`, action, subject: userId });
    return { body: { address: link.address } };
  },
});

/** Stores an email to a person. Throws 409 if the gateway sends none, and 429 if the person got too many. */
async function addMail(mail: NewMail, { store, sendsMail, now }: ManagementDependencies): Promise<void> {
  if (!sendsMail) throw mailOff();
  if (!(await store.mails.add(mail, now())))
    throw conflict(
      'TOO_MANY_MAILS',
      'Five emails were sent within the last hour; look into your inbox, or wait',
    );
}

function mailOff() {
  return conflict('MAIL_OFF', 'This gateway sends no email; its operator can set SMTP_URL');
}

export const mailRoutes: readonly Route[] = [show, change, sendLink, changeAddress, verify];
