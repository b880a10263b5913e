import type { StsProfile } from '@soapstone/credentials';
import type { SecurityAlternative, SecurityToken, SupportingToken } from '@soapstone/soap-model';
import { endorse, type Protection } from './endorsement.js';
import type { PolicyDraft } from './policy-draft.js';

/** A policy's requirements for an assertion in requests, wherever it comes from. */
interface AssertionDemand {
  readonly supporting: SupportingToken;
  readonly protection: Protection;
  /** Whether the sender proves the key of the assertion. */
  readonly isHolder: boolean;
}

/** Reads a `SamlToken`: an assertion that the caller has. */
export function readSamlToken(supporting: SupportingToken, protection: Protection, draft: PolicyDraft): void {
  const { token, endorsing } = supporting;
  const version = samlVersion(token, draft);
  const what = version === undefined ? 'SAML assertion' : `SAML ${version} assertion`;
  draft.want(endorsing ? `${what} with proof of its key` : what);
  draft.need('saml', `a ${what} that its issuer signed, or the token service that issues it ("sts")`);
  draft.set('saml', {});
  refuseOptions(token, draft);
  protect({ supporting, protection, isHolder: endorsing }, draft);
}

function samlVersion({ options }: SecurityToken, draft: PolicyDraft): '1.1' | '2.0' | undefined {
  const [form] = options.flatMap((option) => /^WssSaml(V\d\d)Token1[01]$/.exec(option)?.[1] ?? []);
  if (form === 'V10') draft.gap('SamlToken', 'SAML 1.0 assertions are not supported');
  return form === 'V20' ? '2.0' : form === 'V11' ? '1.1' : undefined;
}

const TOKEN_TYPES: readonly (readonly [RegExp, NonNullable<StsProfile['tokenType']>])[] = [
  [/SAMLV2\.0$|^urn:oasis:names:tc:SAML:2\.0:assertion$/, 'saml-2.0'],
  [/SAMLV1\.1$|^urn:oasis:names:tc:SAML:1\.[01]:assertion$/, 'saml-1.1'],
];
const TRUST_2004 = 'http://schemas.xmlsoap.org/ws/2005/02/trust';

/** Reads an `IssuedToken`: an assertion of a token service. */
export function readIssuedToken(
  supporting: SupportingToken,
  protection: Protection,
  trust: SecurityAlternative['trust'],
  draft: PolicyDraft,
): void {
  const { token, endorsing } = supporting;
  const { request = {}, issuer } = token;
  const { tokenType, keyType = '', claims, others = [] } = request;
  const known = TOKEN_TYPES.find(([pattern]) => tokenType !== undefined && pattern.test(tokenType))?.[1];
  if (tokenType !== undefined && known === undefined) {
    draft.gap('IssuedToken', `tokens of the type ${tokenType} are not supported: only SAML 1.1 and 2.0 are`);
  }
  if (keyType.endsWith('/SymmetricKey')) {
    draft.gap('IssuedToken', 'tokens for a shared secret (SymmetricKey) are not supported');
  }
  const isBearer = /\/(Bearer|NoProofKey)$/.test(keyType);
  if (endorsing && isBearer) {
    draft.gap('IssuedToken', 'a bearer token has no key for the signature that the policy asks for');
  }
  for (const other of others) {
    if (!HARMLESS.has(other))
      draft.note(`The policy asks the token service for ${other}, which is not sent.`);
  }
  refuseOptions(token, draft);
  const isHolder = endorsing || keyType.endsWith('/PublicKey');
  // WSDLs also name metadata and addresses of their own network: what the caller sets wins.
  const endpoint = issuer !== undefined && /^https:\/\//.test(issuer) ? issuer : undefined;
  draft.want(isHolder ? 'token of a token service with proof of its key' : 'token of a token service');
  draft.need(
    'sts',
    endpoint === undefined
      ? 'the address of the token service, and credentials there'
      : `credentials at the token service ${endpoint}`,
  );
  const isOld = request.trust === TRUST_2004 || (request.trust === undefined && trust?.name === 'Trust10');
  draft.set('sts', {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(isOld ? { version: '2005/02' as const } : {}),
    ...(known === undefined ? {} : { tokenType: known }),
    ...(isHolder ? { keyType: 'public-key' as const } : {}),
    ...(claims === undefined ? {} : { claims }),
  });
  protect({ supporting, protection, isHolder }, draft);
}

/** Elements of a template that ask for what is done anyway. */
const HARMLESS: ReadonlySet<string> = new Set([
  'RequestType',
  'KeySize',
  'CanonicalizationAlgorithm',
  'Renewing',
]);

function refuseOptions({ options }: SecurityToken, draft: PolicyDraft): void {
  const derived = options.find((option) => /^Require(Explicit|Implied)?DerivedKeys$/.test(option));
  if (derived !== undefined) draft.gap(derived, 'keys derived from the key of a token are not supported');
  if (options.includes('RequireExternalReference') || options.includes('RequireExternalUriReference')) {
    draft.gap('RequireExternalReference', 'a token that the message does not contain cannot be referred to');
  }
}

function protect({ supporting, protection, isHolder }: AssertionDemand, draft: PolicyDraft): void {
  const { signed, encrypted, endorsing } = supporting;
  const { kind, encryptsFirst } = protection;
  if (kind === 'gap') return;
  if (kind === 'transport' ? isHolder : endorsing) {
    if (!endorse(supporting, protection, draft)) return;
    draft.need('signature', 'your private key and its certificate, which the assertion names');
  }
  if (kind === 'transport') return;
  if (isHolder && !endorsing) {
    draft.gap('SupportingTokens', 'the message signature has the key of the binding, not that of a token');
  }
  if (signed && encrypted && encryptsFirst) {
    draft.gap('EncryptBeforeSigning', 'an encrypted assertion cannot be signed');
  }
  if (signed && !draft.addPart('signature', 'saml-assertion')) {
    draft.gap('SignedSupportingTokens', 'no signature covers the assertion: the policy has no key for one');
  }
  if (encrypted && !draft.addPart('encryption', 'saml-assertion')) {
    draft.gap('EncryptedSupportingTokens', 'nothing encrypts the assertion: the policy has no key for it');
  }
}
