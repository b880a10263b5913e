import { XSD } from '@soapstone/soap-model/namespaces';
import type { ParsedWsdl, ServiceModel } from '@soapstone/wsdl-parser';
import { bundledSchema } from '@soapstone/wsdl-parser/internal';
import {
  XmlBufferInputProvider,
  XmlDocument,
  XmlLibError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { hasTypedBody, rpcMessages } from './message/rpc-messages.js';
import { type MessageVerdict, validateMessage } from './message/validate-message.js';
import { MessageValidatorError } from './message-validator-error.js';
import { SAFELY } from './parse-leniently.js';
import { areAmbiguities, openContent } from './schema/open-content.js';
import { printImports, type SchemaFiles, schemaFiles } from './schema/schema-files.js';

/** Validates SOAP messages against the schemas of one description. Must be disposed, because its memory is outside JavaScript. */
export interface MessageValidator {
  /**
   * Validates a message.
   *
   * @throws {MessageValidatorError} `NOT_XML` if it is not well-formed or has a DOCTYPE
   */
  validate(message: Uint8Array): MessageVerdict;
  /** Types whose content is not judged, because it is not deterministic: `type {urn:x}Status`. Their attributes are. */
  readonly unjudgedTypes: readonly string[];
  dispose(): void;
}

/**
 * Compiles the schemas of a description with libxml2, as a second opinion that is independent of this project's parser. Mistakes that the
 * parser forgives are not corrected here, because the correction would be the parser's opinion.
 *
 * @param description a description that `parseWsdl` has read
 * @example
 * ```ts
 * const validator = createMessageValidator(await parseWsdl('users.wsdl', { resolve }));
 * const { problems } = validator.validate(envelope);
 * validator.dispose();
 * ```
 * @throws {MessageValidatorError} `SCHEMA_INVALID` if libxml2 rejects the schemas, with its message
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
  const { validator, unjudgedTypes } = compileDocuments(documents, extra);
  return {
    unjudgedTypes,
    validate: (message) => validateMessage(validator, message, described),
    dispose: () => validator.dispose(),
  };
}

interface CompiledSchemas {
  readonly validator: XsdValidator;
  readonly unjudgedTypes: readonly string[];
}

function compileDocuments(...given: Parameters<typeof schemaFiles>): CompiledSchemas {
  let origins: SchemaFiles['origins'] = new Map();
  try {
    const files = schemaFiles(...given);
    origins = files.origins;
    return compileOpening(files);
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    const reasons = error.details.slice(0, 3).map(({ file, message }) => {
      const document = origins.get(file ?? '') ?? '';
      const place = document.slice(document.lastIndexOf('/') + 1);
      return place === '' ? message.trim() : `${place}: ${message.trim()}`;
    });
    const said = reasons.length === 0 ? error.message : reasons.join('; ');
    throw new MessageValidatorError('SCHEMA_INVALID', `libxml2 rejects the schemas of the WSDL: ${said}`);
  }
}

/** The namespaces of the whole model, regardless of their source. */
function namespacesOf({ schema }: ServiceModel): ReadonlySet<string> {
  const namespaces = new Set<string>();
  for (const { name } of [...schema.types, ...schema.elements, ...schema.attributes]) {
    if (name !== undefined) namespaces.add(name.namespace);
  }
  return namespaces;
}

/** Compiles the files, with the content of ambiguous types opened: one of them must not keep all others from being judged. */
function compileOpening(files: SchemaFiles): CompiledSchemas {
  const opened = new Set<string>();
  for (let { texts } = files; ; ) {
    try {
      return { validator: compile({ ...files, texts }), unjudgedTypes: [...opened] };
    } catch (error) {
      if (!(error instanceof XmlLibError) || !areAmbiguities(error.details)) throw error;
      const next = openContent(texts, error.details, opened);
      if (next === undefined) throw error;
      texts = next;
    }
  }
}

/** Compiles the files under one schema that imports every namespace. */
function compile({ texts, locations }: SchemaFiles): XsdValidator {
  const contents: Record<string, Uint8Array> = {};
  for (const [name, text] of texts) contents[name] = new TextEncoder().encode(text);
  // It needs a namespace, because a schema without one cannot import no-namespace components.
  const main = `<xs:schema xmlns:xs="${XSD}" targetNamespace="urn:soapstone:all">${printImports(locations)}</xs:schema>`;
  xmlRegisterInputProvider(new XmlBufferInputProvider(contents));
  const document = XmlDocument.fromString(main, { url: 'mem://soapstone/main.xsd', option: SAFELY });
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
    xmlCleanupInputProvider();
  }
}
