import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { type ErrorDetail, type XmlElement, XmlLibError, type XsdValidator } from 'libxml2-wasm';
import { childElements, judgeRpc } from './judge-rpc.js';
import { readMessage } from './read-message.js';
import type { RpcMessages } from './rpc-messages.js';
import { undescribedBy } from './undescribed.js';

/** A problem of a message. */
export interface MessageProblem {
  /** Starting at 1; 0 if libxml2 reports no line. */
  readonly line: number;
  readonly message: string;
  /** The validated element: `Body/{urn:x}GetUser`. */
  readonly component: string;
}

/** Every problem of a message, and what no schema can judge. */
export interface MessageVerdict {
  readonly problems: readonly MessageProblem[];
  /** Components that no schema describes, such as `Body/{urn:x}add/items` of an rpc/encoded message. */
  readonly unjudged: readonly string[];
}

const ENVELOPES: ReadonlySet<string> = new Set([SOAP11_ENVELOPE, SOAP12_ENVELOPE]);
/** Attributes of a header block that belong to SOAP, which no header schema allows. */
const HEADER_ATTRIBUTES = ['mustUnderstand', 'actor', 'role', 'relay', 'encodingStyle'] as const;

/** The facts about a description that its schemas do not contain. */
export interface Described {
  readonly rpc: RpcMessages;
  /** Namespaces that some schema describes. */
  readonly namespaces: ReadonlySet<string>;
  /** Whether the Body of some message has a type itself, whose elements no schema declares. */
  readonly typedBody: boolean;
  isDeclared(namespace: string, localName: string): boolean;
}

/**
 * Validates the parts of a message that a schema can describe.
 *
 * @throws {MessageValidatorError} `NOT_XML` if it is not well-formed or has a DOCTYPE
 */
export function validateMessage(
  validator: XsdValidator,
  message: Uint8Array,
  described: Described,
): MessageVerdict {
  const { document, renamed } = readMessage(message);
  try {
    const problems: MessageProblem[] = [];
    const unjudged = new Set<string>();
    if (hasNoBody(document.root)) {
      problems.push({ line: document.root.line, message: 'The envelope has no Body', component: 'Envelope' });
    }
    for (const { element, path } of validatedParts(document.root, described.isDeclared)) {
      const namespace = renamed.get(element.namespaceUri) ?? element.namespaceUri;
      const verdict = validatePart(validator, { element, path, namespace }, described);
      problems.push(...verdict.problems);
      for (const component of verdict.unjudged) unjudged.add(component);
    }
    return { problems, unjudged: [...unjudged] };
  } finally {
    document.dispose();
  }
}

/** A part of a message, with the name of its namespace as it is in the message. */
interface Part {
  readonly element: XmlElement;
  /** `Body/`, `Header/` or `Body/Fault/detail/`; `''` for a document that is not an envelope. */
  readonly path: string;
  readonly namespace: string;
}

function validatePart(
  validator: XsdValidator,
  { element, path, namespace }: Part,
  { isDeclared, rpc, namespaces, typedBody }: Described,
): MessageVerdict {
  const component = `${path}{${namespace}}${element.name}`.replace('{}', '');
  // Elements that others refer to are siblings of the wrapper (SOAP 1.1 §5.1).
  if (path === 'Body/' && rpc.hasEncoded && element.attr('id') !== null) {
    return { problems: [], unjudged: [component] };
  }
  const unjudged: string[] = [];
  /** Problems of an element, without those of names admitted by an open wildcard (AN-3). */
  const judge = (judged: XmlElement): readonly ErrorDetail[] => {
    const { rest, names } = undescribedBy(problemsOf(validator, judged), namespaces);
    unjudged.push(...names.map((name) => `${component}/${name}`));
    return rest;
  };
  const found = judge(element);
  if (found.length === 0) return { problems: [], unjudged };
  const candidates = path === 'Header/' ? [] : rpc.candidates(namespace, element.name);
  if (candidates.length > 0) {
    const verdict = judgeRpc(element, candidates, judge);
    unjudged.push(...verdict.unjudged.map((accessor) => `${component}/${accessor}`));
    const problems = verdict.problems.map(({ line, message }) => ({
      line,
      message: message.trim(),
      component,
    }));
    return { problems, unjudged };
  }
  const isUndeclared = found.some(({ message }) => UNDECLARED.test(message));
  // An element whose schema is missing is passed on untyped (MO-4); a part by `type` puts elements into the Body that only its
  // type declares.
  const isContent = path === 'Body/' && typedBody;
  if (isUndeclared && (isContent || isDeclared(namespace, element.name))) {
    return { problems: [], unjudged: [...unjudged, component] };
  }
  const problems = found.map(({ line, message }) => {
    const isOther = path === '' && UNDECLARED.test(message);
    return { line, message: isOther ? notAnEnvelope(component) : message.trim(), component };
  });
  return { problems, unjudged };
}

/** Reports that an envelope contains nothing that a schema describes. */
function hasNoBody(root: XmlElement): boolean {
  return (
    isEnvelope(root) &&
    !childElements(root).some(({ name, namespaceUri }) => name === 'Body' && ENVELOPES.has(namespaceUri))
  );
}

function isEnvelope({ name, namespaceUri }: XmlElement): boolean {
  return name === 'Envelope' && ENVELOPES.has(namespaceUri);
}

/** libxml2's report of an element that no schema declares. */
const UNDECLARED = /No matching global declaration/;

/** If the whole document is undeclared, it is probably not a SOAP message. */
function notAnEnvelope(component: string): string {
  const expected = [...ENVELOPES].map((namespace) => `{${namespace}}Envelope`).join(', ');
  return `Not a SOAP envelope: the root is ${component}, expected ${expected}, or an element that the WSDL declares`;
}

/** The parts that a schema can validate: payload, fault detail, declared header blocks; or a document without an envelope. */
function* validatedParts(
  root: XmlElement,
  isDeclared: (namespace: string, localName: string) => boolean,
): Generator<{ element: XmlElement; path: string }> {
  if (!isEnvelope(root)) {
    yield { element: root, path: '' };
    return;
  }
  const declaredIn = (parent: XmlElement): XmlElement[] =>
    childElements(parent).filter(({ namespaceUri, name }) => isDeclared(namespaceUri, name));
  for (const section of childElements(root)) {
    if (section.name === 'Header') {
      for (const element of declaredIn(section)) {
        for (const name of HEADER_ATTRIBUTES) removeSoapAttribute(element, name);
        yield { element, path: 'Header/' };
      }
      continue;
    }
    for (const child of childElements(section)) {
      if (child.name !== 'Fault' || !ENVELOPES.has(child.namespaceUri)) {
        yield { element: child, path: 'Body/' };
        continue;
      }
      const details = childElements(child).filter(({ name }) => /^detail$/i.test(name));
      for (const element of details.flatMap(declaredIn)) yield { element, path: 'Body/Fault/detail/' };
    }
  }
}

function removeSoapAttribute(element: XmlElement, name: string): void {
  for (const attribute of element.attrs) {
    if (attribute.name === name && ENVELOPES.has(attribute.namespaceUri)) attribute.remove();
  }
}

function problemsOf(validator: XsdValidator, element: XmlElement): readonly ErrorDetail[] {
  try {
    validator.validate(element);
    return [];
  } catch (error) {
    if (error instanceof XmlLibError) return error.details;
    throw error;
  }
}
