import { defined } from '@soapstone/options/defined';
import { ParseOption, XmlDocument, XmlLibError } from 'libxml2-wasm';

/**
 * The safe parse options for untrusted input: no network, no external entity, no DTD. Identifiers are left to the schema: a document in
 * which an `xml:id` appears twice is well-formed.
 */
export const SAFELY: ParseOption =
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_BIG_LINES |
  ParseOption.XML_PARSE_SKIP_IDS;

/** An invalid namespace name is an error for libxml2 although it parses the document; here any text is legal. */
const ODD_NAMESPACE = /(?:^xmlns:?\S*: '[\s\S]*' is not a valid URI|namespace URI \S* is not absolute)\s*$/;

const UNDECLARED_PREFIX = /^Namespace prefix (\S+) (?:for \S+ )?on \S+ is not defined\s*$/;

/** A document, and the namespace names that were changed for libxml2: new name to original name. */
export interface LenientDocument {
  readonly document: XmlDocument;
  readonly renamed: ReadonlyMap<string, string>;
}

/** The library rejects a document for any finding; invalid namespace names are corrected. */
export function parseLeniently(bytes: Uint8Array, uri?: string): LenientDocument {
  const options = { ...defined({ url: uri }), option: SAFELY };
  const renamed = new Map<string, string>();
  try {
    return { document: XmlDocument.fromBuffer(bytes, options), renamed };
  } catch (error) {
    const isOdd =
      error instanceof XmlLibError &&
      error.details.every(({ message }) => ODD_NAMESPACE.test(message) || UNDECLARED_PREFIX.test(message));
    if (!isOdd) throw error;
    let text = new TextDecoder().decode(bytes);
    const undeclared = new Set<string>();
    for (const { message } of error.details) {
      // Schemas and messages change in the same way, so they still agree.
      const name = /'([\s\S]*)' is not a valid URI/.exec(message)?.[1];
      if (name !== undefined && !renamed.has(encodeURI(name))) {
        text = text.replaceAll(name, encodeURI(name));
        renamed.set(encodeURI(name), name);
      }
      const prefix = UNDECLARED_PREFIX.exec(message)?.[1];
      if (prefix !== undefined) undeclared.add(prefix);
    }
    const declarations = [...undeclared].map(
      (prefix) => ` xmlns:${prefix}="urn:soapstone:undeclared:${prefix}"`,
    );
    text = text.replace(/<[^\s<>!?/]+/, (start) => start + declarations.join(''));
    return { document: XmlDocument.fromString(text, options), renamed };
  }
}
