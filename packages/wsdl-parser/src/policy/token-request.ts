import type { TokenRequestTemplate } from '@soapstone/soap-model';
import { attribute, type XmlElement } from '../xml/element.js';

/** The maximum length of a value, in characters. */
const MAX_VALUE_CHARACTERS = 500;
const MAX_CLAIMS = 50;
const MAX_OTHERS = 20;

/** Reads what an `IssuedToken` asks its token service for (WS-SecurityPolicy §5.4.2). */
export function readTokenRequest(token: XmlElement): { readonly request?: TokenRequestTemplate } {
  const template = token.children.find(({ name }) => name.localName === 'RequestSecurityTokenTemplate');
  if (template === undefined) return {};
  const found = (local: string): XmlElement | undefined =>
    template.children.find(({ name }) => name.localName === local);
  const textOf = (local: string): string | undefined =>
    found(local)?.text.trim().slice(0, MAX_VALUE_CHARACTERS) || undefined;
  const claims = (found('Claims')?.children ?? [])
    .flatMap((claim) => attribute(claim, 'Uri')?.trim().slice(0, MAX_VALUE_CHARACTERS) ?? [])
    .slice(0, MAX_CLAIMS);
  const others = template.children
    .map(({ name }) => name.localName)
    .filter((local) => !READ.has(local))
    .slice(0, MAX_OTHERS);
  const tokenType = textOf('TokenType');
  const keyType = textOf('KeyType');
  const trust = template.children[0]?.name.namespace;
  return {
    request: {
      ...(trust === undefined ? {} : { trust }),
      ...(tokenType === undefined ? {} : { tokenType }),
      ...(keyType === undefined ? {} : { keyType }),
      ...(claims.length === 0 ? {} : { claims }),
      ...(others.length === 0 ? {} : { others }),
    },
  };
}

const READ: ReadonlySet<string> = new Set(['TokenType', 'KeyType', 'Claims']);
