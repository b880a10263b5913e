import type { SignedElement } from '@soapstone/soap-model';
import type {
  CredentialProfile,
  IssuedAssertion,
  ResponseSecurity,
  SecuredRequest,
  TokenResponse,
} from '@soapstone/ws-security';

/**
 * Secures a finished envelope: `secureRequest`, or something that runs it in a thread. `account` is the one that the request
 * belongs to, for a thread that serves accounts in turn; `elements` are those to sign first. The call fails with the error that it throws.
 */
export type RequestSecurer = (
  envelope: Uint8Array,
  profile: CredentialProfile,
  account: string,
  elements?: readonly SignedElement[],
) => SecuredRequest | Promise<SecuredRequest>;

/**
 * Undoes the security of a whole response: `openResponse`, or something that runs it in a thread. `account` is the one that made
 * the call, for a thread that serves accounts in turn. The call fails with the error that it throws.
 */
export type ResponseOpener = (
  envelope: Uint8Array,
  security: ResponseSecurity,
  account: string,
) => Uint8Array | Promise<Uint8Array>;

/**
 * Reads the response of a token service: `readIssuedAssertion`, or something that runs it in a thread. `account` is the one that
 * made the call, for a thread that serves accounts in turn. Throws the reason why there is no token.
 */
export type TokenReader = (
  response: TokenResponse,
  account: string,
) => IssuedAssertion | Promise<IssuedAssertion>;

type SecurityCode = typeof import('./security-code.js');

let code: SecurityCode | undefined;

async function load(): Promise<SecurityCode> {
  code ??= await import('./security-code.js');
  return code;
}

/** Runs `use` with the code that secures messages. Most programs never need it: the first message waits until it is loaded. */
function withCode<Result>(use: (loaded: SecurityCode) => Result | Promise<Result>): Result | Promise<Result> {
  return code === undefined ? load().then(use) : use(code);
}

/** Signs and encrypts requests on the thread of the caller. */
export function secureHere(random: (count: number) => Uint8Array): RequestSecurer {
  return (envelope, profile, _account, elements) =>
    withCode(({ secureMessage }) => secureMessage(envelope, profile, { random }, elements));
}

/** Verifies and decrypts responses on the thread of the caller. */
export const openHere: ResponseOpener = (envelope, security) =>
  withCode(({ openMessage }) => openMessage(envelope, security));

/** Reads the responses of token services on the thread of the caller. */
export const readTokensHere: TokenReader = (response) =>
  withCode(({ readIssuedAssertion }) => readIssuedAssertion(response));

/** Resolves to the function that removes the secrets of a profile from texts of others. */
export async function redactorOf(profile: CredentialProfile | undefined): Promise<(text: string) => string> {
  if (profile === undefined) return (text) => text;
  const { createRedactor } = await load();
  return createRedactor(profile);
}
