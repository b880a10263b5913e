import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { escapeAttribute } from '@soapstone/soap-model/xml';
import type { ParsedWsdl, ServiceModel } from '@soapstone/wsdl-parser';
import { bundledSchema } from '@soapstone/wsdl-parser/internal';
import {
  type ErrorDetail,
  XmlBufferInputProvider,
  XmlDocument,
  type XmlElement,
  XmlLibError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { childElements, judgeRpc } from './judge-rpc.js';
import { MessageValidatorError } from './message-validator-error.js';
import { SAFELY } from './parse-leniently.js';
import { readMessage } from './read-message.js';
import { hasTypedBody, type RpcMessages, rpcMessages } from './rpc-messages.js';
import { type SchemaFiles, schemaFiles } from './schema-files.js';
import { undescribedBy } from './undescribed.js';

/** A problem of a message. */
interface MessageProblem {
  /** Starting at 1; 0 if libxml2 gives no line. */
  readonly line: number;
  readonly message: string;
  /** The validated element: `Body/{urn:x}GetUser`. */
  readonly component: string;
}

/** Every problem of a message, and what no schema can judge. */
interface MessageVerdict {
  readonly problems: readonly MessageProblem[];
  /** Components that no schema describes, such as `Body/{urn:x}add/items` of an rpc/encoded message. */
  readonly unjudged: readonly string[];
}

/** Validates SOAP messages against the schemas of one description. Must be disposed, because its memory is outside JavaScript. */
export interface MessageValidator {
  /**
   * Validates a message.
   *
   * @throws {MessageValidatorError} `NOT_XML` if it is not well-formed or has a DOCTYPE
   */
  validate(message: Uint8Array): MessageVerdict;
  /** Why libxml2 rejected the original schemas, if corrected ones are in use. */
  readonly corrections: readonly string[];
  dispose(): void;
}

const ENVELOPES: ReadonlySet<string> = new Set([SOAP11_ENVELOPE, SOAP12_ENVELOPE]);
/** Attributes of a header block that belong to SOAP, which no header schema allows. */
const HEADER_ATTRIBUTES = ['mustUnderstand', 'actor', 'role', 'relay', 'encodingStyle'] as const;
/**
 * Compiles the schemas of a description with libxml2, as a second opinion that is independent of this project's parser. If libxml2
 * rejects them, common mistakes are corrected first.
 *
 * @throws {MessageValidatorError} `SCHEMA_INVALID` if libxml2 rejects those as well, with its message
 */
export function createMessageValidator({
  model,
  documents,
}: Pick<ParsedWsdl, 'model' | 'documents'>): MessageValidator {
  const rpc = rpcMessages(model);
  const elements = new Set(model.schema.elements.map(({ name }) => `{${name.namespace}}${name.localName}`));
  const isDeclared = (namespace: string, localName: string): boolean =>
    elements.has(`{${namespace}}${localName}`);
  const described = { isDeclared, rpc, namespaces: namespacesOf(model), typedBody: hasTypedBody(model) };
  const extra = (supplied: ReadonlySet<string>): readonly string[] => {
    const missing = [...described.namespaces].filter((namespace) => !supplied.has(namespace));
    return [...rpc.schemas, ...missing.flatMap((namespace) => bundledSchema(namespace) ?? [])];
  };
  const judgedBy = (validator: XsdValidator, corrections: readonly string[]): MessageValidator => ({
    corrections,
    validate: (message) => validateMessage(validator, message, described),
    dispose: () => validator.dispose(),
  });
  const written = tryCompile(() => schemaFiles(documents, { extra, corrected: false }));
  if (written.validator !== undefined) return judgedBy(written.validator, []);
  const corrected = tryCompile(() => schemaFiles(documents, { extra, corrected: true }));
  if (corrected.validator !== undefined) return judgedBy(corrected.validator, written.reasons);
  const reasons = corrected.reasons.slice(0, 3).join('; ');
  throw new MessageValidatorError('SCHEMA_INVALID', `libxml2 refuses the schemas of the WSDL: ${reasons}`);
}

type Compiled =
  | { readonly validator: XsdValidator }
  | { readonly validator?: undefined; readonly reasons: readonly string[] };

function tryCompile(files: () => SchemaFiles): Compiled {
  let origins: SchemaFiles['origins'] = new Map();
  try {
    const made = files();
    origins = made.origins;
    return { validator: compile(made) };
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    const reasons = error.details.map(({ file, message }) => {
      const document = origins.get(file ?? '') ?? '';
      const place = document.slice(document.lastIndexOf('/') + 1);
      return place === '' ? message.trim() : `${place}: ${message.trim()}`;
    });
    return { reasons: reasons.length === 0 ? [error.message] : reasons };
  }
}

/** The namespaces of the whole model, whatever their source. */
function namespacesOf({ schema }: ServiceModel): ReadonlySet<string> {
  const namespaces = new Set<string>();
  for (const { name } of [...schema.types, ...schema.elements, ...schema.attributes]) {
    if (name !== undefined) namespaces.add(name.namespace);
  }
  return namespaces;
}

/** Compiles the files under one schema that imports every namespace. */
function compile({ texts, locations }: SchemaFiles): XsdValidator {
  const contents: Record<string, Uint8Array> = {};
  for (const [name, text] of texts) contents[name] = new TextEncoder().encode(text);
  const imports = [...locations].map(([namespace, location]) => {
    const name = namespace === '' ? '' : ` namespace="${escapeAttribute(namespace)}"`;
    return `<xs:import${name} schemaLocation="${location}"/>`;
  });
  // It needs a namespace, because a schema without one cannot import no-namespace components.
  const main = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:soapstone:all">${imports.join('')}</xs:schema>`;
  xmlRegisterInputProvider(new XmlBufferInputProvider(contents));
  const document = XmlDocument.fromString(main, { url: 'mem://soapstone/main.xsd', option: SAFELY });
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
    xmlCleanupInputProvider();
  }
}

/** The facts about a description that its schemas do not contain. */
interface Described {
  readonly rpc: RpcMessages;
  /** Namespaces that some schema describes. */
  readonly namespaces: ReadonlySet<string>;
  /** Whether the Body of some message has a type itself, whose elements no schema declares. */
  readonly typedBody: boolean;
  isDeclared(namespace: string, localName: string): boolean;
}

function validateMessage(validator: XsdValidator, message: Uint8Array, described: Described): MessageVerdict {
  const { isDeclared, rpc } = described;
  const { document, renamed } = readMessage(message);
  try {
    const problems: MessageProblem[] = [];
    const unjudged: string[] = [];
    /** Problems of an element, without those of names admitted by an open wildcard (AN-3). */
    const judge = (element: XmlElement, component: string): readonly ErrorDetail[] => {
      const { rest, names } = undescribedBy(problemsOf(validator, element), described.namespaces);
      for (const name of names.map((each) => `${component}/${each}`)) {
        if (!unjudged.includes(name)) unjudged.push(name);
      }
      return rest;
    };
    if (hasNoBody(document.root)) {
      problems.push({ line: document.root.line, message: 'The envelope has no Body', component: 'Envelope' });
    }
    for (const { element, path } of validatedParts(document.root, isDeclared)) {
      const { name } = element;
      const namespaceUri = renamed.get(element.namespaceUri) ?? element.namespaceUri;
      const component = `${path}{${namespaceUri}}${name}`.replace('{}', '');
      // Elements that others refer to are siblings of the wrapper (SOAP 1.1 §5.1).
      if (path === 'Body/' && rpc.hasEncoded && element.attr('id') !== null) {
        unjudged.push(component);
        continue;
      }
      const found = judge(element, component);
      if (found.length === 0) continue;
      const candidates = path === 'Header/' ? [] : rpc.candidates(namespaceUri, name);
      if (candidates.length > 0) {
        const verdict = judgeRpc(element, candidates, (wrapper) => judge(wrapper, component));
        for (const { line, message: text } of verdict.problems) {
          problems.push({ line, message: text.trim(), component });
        }
        unjudged.push(...verdict.unjudged.map((accessor) => `${component}/${accessor}`));
        continue;
      }
      const isUndeclared = found.some(({ message: text }) => UNDECLARED.test(text));
      // An element whose schema is missing is passed on untyped (MO-4); a part by `type` puts elements into the Body that only its
      // type declares.
      const isContent = path === 'Body/' && described.typedBody;
      if (isUndeclared && (isContent || isDeclared(namespaceUri, name))) {
        unjudged.push(component);
        continue;
      }
      for (const { line, message: text } of found) {
        const isOther = path === '' && UNDECLARED.test(text);
        problems.push({ line, message: isOther ? notAnEnvelope(component) : text.trim(), component });
      }
    }
    return { problems, unjudged };
  } finally {
    document.dispose();
  }
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
  for (const section of childElements(root)) {
    for (const child of childElements(section)) {
      const isSoap = ENVELOPES.has(child.namespaceUri);
      if (section.name === 'Header') {
        if (!isDeclared(child.namespaceUri, child.name)) continue;
        for (const name of HEADER_ATTRIBUTES) removeSoapAttribute(child, name);
        yield { element: child, path: 'Header/' };
      } else if (isSoap && child.name === 'Fault') {
        for (const detail of childElements(child).filter(({ name }) => /^detail$/i.test(name))) {
          for (const entry of childElements(detail)) {
            if (isDeclared(entry.namespaceUri, entry.name))
              yield { element: entry, path: 'Body/Fault/detail/' };
          }
        }
      } else {
        yield { element: child, path: 'Body/' };
      }
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
