import { defined } from '@soapstone/options/defined';
import type {
  CredentialProfile,
  SamlProfile,
  SignatureProfile,
  StsCredentials,
  StsProfile,
} from '@soapstone/ws-security';
import { addressingHeaders, securityHeaders } from '@soapstone/ws-security';
import {
  assertionOf,
  ENVELOPE,
  printTokenRequest,
  type RequestContent,
  readCancelResponse,
  rememberIssued,
  type TrustRequest,
  trustNames,
} from '@soapstone/ws-security/internal';
import { credentialsKey } from '@soapstone/ws-security/internal/profile';
import type { TransportRequest, TransportResponse } from '../../exchange.js';
import { asTransportError } from '../../security-failure.js';
import { isTransportError, TransportError } from '../../transport-error.js';
import type { ResolvedOptions } from '../../transport-options.js';
import { createTokenCache, type NewToken, type TokenUse } from '../token-cache.js';

/** The parts of the transport that requests to a token service use. */
export interface TrustContext extends Pick<ResolvedOptions, 'now' | 'random' | 'readIssuedAssertion'> {
  /** Sends a request like any other: through the egress guard, limits, breakers and the security of its credentials. */
  send(request: TransportRequest): Promise<TransportResponse>;
}

/** The consumer of a token, and the service that it is for. */
export interface IssuedTokenUse extends TokenUse {
  readonly sts: StsProfile;
  /** The address of the service. */
  readonly url: string;
  /** The key that signs messages. */
  readonly signature: SignatureProfile | undefined;
}

/** An assertion that a token service has issued. */
export interface IssuedToken {
  readonly saml: SamlProfile;
  /** Whether it may be sent only once. */
  readonly isSingleUse: boolean;
}

/** Assertions of token services. */
export interface IssuedTokens {
  /** The assertion for a call. Rejects with `TransportError`, which holds no secret. */
  tokenFor(use: IssuedTokenUse): Promise<IssuedToken>;
  /** Records how a service responded to a call with a token. One that it may have rejected is not used again. */
  sawStatus(use: IssuedTokenUse, token: IssuedToken, status: number): void;
  /** Cancels the tokens of profiles that ask for it. Never rejects. */
  cancelAll(): Promise<void>;
}

const MAX_BYTES = 512 * 1024;
/** Milliseconds for one request to a token service. */
const REQUEST_MS = 10_000;
/** Milliseconds for all cancellations together. */
const CANCEL_MS = 3_000;
/** Seconds that a token is used if nothing says when it ends. */
const UNSAID = 300;
/**
 * A service says only in its fault whether it rejects a token, and faults are not read here. A token of this age, in milliseconds, is
 * replaced after any fault, so that one that was withdrawn is not used to its end.
 */
const SUSPICIOUS_MS = 300_000;

export function createIssuedTokens(context: TrustContext): IssuedTokens {
  const { now, random } = context;

  const ask = async (
    { account, sts, signature, url, proxy }: IssuedTokenUse,
    request: TrustRequest,
    target: RequestContent['target'],
    deadlineMs: number,
  ): Promise<{ readonly status: number; readonly bytes: Uint8Array }> => {
    const { endpoint, version, soapVersion = '1.2', addressing = true, appliesTo } = sts;
    const credentials = credentialsAt(sts, signature);
    const header = { soapVersion, now: new Date(), random };
    const action = trustNames(version).action(request);
    const blocks = [
      ...(addressing ? addressingHeaders({ action, to: endpoint }, header) : []),
      ...securityHeaders(credentials, header),
    ];
    const content = printTokenRequest(
      sts,
      { request, appliesTo: appliesTo ?? withoutQuery(url), certificate: holderOf(sts, signature), target },
      header,
    );
    const response = await context.send({
      url: endpoint,
      body: Buffer.from(
        `<soapenv:Envelope xmlns:soapenv="${ENVELOPE[soapVersion]}"><soapenv:Header>${blocks.join('')}</soapenv:Header><soapenv:Body>${content}</soapenv:Body></soapenv:Envelope>`,
      ),
      contentType:
        soapVersion === '1.1'
          ? 'text/xml; charset=utf-8'
          : `application/soap+xml; charset=utf-8; action="${action}"`,
      soapAction: action,
      soapVersion,
      account,
      credentials,
      deadlineMs,
      maxResponseBytes: MAX_BYTES,
      proxy,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    return { status: response.status, bytes: Buffer.concat(chunks) };
  };

  const issue = async (
    use: IssuedTokenUse,
    request: 'Issue' | 'Renew',
    target?: RequestContent['target'],
  ): Promise<NewToken<IssuedToken>> => {
    try {
      const { sts, signature } = use;
      const { status, bytes } = await ask(use, request, target, REQUEST_MS);
      const wall = Date.now();
      const certificate = holderOf(sts, signature);
      const { verify, decryption } = sts.credentials ?? {};
      const isRewritten = (verify ?? decryption) !== undefined;
      const { credentials: _, ...options } = sts;
      const response = { body: bytes, status, sts: options, certificate, now: wall, isRewritten };
      const { assertion, ends, isSingleUse } = await context.readIssuedAssertion(response, use.account);
      const seconds = ends === undefined ? UNSAID : Math.max(0, (ends - wall) / 1000);
      const { clockSkewSeconds } = sts;
      return { token: { saml: { assertion, ...defined({ clockSkewSeconds }) }, isSingleUse }, seconds };
    } catch (error) {
      throw failure(error);
    }
  };

  const cache = createTokenCache<IssuedTokenUse, IssuedToken>({
    now,
    source: 'the token service',
    keyOf: ({ account, sts, url, signature }) =>
      JSON.stringify([
        account,
        credentialsKey(sts),
        credentialsKey(signature),
        sts.appliesTo ?? withoutQuery(url),
      ]),
    async request(use, last) {
      if (use.sts.renew === true && last !== undefined) {
        try {
          return await issue(use, 'Renew', last.saml.assertion);
        } catch {
          // A token that cannot be renewed is replaced, which fails for itself if the service is at fault.
        }
      }
      return await issue(use, 'Issue');
    },
  });

  /** Tokens that may be sent only once, and have been. */
  const spent = new WeakSet<IssuedToken>();
  const spend = (use: IssuedTokenUse, token: IssuedToken): void => {
    spent.add(token);
    cache.forget(use, token);
  };

  return {
    async tokenFor(use) {
      const end = now() + use.deadlineMs;
      for (;;) {
        const token = await cache.tokenFor({ ...use, deadlineMs: Math.max(1, end - now()) });
        // A call that waited for a single-use token of another call requests its own.
        if (!token.isSingleUse || !spent.has(token)) {
          if (token.isSingleUse) spend(use, token);
          rememberIssued(use.sts, token.saml);
          return token;
        }
      }
    },
    sawStatus(use, token, status) {
      if (status === 401) cache.forget(use, token);
      else if (status >= 400) cache.forget(use, token, SUSPICIOUS_MS);
    },
    async cancelAll() {
      const wanted = cache.present().filter(({ use }) => use.sts.cancel === true);
      await Promise.allSettled(
        wanted.map(async ({ use, token }) => {
          const { status, bytes } = await ask(use, 'Cancel', assertionOf(token.saml), CANCEL_MS);
          readCancelResponse(bytes, status, use.sts);
        }),
      );
    },
  };
}

/** The certificate that a token is for; `undefined` for a bearer token. */
function holderOf({ keyType }: StsProfile, signature: SignatureProfile | undefined): string | undefined {
  return keyType === 'public-key' ? signature?.certificate : undefined;
}

/**
 * The credentials at a token service. A request for a token bound to a key is signed with that key, unless other credentials sign
 * it.
 */
function credentialsAt(
  { credentials = {}, keyType }: StsProfile,
  signature: SignatureProfile | undefined,
): StsCredentials & CredentialProfile {
  const proof =
    keyType === 'public-key' && credentials.signature === undefined && signature !== undefined
      ? { signature: proofOf(signature) }
      : {};
  const { verify } = credentials;
  // Keeps prefixes that the signature of the response does not cover, because the signature of the assertion may cover them.
  const kept = verify === undefined ? {} : { verify: { unsignedPrefixes: true, ...verify } };
  const all = { ...credentials, ...kept, ...proof };
  const isSecured = all.signature ?? all.usernameToken ?? all.saml ?? all.encryption;
  return isSecured === undefined || all.timestamp !== undefined ? all : { ...all, timestamp: {} };
}

const proofs = new WeakMap<SignatureProfile, SignatureProfile>();

/** The signature of a message with the default parts: those of the service need not exist in requests for tokens. */
function proofOf(signature: SignatureProfile): SignatureProfile {
  let proof = proofs.get(signature);
  if (proof === undefined) {
    const { parts: _, signUsernameToken: __, ...key } = signature;
    proof = key;
    proofs.set(signature, proof);
  }
  return proof;
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** The error of the call: nothing was sent to the service. */
function failure(cause: unknown): TransportError {
  const error = asTransportError(cause);
  const message = (why: string): string => `cannot get a token from the token service of "sts": ${why}`;
  if (isTransportError(error)) {
    const { code, retryAfterMs, cause } = error;
    return new TransportError({
      code,
      phase: 'prepare',
      message: message(error.message),
      retryAfterMs,
      cause,
    });
  }
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'prepare',
    message: message('its response could not be read'),
    cause: error,
  });
}
