/** Endings of names that suggest secret values. */
const PRIVATE_ENDINGS =
  'password|passwd|passwort|secret|token|api[-_]?key|authorization|credential|cvv|cvc|pin';

/** Matches member names that suggest secret values. */
export const PRIVATE_NAME: RegExp = new RegExp(`(?:${PRIVATE_ENDINGS})$`, 'i');
