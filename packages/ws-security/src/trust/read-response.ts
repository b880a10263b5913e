import { X509Certificate } from 'node:crypto';
import { type StsOptions, tokenServiceOptions } from '@soapstone/credentials';
import { bytes, type Check, describeProblem, flag, members, numeric, text } from '@soapstone/options';
import { WSU } from '../namespaces.js';
import { findParts } from '../response/message.js';
import { Refusal } from '../response/refusal.js';
import { type Assertion, assertionAt, readInstant } from '../saml/assertion.js';
import { findSignatureProblem } from '../saml/enveloped-signature.js';
import { SecurityError, unusableRequest } from '../security-error.js';
import { childrenNamed, elementsOf, isNamed, textOnly, walk, type XmlElement } from '../xml/element.js';
import { readXml, UnreadableXml } from '../xml/read-xml.js';
import { TokenRefusal } from './token-refusal.js';
import { explainFault } from './trust-faults.js';
import { type TrustRequest, trustNames } from './trust-names.js';

/** An assertion that a token service has issued. Plain data. */
export interface IssuedAssertion {
  /** XML. */
  readonly assertion: string;
  /** Milliseconds since the Unix epoch; `undefined` if neither the assertion nor the response says it. */
  readonly ends: number | undefined;
  /** Whether it may be sent only once. */
  readonly isSingleUse: boolean;
}

/** The response of a token service, and what it must satisfy. Plain data. */
export interface TokenResponse {
  /** UTF-8, up to 4 MiB. */
  readonly body: Uint8Array;
  /** The HTTP status. */
  readonly status: number;
  readonly sts: StsOptions;
  /** PEM: the certificate that the assertion must be for; `undefined` for a bearer assertion. */
  readonly certificate?: string | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Whether the response was verified or decrypted, and so written again in an envelope of ours. */
  readonly isRewritten: boolean;
}

const tokenResponse: Check = members<TokenResponse>(
  {
    body: bytes,
    status: numeric,
    sts: tokenServiceOptions,
    certificate: text,
    now: numeric,
    isRewritten: flag,
  },
  ['body', 'status', 'sts', 'now', 'isRewritten'],
);

/**
 * Reads the assertion that a token service has issued (WS-Trust), and checks that it is what was asked for and that its signature
 * covers all of it. It takes about a fifth of a millisecond of CPU time per kilobyte: where other work waits, run it in a thread
 * and hand that to `createTransport` as `readIssuedAssertion`. Throws `SecurityError`, whose message repeats nothing of the
 * response.
 *
 * @example
 * ```ts
 * const { assertion, ends } = readIssuedAssertion({ body, status, sts, now: Date.now(), isRewritten: false });
 * ```
 */
export function readIssuedAssertion(response: TokenResponse): IssuedAssertion {
  const [problem] = tokenResponse(response);
  if (problem !== undefined) throw unusableRequest(describeProblem('readIssuedAssertion', problem));
  try {
    return readResponse(response);
  } catch (error) {
    if (!(error instanceof TokenRefusal)) throw error;
    throw new SecurityError('RESPONSE_UNREADABLE', error.message);
  }
}

function readResponse(expected: TokenResponse): IssuedAssertion {
  const { namespace } = trustNames(expected.sts.version);
  const body = bodyOf(expected.body, expected.status);
  // The prefixes of our envelope are not those of the assertion, whose signature covers some of its prefixes.
  if (expected.isRewritten) body.parent?.declarations.clear();
  const response = responseIn(body, namespace, 'Issue');
  const tokens = childrenNamed(response, namespace, 'RequestedSecurityToken').flatMap(elementsOf);
  const [token, ...more] = tokens;
  if (token === undefined) throw new TokenRefusal('its response has no token');
  if (more.length > 0) throw new TokenRefusal('its response has more than one token');
  const assertion = readable(() => assertionAt(token));
  const ends = endOf(assertion, response, namespace);
  if (assertion.id === undefined) {
    if (expected.certificate !== undefined) {
      throw new TokenRefusal(
        'its token is encrypted, so that it cannot be the key of a signature: set "keyType" to "bearer"',
      );
    }
    checkTimes(assertion, ends, expected);
    return issued(assertion, ends);
  }
  checkKind(assertion, expected);
  // Two elements of one name: a reader could take the other one for what is signed.
  const id = assertion.id;
  const bearers = [...walk(token)].filter(({ attributes }) =>
    attributes.some(({ local, value }) => /^(ID|Id|id|AssertionID)$/.test(local) && value === id),
  );
  if (bearers.length > 1) throw new TokenRefusal('its assertion has its identifier twice');
  const wrong = findSignatureProblem(assertion);
  if (wrong !== undefined) throw new TokenRefusal(`the signature of its assertion ${wrong}`);
  checkTimes(assertion, ends, expected);
  return issued(assertion, ends);
}

function issued({ xml, isSingleUse }: Assertion, ends: number | undefined): IssuedAssertion {
  return { assertion: xml, ends, isSingleUse };
}

/** Reads the response to a Cancel. Throws `TokenRefusal`. */
export function readCancelResponse(answer: Uint8Array, status: number, sts: StsOptions): void {
  responseIn(bodyOf(answer, status), trustNames(sts.version).namespace, 'Cancel');
}

function readable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableXml) throw new TokenRefusal(`its token cannot be used: ${error.message}`);
    throw error;
  }
}

function bodyOf(answer: Uint8Array, status: number): XmlElement {
  if (status === 401 || status === 403) {
    throw new TokenRefusal(`it answers HTTP status ${status}: check "credentials" of the token service`);
  }
  let body: XmlElement;
  try {
    ({ body } = findParts(readXml(answer)));
  } catch (error) {
    if (!(error instanceof UnreadableXml || error instanceof Refusal)) throw error;
    if (status >= 400) throw new TokenRefusal(`it answers HTTP status ${status} without a SOAP fault`);
    const why = error instanceof UnreadableXml ? `: ${error.message}` : '';
    throw new TokenRefusal(`its response is not SOAP${why}`);
  }
  const [fault] = elementsOf(body);
  if (fault !== undefined && isNamed(fault, fault.uri, 'Fault') && fault.uri === body.uri) {
    throw new TokenRefusal(explainFault(fault));
  }
  return body;
}

/** The one `RequestSecurityTokenResponse`, alone or in a collection. */
function responseIn(body: XmlElement, namespace: string, request: TrustRequest): XmlElement {
  const found = elementsOf(body).flatMap((part) =>
    isNamed(part, namespace, 'RequestSecurityTokenResponseCollection') ? elementsOf(part) : [part],
  );
  const [response, ...more] = found.filter((part) =>
    isNamed(part, namespace, 'RequestSecurityTokenResponse'),
  );
  if (response === undefined) {
    throw new TokenRefusal(
      `it sent no response to ${request}: check "endpoint" and "version" of the token service`,
    );
  }
  if (more.length > 0) throw new TokenRefusal('it sent more than one response');
  return response;
}

function checkKind(assertion: Assertion, { sts, certificate }: TokenResponse): void {
  const { tokenType = 'saml-2.0' } = sts;
  const { version, confirmation, holder, isSymmetric } = assertion;
  if (`saml-${version}` !== tokenType) {
    throw new TokenRefusal(
      `it issued a SAML ${version} assertion: set "tokenType" to "saml-${version}" if the service accepts it`,
    );
  }
  if (isSymmetric) throw new TokenRefusal('its assertion is for a shared secret, which is not supported');
  if (certificate === undefined && confirmation !== 'bearer') {
    throw new TokenRefusal(
      `its assertion is for ${confirmation}, not for a bearer: set "keyType" to "public-key"`,
    );
  }
  if (certificate === undefined) return;
  if (confirmation !== 'holder-of-key') {
    throw new TokenRefusal(
      `its assertion is for a ${confirmation}, not for the holder of the key of "signature"`,
    );
  }
  if (holder !== undefined && !new X509Certificate(certificate).publicKey.equals(holder)) {
    throw new TokenRefusal('its assertion is for a key other than that of "signature"');
  }
}

/** The expiry of the assertion, or of the `Lifetime` in the response if that is earlier. */
function endOf(assertion: Assertion, response: XmlElement, namespace: string): number | undefined {
  const [lifetime] = childrenNamed(response, namespace, 'Lifetime');
  const [expires] = lifetime === undefined ? [] : childrenNamed(lifetime, WSU, 'Expires');
  const stated = expires && readable(() => readInstant(textOnly(expires) ?? ''));
  const ends = [assertion.notOnOrAfter, stated].filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

function checkTimes({ notBefore }: Assertion, ends: number | undefined, { sts, now }: TokenResponse): void {
  const skew = (sts.clockSkewSeconds ?? 60) * 1000;
  if (ends !== undefined && ends + skew <= now) {
    throw new TokenRefusal(
      `its token has already expired, at ${new Date(ends).toISOString()}: compare the clocks, or set "clockSkewSeconds"`,
    );
  }
  if (notBefore !== undefined && notBefore - skew > now) {
    throw new TokenRefusal(
      `its token is valid from ${new Date(notBefore).toISOString()} on: compare the clocks, or set "clockSkewSeconds"`,
    );
  }
}
