import { defined } from '@soapstone/options/defined';
import type { Diagnostic } from '@soapstone/soap-model';
import {
  MTOM_POLICY,
  WS_ADDRESSING_METADATA,
  WS_POLICY,
  WS_SECURITY_POLICY,
} from '@soapstone/soap-model/namespaces';
import type { XmlElement } from '../xml/element.js';
import { type Assertions, allOf, EMPTY, type NormalForm } from './alternatives.js';
import { all, evaluate } from './expression.js';
import { findPolicy, isPolicyElement, type PolicyTable } from './table.js';

/** The requirements of the policies attached to a component that a caller of the service must know (WA-1, WA-2, AT-1). */
export interface PolicyFacts {
  readonly addressing?: 'optional' | 'required';
  readonly mtom?: 'optional' | 'required';
  /** Clark names of the WS-SecurityPolicy assertions, including nested ones, in document order. */
  readonly security: readonly string[];
  readonly normal: NormalForm;
}

export const NO_POLICY: PolicyFacts = { security: [], normal: EMPTY };

/**
 * Reads the policies attached to a component of WSDL: those inside it, and those that it refers to.
 *
 *     <wsdl:binding wsp:PolicyURIs="uri*"?>
 *         <wsp:Policy> … </wsp:Policy>*
 *         <wsp:PolicyReference URI="uri"/>*
 *     </wsdl:binding>
 *
 * @see https://www.w3.org/TR/ws-policy-attach/#AttachingPolicyUsingWSDL1.1
 */
export function readAttachedPolicies(
  component: XmlElement | undefined,
  table: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): PolicyFacts {
  if (component === undefined) return NO_POLICY;
  const attached = component.children.filter(
    (child) => isPolicyElement(child, 'Policy') || isPolicyElement(child, 'PolicyReference'),
  );
  const uris = component.attributes
    .filter((a) => a.name.localName === 'PolicyURIs' && WS_POLICY.includes(a.name.namespace))
    .flatMap((a) => a.value.split(/\s+/).filter((uri) => uri !== ''));
  if (attached.length === 0 && uris.length === 0) return NO_POLICY;
  const policies = [...attached];
  for (const uri of uris) {
    const policy = findPolicy(uri, component, table, report);
    if (policy !== undefined) policies.push(policy);
  }
  return factsOf(all(policies.map((policy) => evaluate(policy, table, report))));
}

/**
 * Reads the policies that `wsp:PolicyAttachment` elements attach to a component from outside.
 *
 *     <wsp:PolicyAttachment>
 *         <wsp:AppliesTo>
 *             <wsa:EndpointReference><wsa:Address>uri</wsa:Address></wsa:EndpointReference> |
 *             <wsp:URI>namespace#wsdl11.port(Service/Port)</wsp:URI>
 *         </wsp:AppliesTo>
 *         <wsp:Policy> … </wsp:Policy> | <wsp:PolicyReference URI="uri"/>
 *     </wsp:PolicyAttachment>
 *
 * @param subjects the names of the component: its address, and its WSDL 1.1 Element Identifiers
 *
 * @see https://www.w3.org/TR/ws-policy-attach/#ExternalPolicyAttachment
 */
export function readExternalPolicies(
  subjects: readonly string[],
  table: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): PolicyFacts {
  if (table.attachments.length === 0) return NO_POLICY;
  return table.attachments
    .filter((attachment) => subjectsOf(attachment).some((subject) => subjects.includes(subject)))
    .map((attachment) => readAttachedPolicies(attachment, table, report))
    .reduce(mergePolicies, NO_POLICY);
}

function subjectsOf(attachment: XmlElement): readonly string[] {
  const scopes = attachment.children.filter((child) => isPolicyElement(child, 'AppliesTo'));
  return scopes
    .flatMap(({ children }) => children)
    .flatMap((subject) => {
      if (subject.name.localName === 'URI') return [subject.text.trim()];
      const addresses = subject.children.filter(({ name }) => name.localName === 'Address');
      return addresses.map((address) => address.text.trim());
    });
}

/** Unites the requirements of two attachments. */
export function mergePolicies(a: PolicyFacts, b: PolicyFacts): PolicyFacts {
  if (a === NO_POLICY || a === b) return b;
  if (b === NO_POLICY) return a;
  const addressing = stronger(a.addressing, b.addressing);
  const mtom = stronger(a.mtom, b.mtom);
  return {
    ...defined({ addressing, mtom }),
    security: [...new Set([...a.security, ...b.security])],
    normal: allOf([a.normal, b.normal]),
  };
}

type Demand = 'optional' | 'required' | undefined;

function stronger(a: Demand, b: Demand): Demand {
  return a === 'required' || b === 'required' ? 'required' : (a ?? b);
}

const ADDRESSING = new Set(
  WS_ADDRESSING_METADATA.flatMap((ns) => [`{${ns}}Addressing`, `{${ns}}UsingAddressing`]),
);
const MTOM = new Set(MTOM_POLICY.flatMap((ns) => [`{${ns}}OptimizedMimeSerialization`, `{${ns}}MTOM`]));

function factsOf(assertions: Assertions): PolicyFacts {
  const demand = (names: ReadonlySet<string>): Demand => {
    if ([...assertions.required].some((name) => names.has(name))) return 'required';
    return [...assertions.possible].some((name) => names.has(name)) ? 'optional' : undefined;
  };
  const addressing = demand(ADDRESSING);
  const mtom = demand(MTOM);
  return {
    ...defined({ addressing, mtom }),
    security: [...assertions.possible].filter((name) =>
      WS_SECURITY_POLICY.some((ns) => name.startsWith(`{${ns}}`)),
    ),
    normal: assertions.normal,
  };
}
