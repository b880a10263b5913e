import { escapeAttribute } from '@soapstone/soap-model/xml';
import type { SourceDocument } from '@soapstone/wsdl-parser';
import { charsetOf, decoderOf, withoutEncoding } from '../request/text-decoder.js';

/** The start tags that refer to another document or state an address. Rewriting such text in a comment does no harm. */
const REFERENCES =
  /<(?:[\w.-]+:)?(import|include|redefine|address|EndpointReference)\b(?:[^>"']|"[^"]*"|'[^']*')*>/g;
const LOCATION = /(\s(?:schemaLocation|location)\s*=\s*)("[^"]*"|'[^']*')/;

/** The documents of a contract as this server publishes them: references and port addresses point to this server. */
export class PublishedDocuments {
  readonly #documents: readonly SourceDocument[];
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(documents: readonly SourceDocument[]) {
    this.#documents = documents;
    this.#indexes = new Map(documents.map(({ uri }, index) => [uri, index]));
  }

  /**
   * Returns the document that a query asks for: `wsdl`, `wsdl=1` or `xsd=2`.
   *
   * @param address the address of this server, without a query
   * @returns undefined if there is none
   */
  find(query: URLSearchParams, address: string): string | undefined {
    for (const [name, value] of query) {
      if (!/^(?:wsdl|xsd|singlewsdl)$/i.test(name)) continue;
      const document = this.#documents[value === '' ? 0 : /^\d{1,6}$/.test(value) ? Number(value) : -1];
      return document && this.#publish(document, address);
    }
    return undefined;
  }

  #publish({ uri, bytes, contentType }: SourceDocument, address: string): string {
    const text = withoutEncoding(decode(bytes, contentType));
    return text.replace(REFERENCES, (tag, kind: string) =>
      tag.replace(LOCATION, (whole, before: string, quoted: string) => {
        if (kind === 'address') return `${before}"${escapeAttribute(address)}"`;
        const reference = unescapeText(quoted.slice(1, -1));
        const index = this.#indexes.get(resolve(reference, uri));
        if (index === undefined) {
          // Resolved against this server, the relative location of a missing document would be wrong. It is only a hint (XSD
          // §4.2.3), so drop it.
          const isHint = kind === 'import' && before.trim().startsWith('schemaLocation');
          return isHint && !URL.canParse(reference) ? '' : whole;
        }
        // The first document must always have the same address, or a client would read all its components twice.
        const query = index === 0 ? 'wsdl' : `xsd=${index}`;
        return `${before}"${escapeAttribute(`${address}?${query}`)}"`;
      }),
    );
  }
}

/** Resolves a reference. In bundles, the base is a path instead of a URL. */
function resolve(reference: string, base: string): string {
  if (URL.canParse(reference)) return reference;
  if (URL.canParse(base)) return new URL(reference, base).href;
  const { pathname } = new URL(reference, `http://bundle/${base}`);
  return decodeURIComponent(pathname.slice(1));
}

function unescapeText(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function decode(bytes: Uint8Array, contentType: string | undefined): string {
  return (decoderOf(bytes, charsetOf(contentType)) ?? new TextDecoder()).decode(bytes);
}
