import { GatewayError } from './errors.js';

/** There is no such thing in this account. The same answer for another account's and for nobody's. */
export function notFound(what: string): GatewayError {
  return new GatewayError({
    type: 'SERVICE_NOT_FOUND',
    code: 'NOT_FOUND',
    message: `There is no such ${what}`,
  });
}

/** What is asked for contradicts what is there. */
export function conflict(code: string, message: string): GatewayError {
  return new GatewayError({ type: 'VALIDATION_ERROR', code, status: 409, message });
}

/** Nobody is signed in, or the management key is not one. */
export function notSignedIn(): GatewayError {
  return new GatewayError({
    type: 'AUTHENTICATION_ERROR',
    code: 'NOT_SIGNED_IN',
    message: 'Sign in, or send a management key in X-API-Key',
  });
}

/** E-mail or password are wrong, and nobody says which. */
export function wrongPassword(): GatewayError {
  return new GatewayError({
    type: 'AUTHENTICATION_ERROR',
    code: 'WRONG_PASSWORD',
    message: 'The e-mail address or the password is wrong',
  });
}

/** The change did not come from a page of ours. */
export function crossSite(): GatewayError {
  return new GatewayError({
    type: 'AUTHENTICATION_ERROR',
    code: 'CROSS_SITE',
    status: 403,
    message: 'Changes need the X-CSRF-Token of the session, from a page of this origin',
  });
}
