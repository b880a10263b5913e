import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { Draw } from './draw.js';

/** Ways to write a document differently with the same meaning. */
export interface Rewriting {
  /** Gives every namespace another prefix, or makes it the default one, on every element (L7). */
  readonly reprefix?: boolean;
  /** Whether the new prefix may be empty. Not if an unprefixed QName in a value would change its meaning. */
  readonly defaultNamespaces?: boolean;
  /** Puts comments, processing instructions and white space between the elements of a payload (L8). */
  readonly noise?: boolean;
  /** Writes text as CDATA or as character references. */
  readonly retype?: boolean;
  /** Puts the envelope into the other SOAP version (L13). */
  readonly soapVersion?: '1.1' | '1.2';
}

const ENVELOPES = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const;
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * Writes a document again, differently. A small separate writer over saxes' events that shares nothing with the code under test.
 * QName values keep working because the prefixes they use are declared next to them.
 */
export function rewriteXml(xml: string, draw: Draw, rewriting: Rewriting): string {
  const out: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const names: string[] = [];
  let openTag: string | undefined;
  const finishOpenTag = () => {
    if (openTag !== undefined) out.push(openTag, '>');
    openTag = undefined;
  };
  const noise = () =>
    rewriting.noise === true && names.length > 2 && draw.chance(2)
      ? draw.pick(['<!-- noise -->', '<?noise a="b"?>'])
      : '';

  parser.on('opentag', (tag) => {
    finishOpenTag();
    out.push(noise());
    openTag = writeOpenTag(tag, draw, rewriting, names);
  });
  parser.on('text', (text) => {
    finishOpenTag();
    out.push(rewriting.retype === true && text.trim() !== '' ? retype(text, draw) : escapeText(text));
  });
  parser.on('closetag', () => {
    finishOpenTag();
    out.push(`</${names.pop()}>`);
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return out.join('');
}

function writeOpenTag(tag: SaxesTagNS, draw: Draw, rewriting: Rewriting, names: string[]): string {
  const declared = new Map<string, string>();
  const uriOf = (uri: string) =>
    rewriting.soapVersion !== undefined && Object.values(ENVELOPES).includes(uri as never)
      ? ENVELOPES[rewriting.soapVersion]
      : uri;
  const prefixFor = (uri: string, attribute: boolean): string => {
    if (uri === '') return '';
    if (uri === 'http://www.w3.org/XML/1998/namespace') return 'xml:';
    const known = [...declared].find(
      ([prefix, bound]) => bound === uri && !(attribute && prefix === ''),
    )?.[0];
    if (known !== undefined) return known === '' ? '' : `${known}:`;
    const mayBeDefault =
      rewriting.defaultNamespaces === true && !attribute && !declared.has('') && draw.chance(3);
    const prefix = mayBeDefault ? '' : `p${declared.size}${draw.pick(['', 'x', 'é'])}`;
    declared.set(prefix, uri);
    return prefix === '' ? '' : `${prefix}:`;
  };
  const original = Object.values(tag.attributes);
  if (rewriting.reprefix !== true) {
    names.push(tag.name);
    return `<${tag.name}${original.map(({ name: key, value }) => ` ${key}="${escapeAttribute(key.startsWith('xmlns') ? uriOf(value) : value)}"`).join('')}`;
  }
  // Every namespace in scope stays declared under its old prefix, for QNames in values; names use new ones.
  const kept = original
    .filter(({ name }) => name.startsWith('xmlns:'))
    .map(({ name, value }) => ` ${name}="${escapeAttribute(uriOf(value))}"`);
  const elementUri = uriOf(tag.uri);
  if (elementUri === '') declared.set('', '');
  const name = `${prefixFor(elementUri, false)}${tag.local}`;
  const attributes = original
    .filter(
      ({ name: key, uri }) =>
        key !== 'xmlns' && !key.startsWith('xmlns:') && uri !== 'http://www.w3.org/2000/xmlns/',
    )
    .map(({ uri, local, value }) => {
      // An unprefixed QName in xsi:type would change its meaning with the default namespace; our messages always use a prefix
      // there.
      if (uri === XSI && local === 'type' && !value.includes(':'))
        throw new Error(`xsi:type without a prefix: ${value}`);
      return ` ${prefixFor(uriOf(uri), true)}${local}="${escapeAttribute(value)}"`;
    });
  names.push(name);
  const declarations = [...declared].map(([prefix, uri]) =>
    prefix === '' ? ` xmlns="${uri}"` : ` xmlns:${prefix}="${uri}"`,
  );
  return `<${name}${declarations.join('')}${kept.join('')}${attributes.join('')}`;
}

function retype(text: string, draw: Draw): string {
  if (draw.chance(2) && !text.includes(']]>') && !text.includes('\r')) return `<![CDATA[${text}]]>`;
  return [...text]
    .map((character) =>
      draw.chance(3) ? `&#x${character.codePointAt(0)?.toString(16)};` : escapeText(character),
    )
    .join('');
}

function escapeText(text: string): string {
  return text.replace(
    /[&<>\r]/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' })[c] as string,
  );
}

function escapeAttribute(text: string): string {
  return escapeText(text).replace(
    /["\n\t]/g,
    (c) => ({ '"': '&quot;', '\n': '&#xA;', '\t': '&#x9;' })[c] as string,
  );
}
