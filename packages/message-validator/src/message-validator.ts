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
  /** Why libxml2 rejected the original schemas, if corrected ones are in use. */
  readonly corrections: readonly string[];
  /** Types whose content is not judged, because it is not deterministic: `type {urn:x}Status`. Their attributes are. */
  readonly unjudgedTypes: readonly string[];
  dispose(): void;
}

/**
 * Compiles the schemas of a description with libxml2, as a second opinion that is independent of this project's parser. If libxml2
 * rejects them, common mistakes are corrected first; if it still does, default and fixed values are left out.
 *
 * @param description a description that `parseWsdl` has read
 * @example
 * ```ts
 * const validator = createMessageValidator(await parseWsdl('users.wsdl', { resolve }));
 * const { problems } = validator.validate(envelope);
 * validator.dispose();
 * ```
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
  const judgedBy = (
    { validator, unjudgedTypes }: CompiledSchemas,
    corrections: readonly string[],
  ): MessageValidator => ({
    corrections,
    unjudgedTypes,
    validate: (message) => validateMessage(validator, message, described),
    dispose: () => validator.dispose(),
  });
  const written = tryCompile(() => schemaFiles(documents, { extra, corrected: false }));
  if (written.validator !== undefined) return judgedBy(written, []);
  const corrected = tryCompile(() => schemaFiles(documents, { extra, corrected: true }));
  if (corrected.validator !== undefined) return judgedBy(corrected, written.reasons);
  // A default that is not a value of its type must not keep everything else from being judged.
  const bare = tryCompile(() => schemaFiles(documents, { extra, corrected: true, withoutDefaults: true }));
  if (bare.validator !== undefined) return judgedBy(bare, corrected.reasons);
  const reasons = corrected.reasons.slice(0, 3).join('; ');
  throw new MessageValidatorError('SCHEMA_INVALID', `libxml2 rejects the schemas of the WSDL: ${reasons}`);
}

interface CompiledSchemas {
  readonly validator: XsdValidator;
  readonly unjudgedTypes: readonly string[];
}

type Compiled = CompiledSchemas | { readonly validator?: undefined; readonly reasons: readonly string[] };

function tryCompile(files: () => SchemaFiles): Compiled {
  let origins: SchemaFiles['origins'] = new Map();
  try {
    const made = files();
    origins = made.origins;
    return compileOpening(made);
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
