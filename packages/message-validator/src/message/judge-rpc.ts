import { SOAP12_ENCODING, SOAP12_RPC, XSI } from '@soapstone/soap-model/namespaces';
import { XmlElement } from 'libxml2-wasm';
import type { RpcMessage } from './rpc-messages.js';

/** A problem reported by libxml2. */
interface Problem {
  readonly line: number;
  readonly message: string;
}

/** The findings for the wrapper of an rpc message. */
export interface RpcVerdict {
  readonly problems: readonly Problem[];
  /** Accessors that no schema describes. */
  readonly unjudged: readonly string[];
}

/**
 * Validates a wrapper against each message that it may be. It is valid if one fits; otherwise the problems are those of the first.
 * Modifies the wrapper: moves it into the namespace in which the message is declared.
 */
export function judgeRpc(
  wrapper: XmlElement,
  candidates: readonly RpcMessage[],
  problemsOf: (element: XmlElement) => readonly Problem[],
): RpcVerdict {
  const { namespaceUri } = wrapper;
  let first: RpcVerdict | undefined;
  for (const [index, { namespace, encoded, opaque }] of candidates.entries()) {
    const unjudged = encoded ? withoutEncoding(wrapper, opaque) : [];
    const prefix = `soapstone.rpc${index}`;
    wrapper.addNsDeclaration(namespace, prefix);
    wrapper.namespacePrefix = prefix;
    const problems = problemsOf(wrapper).map(({ line, message }) => ({
      line,
      message: message.replaceAll(`{${namespace}}`, `{${namespaceUri}}`),
    }));
    const verdict = { problems, unjudged };
    if (problems.length === 0) return verdict;
    first ??= verdict;
  }
  return first ?? { problems: [], unjudged: [] };
}

/**
 * Removes what belongs to the encoding from a wrapper: the types stated on accessors, references to elements elsewhere, and the
 * `rpc:result` of SOAP 1.2 (EN-6). Returns the accessors that cannot be validated.
 */
function withoutEncoding(wrapper: XmlElement, opaque: ReadonlySet<string>): string[] {
  const unjudged: string[] = [];
  for (const accessor of childElements(wrapper)) {
    if (accessor.namespaceUri === SOAP12_RPC && accessor.name === 'result') {
      accessor.remove();
      continue;
    }
    const refers = accessor.attrs.some(
      ({ name, namespaceUri }) =>
        (name === 'href' && namespaceUri === '') || (name === 'ref' && namespaceUri === SOAP12_ENCODING),
    );
    if (refers || opaque.has(accessor.name)) unjudged.push(accessor.name);
    for (const attribute of accessor.attrs) {
      if (attribute.name === 'type' && attribute.namespaceUri === XSI) attribute.remove();
    }
    if (refers) accessor.remove();
  }
  return unjudged;
}

/** The child elements of a node. */
export function childElements(parent: XmlElement): XmlElement[] {
  const elements: XmlElement[] = [];
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) elements.push(node);
  }
  return elements;
}
