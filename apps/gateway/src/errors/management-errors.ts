import { type ErrorCode, withCode } from '@soapstone/http-contract';
import { GatewayError } from './errors.js';

/** The account has no such object. The response is the same whether the object belongs to another account or does not exist. */
export function notFound(what: string): GatewayError {
  return new GatewayError({
    ...withCode('NOT_FOUND'),
    message: `There is no such ${what}`,
  });
}

/** The database accepts no changes at the moment. `cause` is for the log. */
export function storageRefused(why: 'full' | 'read-only', cause: unknown): GatewayError {
  const reason = why === 'full' ? 'its storage is full or fails' : 'its database is read-only';
  return new GatewayError({
    ...withCode(why === 'full' ? 'STORAGE_FULL' : 'STORAGE_READ_ONLY'),
    message: `This gateway cannot save changes at the moment: ${reason}. Its operator has to mend that; then send the request again`,
    headers: { 'Retry-After': '30' },
    cause,
  });
}

/** The request conflicts with the current state. Type and status, 409, are those of the code. */
export function conflict(code: ErrorCode, message: string): GatewayError {
  return new GatewayError({ ...withCode(code), message });
}

/** The account has no room for more recordings. `most` is their number, `bytes` that of their messages. */
export function recordingsFull({
  most,
  bytes,
}: {
  readonly most: number;
  readonly bytes: number;
}): GatewayError {
  return conflict(
    'RECORDINGS_FULL',
    `The account has no room for these recordings: the limits are ${most} recordings and ${bytes / 1024 / 1024} MiB. Delete some first`,
  );
}

/** The `If-Match` of a request names another state of the resource than the current one. */
export class ChangedMeanwhile extends GatewayError {
  /** The stored state, without secrets; undefined if the resource has no entity-tag or does not exist. */
  readonly current: object | undefined;

  constructor(current: object | undefined, entityTag: string | undefined) {
    super({
      ...withCode('CHANGED_MEANWHILE'),
      message:
        entityTag === undefined
          ? 'This resource has no ETag, or does not exist any more: send the request without If-Match'
          : 'This was changed meanwhile, so nothing was saved. `current` is what is stored now: send the change again with its ETag in If-Match to replace it',
      ...(entityTag === undefined ? {} : { headers: { ETag: entityTag } }),
    });
    this.current = current;
  }
}

/** The `Idempotency-Key` belongs to a request with another path or body. */
export function keyReused(): GatewayError {
  return new GatewayError({
    ...withCode('IDEMPOTENCY_KEY_REUSED'),
    message: 'This Idempotency-Key was sent with another request within the last day; send a new one',
  });
}

/** The first request with this `Idempotency-Key` is not finished. */
export function stillRunning(): GatewayError {
  return conflict(
    'REQUEST_RUNNING',
    'A request with this Idempotency-Key has begun and has no response yet; repeat it in a second. If this does not end, check whether it took effect, and send a new key',
  );
}

/** The first request with this `Idempotency-Key` succeeded, and its response is not kept. */
export function alreadyCarriedOut(): GatewayError {
  return conflict(
    'ALREADY_CARRIED_OUT',
    'A request with this Idempotency-Key was carried out; its response is too large to repeat',
  );
}

/** Not logged in, or an invalid management key. */
export function notSignedIn(): GatewayError {
  return new GatewayError({
    ...withCode('NOT_SIGNED_IN'),
    message: 'Sign in, or send a management key in X-API-Key',
  });
}

/** The email address or the password is wrong; the error does not say which. */
export function wrongPassword(): GatewayError {
  return new GatewayError({
    ...withCode('WRONG_PASSWORD'),
    message: 'The email address or the password is wrong',
  });
}

/** A link that works once does not work: it was used, is too old, or never existed. */
export function linkInvalid(): GatewayError {
  return new GatewayError({
    ...withCode('LINK_INVALID'),
    message: 'This link cannot be used: it was used already, or is too old. Ask for a new one',
  });
}

/** The account of a user who knows the password is suspended. Strangers get `wrongPassword`. */
export function accountSuspended(): GatewayError {
  return new GatewayError({
    ...withCode('ACCOUNT_SUSPENDED'),
    message: 'This account is suspended; the operator of this gateway can resume it',
  });
}

/** The account is closed, and is deleted at `at`, in milliseconds since the Unix epoch, unless its owner keeps it. */
export function accountClosing(at: number | undefined): GatewayError {
  const when = at === undefined ? 'soon' : `on ${new Date(at).toISOString().slice(0, 10)}`;
  return new GatewayError({
    ...withCode('ACCOUNT_CLOSING'),
    message: `This account is closed and is deleted ${when}; until then its owner can keep it`,
  });
}

/** A change that needs the password of the person who is logged in came with another one. */
export function wrongCurrentPassword(): GatewayError {
  return new GatewayError({ ...withCode('WRONG_CURRENT_PASSWORD'), message: 'The password is wrong' });
}

/** Owners of this gateway may not change their plan themselves. */
export function planFixed(): GatewayError {
  return new GatewayError({
    ...withCode('PLAN_FIXED'),
    message: 'Only the operator of this gateway can change plans; ask them',
  });
}

const SIGN_UP_REFUSALS = {
  SIGN_UP_CLOSED: 'Nobody can sign up on this gateway; ask its operator for an account',
  INVITATION_REQUIRED: 'Signing up needs an invitation; ask the operator of this gateway for one',
  INVITATION_INVALID:
    'This invitation cannot be used: it has expired, was used, or is for another email address. Ask for a new one',
  DOMAIN_NOT_ALLOWED: 'Signing up needs an email address of',
} as const;

/** This gateway does not let the person sign up. `domains` are those that may. */
export function signUpRefused(
  code: keyof typeof SIGN_UP_REFUSALS,
  domains: readonly string[] = [],
): GatewayError {
  const message = [SIGN_UP_REFUSALS[code], domains.join(' or ')].filter(Boolean).join(' ');
  return new GatewayError({ ...withCode(code), message });
}

/** The person is logged in but not an administrator. */
export function notAdministrator(): GatewayError {
  return new GatewayError({
    ...withCode('NOT_ADMINISTRATOR'),
    message: 'Only administrators of this gateway may do this',
  });
}

/** The change did not come from the dashboard. */
export function crossSite(): GatewayError {
  return new GatewayError({
    ...withCode('CROSS_SITE'),
    message: 'Changes need the X-CSRF-Token of the session, from a page of this origin',
  });
}
