import { assertOptions, type Check, listOf, members, oneOf, wrong } from '@soapstone/options';
import type {
  MessageProtection,
  SecurityAlternative,
  SecurityBinding,
  SecurityPolicy,
} from '@soapstone/soap-model';
import { readAsymmetricBinding } from './asymmetric-binding.js';
import { LEGACY_ALGORITHMS, type LegacyAlgorithm, type PolicyDemands } from './policy-demands.js';
import { PolicyDraft } from './policy-draft.js';
import { readSymmetricBinding } from './symmetric-binding.js';
import { readHttpsToken, readSupportingTokens, refuseToken, wantBasic } from './tokens.js';

/** Options of `readDemands`. */
export interface DemandOptions {
  /** Legacy algorithms that may be used if the policy asks for them. Default: none. */
  readonly allow?: readonly LegacyAlgorithm[] | undefined;
}

/** The outline of a policy, which is enough to distinguish one of a model from other data. */
const securityPolicy: Check = (value) => {
  const { alternatives } = membersOf<SecurityPolicy>(value);
  const isPolicy = Array.isArray(alternatives) && alternatives.every(isAlternative);
  return isPolicy ? [] : wrong('expected the "security" of a port of a ServiceModel');
};

function isAlternative(value: unknown): boolean {
  const { supportingTokens, request, response, others } = membersOf<SecurityAlternative>(value);
  const protections = [request, response].map((each) => membersOf<MessageProtection>(each));
  const lists = protections.flatMap(({ signed, encrypted, required }) => [signed, encrypted, required]);
  return [supportingTokens, others, ...lists].every(Array.isArray);
}

/** The members of an object, none of them trusted; none for anything else. */
function membersOf<Type>(value: unknown): { readonly [Name in keyof Type]?: unknown } {
  return typeof value === 'object' && value !== null ? value : {};
}

const demandOptions: Check = members<DemandOptions>({ allow: listOf(oneOf(...LEGACY_ALGORITHMS)) });

/**
 * Reads what a WS-SecurityPolicy asks of its callers: a template of a credential profile and what is missing in it, or the assertions
 * that are not supported. It takes the first of several alternatives that is supported without legacy algorithms, else the first
 * that is supported with them, else the one with the fewest gaps.
 *
 * A policy alone never puts SHA-1, AES-CBC or RSA 1.5 into the template, though most algorithm suites ask for them: `legacy`
 * names them, and `allow` puts them in.
 *
 * @param policy `port.security` of a `ServiceModel`
 *
 * @throws {OptionError} for an unknown option, and for anything but a policy of a model
 *
 * @example
 * ```ts
 * const demands = readDemands(port.security, { allow: ['sha1', 'cbc'] });
 * if (demands.state === 'supported') {
 *   const credentials = completeProfile(demands, { signature: { certificate, privateKey } });
 * }
 * ```
 */
export function readDemands(policy: SecurityPolicy, options: DemandOptions = {}): PolicyDemands {
  assertOptions(securityPolicy, policy, 'readDemands', 'policy');
  assertOptions(demandOptions, options, 'readDemands');
  const { allow = [] } = options;
  const read = policy.alternatives.map((alternative) => readAlternative(alternative, allow));
  const [first, ...others] = read;
  if (first === undefined) return unsatisfiable();
  const best = others.reduce((known, next) => (rank(next) < rank(known) ? next : known), first);
  if (policy.incomplete !== true || best.state === 'supported') return best;
  return { ...best, notes: [...best.notes, 'The policy has more alternatives than are read.'] };
}

/** Reads the demands of a policy without alternatives. */
function unsatisfiable(): PolicyDemands {
  const draft = new PolicyDraft([]);
  draft.gap('ExactlyOne', 'the policy has no alternative that can be satisfied');
  return draft.finish();
}

function rank({ gaps, legacy }: PolicyDemands): number {
  return gaps.length * 1000 + legacy.length;
}

function readAlternative(alternative: SecurityAlternative, allow: readonly LegacyAlgorithm[]): PolicyDemands {
  const draft = new PolicyDraft(allow);
  const { binding, wss, others } = alternative;
  if (binding !== undefined) readBinding(alternative, binding, draft);
  else readPartsWithoutBinding(alternative, draft);
  readSupportingTokens(alternative, draft);
  if (wss?.options.includes('RequireSignatureConfirmation') === true) {
    if (draft.has('verify')) draft.set('verify', { signatureConfirmation: true });
    else draft.note('Responses carry a SignatureConfirmation, which is not checked: they are not verified.');
  }
  for (const part of alternative.request.required) {
    if (part.kind === 'header') {
      draft.note(`Requests must carry the header block ${part.name ?? ''} of ${part.namespace}.`);
    }
  }
  for (const name of others) readOther(name, draft);
  return draft.finish();
}

function readBinding(alternative: SecurityAlternative, binding: SecurityBinding, draft: PolicyDraft): void {
  const { kind, options, layout, tokens, algorithmSuite } = binding;
  if (options.includes('IncludeTimestamp')) {
    draft.set('timestamp', {});
    draft.want('Timestamp');
  }
  if (layout === 'LaxTsLast') draft.gap('LaxTsLast', 'the Timestamp is always first in the Security block');
  if (algorithmSuite?.options.includes('SOAPNormalization10') === true) {
    draft.gap('SOAPNormalization10', 'SOAP Message Normalization is not supported');
  }
  for (const option of options) {
    if (!KNOWN_OPTIONS.has(option)) draft.gap(option, 'this assertion is not known');
  }
  if (kind === 'transport') {
    draft.want('HTTPS');
    for (const { token } of tokens) {
      if (token.name === 'HttpsToken') readHttpsToken(token, draft);
      else refuseToken(token, draft);
    }
  } else if (kind === 'asymmetric') readAsymmetricBinding(alternative, binding, draft);
  else readSymmetricBinding(alternative, binding, draft);
}

const KNOWN_OPTIONS: ReadonlySet<string> = new Set([
  'IncludeTimestamp',
  'EncryptBeforeSigning',
  'SignBeforeEncrypting',
  'EncryptSignature',
  'ProtectTokens',
  'OnlySignEntireHeadersAndBody',
]);

/** Parts that a policy protects without saying with which keys. */
function readPartsWithoutBinding({ request, response }: SecurityAlternative, draft: PolicyDraft): void {
  for (const [name, kind] of [
    ['SignedParts', 'signed'],
    ['EncryptedParts', 'encrypted'],
  ] as const) {
    if (request[kind].length + response[kind].length === 0) continue;
    draft.gap(name, 'the policy has no binding that says with which keys');
  }
}

const HTTP_AUTHENTICATION = '{http://schemas.microsoft.com/ws/06/2004/policy/http}';

/** Settings of servers and tools, which ask nothing of a message. */
const SETTINGS: readonly RegExp[] = [
  /^\{http:\/\/ws\.apache\.org\/rampart\/policy\}/,
  /^\{http:\/\/schemas\.sun\.com\/2006\/03\/wss\/(client|server)\}/,
  /^\{http:\/\/schemas\.sun\.com\/ws\/2006\/05\/(sc|trust)\/(client|server)\}/,
  /^\{http:\/\/java\.sun\.com\/xml\/ns\/(wsit|metro)\//,
  /^\{http:\/\/java\.sun\.com\/xml\/ns\/wsit\/policy\}/,
  /^\{http:\/\/schemas\.xmlsoap\.org\/ws\/2004\/09\/policy\/encoding\}/,
];

function readOther(name: string, draft: PolicyDraft): void {
  if (SETTINGS.some((pattern) => pattern.test(name))) return;
  if (name === `${HTTP_AUTHENTICATION}BasicAuthentication`) {
    wantBasic(draft);
  } else if (name.startsWith(HTTP_AUTHENTICATION)) {
    const local = name.slice(HTTP_AUTHENTICATION.length);
    draft.gap(local, `HTTP ${local.replace(/Authentication$/, '')} authentication is not supported`);
  } else if (name.endsWith('}RMAssertion')) {
    draft.gap('RMAssertion', 'WS-ReliableMessaging is not supported');
  } else draft.gap(name, 'this assertion is not known');
}
