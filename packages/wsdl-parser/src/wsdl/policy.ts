import type { Diagnostic } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { defined } from '@soapstone/soap-model/defined';
import {
  MTOM_POLICY,
  WS_ADDRESSING_METADATA,
  WS_POLICY,
  WS_SECURITY_POLICY,
} from '@soapstone/soap-model/namespaces';
import { diagnose } from '../diagnostics.js';
import { attribute, type XmlElement } from '../xml/element.js';

/** The requirements of the policies attached to a component that a caller of the service must know (WA-1, WA-2, AT-1). */
export interface PolicyFacts {
  readonly addressing?: 'optional' | 'required';
  readonly mtom?: 'optional' | 'required';
  /** Clark names of the WS-SecurityPolicy assertions, including nested ones, in document order. */
  readonly security: readonly string[];
}

export const NO_POLICY: PolicyFacts = { security: [] };

/** The referable policies of one WSDL document, and the results computed so far. */
export interface PolicyTable {
  readonly byId: ReadonlyMap<string, XmlElement>;
  readonly evaluated: Map<XmlElement, Assertions>;
}

/** The assertions of a policy expression: those in every alternative, and those in any. In document order. */
interface Assertions {
  readonly required: ReadonlySet<string>;
  readonly possible: ReadonlySet<string>;
}

const NONE: Assertions = { required: new Set(), possible: new Set() };

/**
 * Collects the policies of a document by `wsu:Id`, `xml:id` and `Name`. Iterative, and skips the types: schemas are most of a
 * document and contain no policies.
 */
export function readPolicyTable(root: XmlElement): PolicyTable {
  const byId = new Map<string, XmlElement>();
  const stack = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (isPolicyElement(element, 'Policy')) {
      for (const { name, value } of element.attributes) {
        if (name.localName === 'Id' || name.localName === 'id') byId.set(`#${value}`, element);
        else if (name.localName === 'Name' && name.namespace === '') byId.set(value, element);
      }
    }
    if (element.name.localName === 'types') continue;
    for (const child of element.children) stack.push(child);
  }
  return { byId, evaluated: new Map() };
}

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
  component: XmlElement,
  table: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): PolicyFacts {
  const attached = component.children.filter((c) => WS_POLICY.includes(c.name.namespace));
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

/** Unites the requirements of two attachments. */
export function mergePolicies(a: PolicyFacts, b: PolicyFacts): PolicyFacts {
  if (a === NO_POLICY || a === b) return b;
  if (b === NO_POLICY) return a;
  const addressing = stronger(a.addressing, b.addressing);
  const mtom = stronger(a.mtom, b.mtom);
  return {
    ...defined({ addressing, mtom }),
    security: [...new Set([...a.security, ...b.security])],
  };
}

type Demand = 'optional' | 'required' | undefined;

function stronger(a: Demand, b: Demand): Demand {
  return a === 'required' || b === 'required' ? 'required' : (a ?? b);
}

interface Frame {
  readonly element: XmlElement;
  /** What must be evaluated before this element. */
  readonly operands: readonly XmlElement[];
  readonly results: Assertions[];
}

/**
 * Evaluates a policy expression (https://www.w3.org/TR/ws-policy/#rPolicy_Expression): a Policy is the All of its children, one
 * alternative of an ExactlyOne holds, and an assertion may be optional and contain a nested policy. The normal form has
 * exponentially many alternatives, so sets are computed instead. A policy is evaluated once, and a reference to a policy under
 * evaluation adds nothing, so cycles and diamonds are free.
 */
function evaluate(
  start: XmlElement,
  table: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): Assertions {
  const { evaluated } = table;
  const stack: Frame[] = [];
  const enter = (element: XmlElement): Assertions | undefined => {
    const known = evaluated.get(element);
    if (known !== undefined) return known;
    evaluated.set(element, NONE);
    stack.push({ element, operands: operandsOf(element, table, report), results: [] });
    return undefined;
  };
  let last = enter(start) ?? NONE;
  while (stack.length > 0) {
    const frame = stack.at(-1) as Frame;
    const next = frame.operands[frame.results.length];
    if (next !== undefined) {
      const known = enter(next);
      if (known !== undefined) frame.results.push(known);
      continue;
    }
    stack.pop();
    last = combine(frame.element, frame.results);
    evaluated.set(frame.element, last);
    stack.at(-1)?.results.push(last);
  }
  return last;
}

function operandsOf(
  element: XmlElement,
  table: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): readonly XmlElement[] {
  if (!isPolicyElement(element, 'PolicyReference')) return element.children;
  const policy = findPolicy(attribute(element, 'URI') ?? '', element, table, report);
  return policy === undefined ? [] : [policy];
}

function combine(element: XmlElement, operands: readonly Assertions[]): Assertions {
  if (isPolicyElement(element, 'ExactlyOne')) return exactlyOne(operands);
  if (WS_POLICY.includes(element.name.namespace)) return all(operands);
  const name = clarkName(element.name);
  const nested = all(operands);
  const optional = element.attributes.some(
    (a) =>
      a.name.localName === 'Optional' && WS_POLICY.includes(a.name.namespace) && /^(true|1)$/.test(a.value),
  );
  return {
    required: optional ? new Set() : new Set([name, ...nested.required]),
    possible: new Set([name, ...nested.possible]),
  };
}

function all(operands: readonly Assertions[]): Assertions {
  if (operands.length === 1 && operands[0] !== undefined) return operands[0];
  return {
    required: new Set(operands.flatMap((o) => [...o.required])),
    possible: new Set(operands.flatMap((o) => [...o.possible])),
  };
}

function exactlyOne(alternatives: readonly Assertions[]): Assertions {
  const [first = NONE, ...others] = alternatives;
  return {
    required: new Set([...first.required].filter((name) => others.every((o) => o.required.has(name)))),
    possible: new Set(alternatives.flatMap((o) => [...o.possible])),
  };
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
  };
}

function findPolicy(
  uri: string,
  from: XmlElement,
  table: PolicyTable,
  report: (diagnostic: Diagnostic) => void,
): XmlElement | undefined {
  const policy = table.byId.get(uri.trim());
  if (policy === undefined) {
    report(
      diagnose('POLICY_UNRESOLVED', from.location, `policy "${uri.slice(0, 200)}" is not in this document`),
    );
  }
  return policy;
}

function isPolicyElement(element: XmlElement, localName: string): boolean {
  return element.name.localName === localName && WS_POLICY.includes(element.name.namespace);
}
