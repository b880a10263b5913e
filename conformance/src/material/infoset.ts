import { SaxesParser } from 'saxes';

/**
 * Reduces a document to its XML content, as text that can be compared and read in a failing test: one line per element, attribute
 * and text, names in Clark notation, attributes sorted, prefixes removed. Attribute values that are QNames by definition
 * (`xsi:type`, SOAP array types) are expanded too. White space between elements does not count.
 *
 * @param qnames further elements and attributes, in Clark notation, whose values are QNames
 */
export function infosetOf(xml: string, qnames: readonly string[] = []): string {
  const lines: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let text = '';
  let failure: Error | undefined;
  const depth = { now: 0 };
  const indent = () => '  '.repeat(depth.now);
  const flush = (atEnd: boolean, hadElement: boolean) => {
    if (text !== '' && (!hadElement || text.trim() !== '') && (atEnd || text.trim() !== ''))
      lines.push(
        `${indent()}${JSON.stringify(qnames.includes(names.at(-1) ?? '') ? expand(text, resolve) : text)}`,
      );
    text = '';
  };
  const hadElement: boolean[] = [false];
  const names: string[] = [];
  const resolve = (prefix: string) => parser.resolve(prefix);

  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('opentag', (tag) => {
    flush(false, true);
    hadElement[hadElement.length - 1] = true;
    lines.push(`${indent()}${clark(tag.uri, tag.local)}`);
    names.push(clark(tag.uri, tag.local));
    depth.now += 1;
    const attributes = Object.values(tag.attributes)
      .filter(({ uri, name }) => uri !== XMLNS && name !== 'xmlns')
      .map(({ uri, local, value }) => {
        const name = clark(uri, local);
        const isQName = QNAME_VALUED.has(name) || qnames.includes(name);
        return `${indent()}@${name}=${JSON.stringify(isQName ? expand(value, resolve) : value)}`;
      });
    lines.push(...attributes.sort());
    hadElement.push(false);
  });
  parser.on('text', (chunk) => {
    text += chunk;
  });
  parser.on('cdata', (chunk) => {
    text += chunk;
  });
  parser.on('closetag', () => {
    flush(true, hadElement.pop() ?? false);
    names.pop();
    depth.now -= 1;
  });
  parser.write(xml).close();
  if (failure !== undefined) throw new Error(`not well-formed: ${failure.message}\n${xml}`);
  return lines.join('\n');
}

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const QNAME_VALUED = new Set([
  '{http://www.w3.org/2001/XMLSchema-instance}type',
  '{http://schemas.xmlsoap.org/soap/encoding/}arrayType',
  '{http://www.w3.org/2003/05/soap-encoding}itemType',
]);

function clark(uri: string, local: string): string {
  return uri === '' ? local : `{${uri}}${local}`;
}

function expand(value: string, resolve: (prefix: string) => string | undefined): string {
  const [, prefix = '', local = ''] = /^\s*(?:([^:]*):)?(\S*)\s*$/.exec(value) ?? [];
  return clark(resolve(prefix) ?? '', local);
}
