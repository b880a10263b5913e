import { SaxesParser } from 'saxes';

/**
 * A document reduced to what XML says by it, as text that can be compared and read in a failing test: one line per element,
 * attribute and text, names in Clark notation, attributes sorted, prefixes gone. Attribute values that are QNames by their
 * meaning (`xsi:type`, SOAP array types) are expanded too. White space between elements does not count.
 */
export function infosetOf(xml: string): string {
  const lines: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let text = '';
  let failure: Error | undefined;
  const depth = { now: 0 };
  const indent = () => '  '.repeat(depth.now);
  const flush = (atEnd: boolean, hadElement: boolean) => {
    if (text !== '' && (!hadElement || text.trim() !== '') && (atEnd || text.trim() !== ''))
      lines.push(`${indent()}${JSON.stringify(text)}`);
    text = '';
  };
  const hadElement: boolean[] = [false];

  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('opentag', (tag) => {
    flush(false, true);
    hadElement[hadElement.length - 1] = true;
    lines.push(`${indent()}${clark(tag.uri, tag.local)}`);
    depth.now += 1;
    const attributes = Object.values(tag.attributes)
      .filter(({ uri, name }) => uri !== XMLNS && name !== 'xmlns')
      .map(
        ({ uri, local, value }) =>
          `${indent()}@${clark(uri, local)}=${JSON.stringify(expandValue(clark(uri, local), value, (prefix) => parser.resolve(prefix)))}`,
      );
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

function expandValue(
  attribute: string,
  value: string,
  resolve: (prefix: string) => string | undefined,
): string {
  if (!QNAME_VALUED.has(attribute)) return value;
  const [, prefix = '', local = ''] = /^\s*(?:([^:]*):)?(\S*)\s*$/.exec(value) ?? [];
  return clark(resolve(prefix) ?? '', local);
}
