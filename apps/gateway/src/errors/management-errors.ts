import { GatewayError } from './errors.js';

/** The account has no such object. The response is the same for another account's object and for none. */
export function notFound(what: string): GatewayError {
  return new GatewayError({
    type: 'SERVICE_NOT_FOUND',
    code: 'NOT_FOUND',
    message: `There is no such ${what}`,
  });
}

/** The request conflicts with the current state. */
export function conflict(code: string, message: string): GatewayError {
  return new GatewayError({ type: 'VALIDATION_ERROR', code, status: 409, message });
}

/** Not logged in, or an invalid management key. */
export function notSignedIn(): GatewayError {
  return new GatewayError({
    type: 'AUTHENTICATION_ERROR',
    code: 'NOT_SIGNED_IN',
    message: 'Sign in, or send a management key in X-API-Key',
  });
}

/** The e-mail address or the password is wrong; the error does not say which. */
export function wrongPassword(): GatewayError {
  return new GatewayError({
    type: 'AUTHENTICATION_ERROR',
    code: 'WRONG_PASSWORD',
    message: 'The e-mail address or the password is wrong',
  });
}

/** Owners of this gateway may not change their plan themselves. */
export function planFixed(): GatewayError {
  return new GatewayError({
    type: 'AUTHENTICATION_ERROR',
    code: 'PLAN_FIXED',
    status: 403,
    message: 'Only the operator of this gateway changes plans; ask them',
  });
}

/** The change did not come from the dashboard. */
export function crossSite(): GatewayError {
  return new GatewayError({
    type: 'AUTHENTICATION_ERROR',
    code: 'CROSS_SITE',
    status: 403,
    message: 'Changes need the X-CSRF-Token of the session, from a page of this origin',
  });
}
