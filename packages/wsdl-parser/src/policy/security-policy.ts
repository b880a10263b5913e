import { defined } from '@soapstone/options/defined';
import type {
  BindingToken,
  MessageProtection,
  ProtectedPart,
  SecurityAlternative,
  SecurityBinding,
  SecurityOptions,
  SecurityPolicy,
  SecurityToken,
  SupportingToken,
} from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { MTOM_POLICY, WS_ADDRESSING_METADATA, WS_SECURITY_POLICY } from '@soapstone/soap-model/namespaces';
import { attribute, type XmlElement } from '../xml/element.js';
import { isTrue } from '../xml/keywords.js';
import { allOf, MAX_ALTERNATIVES, type PolicyAlternative, type PolicyAssertion } from './alternatives.js';
import type { PolicyFacts } from './attached-policies.js';
import { readElements, readParts } from './protected-parts.js';
import { readTokenRequest } from './token-request.js';

/** The policies of a port by what they are attached to. */
export interface PortPolicies {
  /** The policies of its service, port, binding and portType. */
  readonly endpoint: PolicyFacts;
  /** The policies of each operation: its own and those of its messages. */
  readonly operations: readonly {
    readonly name: string;
    readonly request: PolicyFacts;
    readonly response: PolicyFacts;
  }[];
}

/**
 * Returns what the WS-SecurityPolicy of a port asks for; `undefined` if it has none. Assertions attached to requests or responses
 * hold for those of every operation; an operation whose responses are protected differently is named.
 */
export function readSecurityPolicy({ endpoint, operations }: PortPolicies): SecurityPolicy | undefined {
  const requests = allOf(operations.map(({ request }) => request.normal));
  const responses = allOf(operations.map(({ response }) => response.normal));
  const alternatives: SecurityAlternative[] = [];
  let incomplete = endpoint.normal.incomplete || requests.incomplete || responses.incomplete;
  for (const common of endpoint.normal.alternatives) {
    for (const request of requests.alternatives) {
      for (const response of responses.alternatives) {
        if (alternatives.length === MAX_ALTERNATIVES) incomplete = true;
        else alternatives.push(readAlternative(common, request, response, operations));
      }
    }
  }
  if (!alternatives.some(asksForSecurity)) return undefined;
  return { alternatives, ...(incomplete ? { incomplete } : {}) };
}

function asksForSecurity(alternative: SecurityAlternative): boolean {
  const { binding, supportingTokens, request, response, wss, trust, others } = alternative;
  const parts = [request, response].flatMap(({ signed, encrypted, required }) => [
    ...signed,
    ...encrypted,
    ...required,
  ]);
  return (
    [binding, wss, trust].some((each) => each !== undefined) ||
    supportingTokens.length > 0 ||
    parts.length > 0 ||
    others.some((name) => WS_SECURITY_POLICY.some((ns) => name.startsWith(`{${ns}}`))) ||
    others.some((name) => name.startsWith(`{${HTTP_AUTHENTICATION}}`))
  );
}

/** The policy assertions of WCF for HTTP authentication: `BasicAuthentication`, `NtlmAuthentication`, …. */
const HTTP_AUTHENTICATION = 'http://schemas.microsoft.com/ws/06/2004/policy/http';

/** Namespaces of assertions that other members of the model cover. */
const ELSEWHERE: ReadonlySet<string> = new Set([...WS_ADDRESSING_METADATA, ...MTOM_POLICY]);

function readAlternative(
  common: PolicyAlternative,
  request: PolicyAlternative,
  response: PolicyAlternative,
  operations: PortPolicies['operations'],
): SecurityAlternative {
  const sent = [...common, ...request].filter(unique);
  const received = [...common, ...response].filter(unique);
  const bindings = sent.flatMap((assertion) => readBinding(assertion) ?? []);
  const [binding, ...more] = bindings;
  const wss = sent.find((assertion) => /^Wss1[01]$/.test(nameOf(assertion)));
  const trust = sent.find((assertion) => /^Trust1[03]$/.test(nameOf(assertion)));
  const responseProtection = protectionOf(received);
  const differing = operations
    .filter(({ response: own }) => {
      const [first] = own.normal.alternatives;
      const protection = protectionOf([...common, ...(first ?? [])].filter(unique));
      return !isSameSet(protection.signed, responseProtection.signed);
    })
    .map(({ name }) => name);
  const others = sent
    .concat(received)
    .filter(unique)
    .filter((assertion) => !isRead(assertion) && !ELSEWHERE.has(assertion.element.name.namespace))
    .map(({ element }) => clarkName(element.name));
  const second = more.map(({ kind }) => `a second ${kind} binding`);
  return {
    ...defined({ binding }),
    supportingTokens: sent.flatMap(readSupportingTokens),
    request: protectionOf(sent),
    response: responseProtection,
    ...(differing.length === 0 || differing.length === operations.length ? {} : { differing }),
    ...(wss === undefined ? {} : { wss: optionsOf(wss) }),
    ...(trust === undefined ? {} : { trust: optionsOf(trust) }),
    others: [...new Set([...others, ...second])],
  };
}

function unique<Value>(value: Value, index: number, all: readonly Value[]): boolean {
  return all.indexOf(value) === index;
}

function isSameSet(a: readonly ProtectedPart[], b: readonly ProtectedPart[]): boolean {
  const print = (parts: readonly ProtectedPart[]): string =>
    JSON.stringify(parts.map((part) => JSON.stringify(part)).sort());
  return print(a) === print(b);
}

/** The local name of an assertion of WS-SecurityPolicy; `''` for another one. */
function nameOf({ element }: PolicyAssertion): string {
  return isSecurity(element) ? element.name.localName : '';
}

function isSecurity({ name }: XmlElement): boolean {
  return WS_SECURITY_POLICY.includes(name.namespace);
}

/** The name of an assertion in lists: the local name in WS-SecurityPolicy, the Clark name elsewhere. */
function shortName({ element }: PolicyAssertion): string {
  return isSecurity(element) ? element.name.localName : clarkName(element.name);
}

const PARTS: Readonly<Record<string, keyof MessageProtection>> = {
  SignedParts: 'signed',
  SignedElements: 'signed',
  EncryptedParts: 'encrypted',
  EncryptedElements: 'encrypted',
  ContentEncryptedElements: 'encrypted',
  RequiredParts: 'required',
  RequiredElements: 'required',
};

const BINDINGS: Readonly<Record<string, SecurityBinding['kind']>> = {
  TransportBinding: 'transport',
  SymmetricBinding: 'symmetric',
  AsymmetricBinding: 'asymmetric',
};

/** Where the namespaces of WS-SecurityPolicy begin since 1.2. */
const OASIS = 'http://docs.oasis-open.org/ws-sx/';

const SUPPORTING = /^(Signed)?(Endorsing)?(Encrypted)?SupportingTokens$/;

function isRead(assertion: PolicyAssertion): boolean {
  const name = nameOf(assertion);
  return (
    Object.hasOwn(PARTS, name) ||
    Object.hasOwn(BINDINGS, name) ||
    SUPPORTING.test(name) ||
    /^(Wss1[01]|Trust1[03])$/.test(name)
  );
}

function protectionOf(assertions: readonly PolicyAssertion[]): MessageProtection {
  const found: Record<keyof MessageProtection, Map<string, ProtectedPart>> = {
    signed: new Map(),
    encrypted: new Map(),
    required: new Map(),
  };
  for (const assertion of assertions) {
    const name = nameOf(assertion);
    const kind = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (kind === undefined) continue;
    for (const part of partsOf(assertion)) found[kind].set(JSON.stringify(part), part);
  }
  return {
    signed: [...found.signed.values()],
    encrypted: [...found.encrypted.values()],
    required: [...found.required.values()],
  };
}

function partsOf({ element }: PolicyAssertion): readonly ProtectedPart[] {
  return element.name.localName.endsWith('Parts') ? readParts(element) : readElements(element);
}

function readBinding(assertion: PolicyAssertion): SecurityBinding | undefined {
  const name = nameOf(assertion);
  if (!Object.hasOwn(BINDINGS, name)) return undefined;
  const kind = BINDINGS[name] as SecurityBinding['kind'];
  const tokens: BindingToken[] = [];
  const options: string[] = [];
  let algorithmSuite: SecurityOptions | undefined;
  let layout: string | undefined;
  for (const inner of assertion.nested) {
    const option = shortName(inner);
    if (option === 'AlgorithmSuite') algorithmSuite = readSuite(inner);
    else if (option === 'Layout') layout = [...inner.nested].map(shortName)[0];
    else if (option.endsWith('Token') && inner.nested.size > 0) {
      for (const token of inner.nested) tokens.push({ role: option, token: readToken(token) });
    } else options.push(option);
  }
  const version = assertion.element.name.namespace.startsWith(OASIS) ? '1.2' : '1.1';
  return { kind, version, tokens, ...defined({ algorithmSuite, layout }), options };
}

/** Assertions of an algorithm suite that change one algorithm of it. */
const SUITE_OPTION =
  /^(InclusiveC14N|InclusiveC14N11|ExclusiveC14N|SOAPNormalization10|STRTransform10|XPath\w*|AbsXPath)$/;

function readSuite({ nested }: PolicyAssertion): SecurityOptions {
  const names = [...nested].map(shortName);
  const name = names.find((each) => !SUITE_OPTION.test(each)) ?? '';
  return { name, options: names.filter((each) => each !== name) };
}

function readSupportingTokens(assertion: PolicyAssertion): readonly SupportingToken[] {
  const match = SUPPORTING.exec(nameOf(assertion));
  if (match === null) return [];
  const [, signed, endorsing, encrypted] = match;
  const inner = [...assertion.nested];
  const signedParts = inner
    .filter((each) => PARTS[nameOf(each)] === 'signed')
    .flatMap((each) => partsOf(each));
  return inner
    .filter((each) => !Object.hasOwn(PARTS, nameOf(each)) && nameOf(each) !== 'AlgorithmSuite')
    .map((each) => ({
      signed: signed !== undefined,
      endorsing: endorsing !== undefined,
      encrypted: encrypted !== undefined,
      token: readToken(each),
      signedParts,
    }));
}

const INCLUSIONS: Readonly<Record<string, SecurityToken['inclusion']>> = {
  Never: 'never',
  Once: 'once',
  AlwaysToRecipient: 'always-to-recipient',
  AlwaysToInitiator: 'always-to-initiator',
  Always: 'always',
};

function readToken(assertion: PolicyAssertion): SecurityToken {
  const { element } = assertion;
  const included = element.attributes.find(
    ({ name }) => name.localName === 'IncludeToken' && (name.namespace === '' || isSecurityNamespace(name)),
  );
  const inclusion = INCLUSIONS[included?.value.split('/').at(-1)?.trim() ?? ''] ?? 'always';
  // HttpsToken of WS-SecurityPolicy 1.1 has an attribute instead of a nested assertion.
  const certificate = attribute(element, 'RequireClientCertificate') ?? '';
  const issuer = element.children.find(({ name }) => /^Issuer(Name)?$/.test(name.localName));
  const address =
    issuer?.children.find(({ name }) => name.localName === 'Address')?.text.trim() ?? issuer?.text.trim();
  return {
    name: shortName(assertion),
    inclusion,
    options: [
      ...[...assertion.nested].map(shortName),
      ...(isTrue(certificate) ? ['RequireClientCertificate'] : []),
    ],
    ...(address === undefined || address === '' ? {} : { issuer: address.slice(0, 500) }),
    ...readTokenRequest(element),
  };
}

function isSecurityNamespace({ namespace }: { readonly namespace: string }): boolean {
  return WS_SECURITY_POLICY.includes(namespace);
}

function optionsOf(assertion: PolicyAssertion): SecurityOptions {
  return { name: nameOf(assertion), options: [...assertion.nested].map(shortName) };
}
