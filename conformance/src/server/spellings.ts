import { printTree } from '../laws/xml-tree.js';
import { type BaseRequest, element, type SentRequest, withText, withTree } from './base-request.js';
import { afterDeclaration, headerOf, inBody } from './kind-builders.js';
import { roleName, unknownBlock } from './message-kinds.js';

/** Other spellings of the same message, which must be accepted. */
export const SPELLINGS: readonly { readonly name: string; make(base: BaseRequest): SentRequest }[] = [
  { name: 'as it is', make: (base) => withText(base, base.xml) },
  { name: 'comments', make: (base) => withText(base, inBody(base.xml, '<!-- a -->', base)) },
  { name: 'white space around the payload', make: (base) => withText(base, inBody(base.xml, '\n  ', base)) },
  {
    name: 'a byte order mark',
    make: (base) => withText(base, `\ufeff${base.xml.replace(/^<\?xml[^>]*\?>/, '')}`),
  },
  {
    name: 'UTF-16',
    make: (base) => ({
      body: new Uint8Array(Buffer.from(`\ufeff${afterDeclaration(base.xml)}`, 'utf16le')),
      headers: {
        ...base.headers,
        'content-type': base.headers['content-type']!.replace(/; charset=[\w-]+/, ''),
      },
    }),
  },
  {
    name: 'no SOAPAction',
    make: (base) => ({ body: base.xml, headers: { ...base.headers, soapaction: '""' } }),
  },
  {
    name: 'an unknown block that may be ignored',
    make: (base) => {
      const envelope = base.tree();
      headerOf(envelope, base).children.push(element('u:unknown', { 'xmlns:u': 'urn:soapstone:unknown' }));
      return withTree(base, envelope);
    },
  },
  {
    name: 'a block for another node',
    make: (base) => {
      const envelope = base.tree();
      headerOf(envelope, base).children.push(unknownBlock(base, { [roleName(base)]: 'urn:soapstone:other' }));
      return withTree(base, envelope);
    },
  },
  {
    name: 'another prefix of the envelope',
    make: (base) => {
      const xml = base.xml.replaceAll(`<${base.soap}:`, '<q9:').replaceAll(`</${base.soap}:`, '</q9:');
      const declared = xml.replace('<q9:Envelope', `<q9:Envelope xmlns:q9="${base.namespace}"`);
      return withText(base, declared);
    },
  },
  { name: 'character references', make: (base) => withText(base, printTree(base.tree())) },
];
