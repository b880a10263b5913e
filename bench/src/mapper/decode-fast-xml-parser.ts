import type { ObjectShape, OperationShape, Shape } from '@soapstone/json-xml-mapper/shapes';
import { XMLParser } from 'fast-xml-parser';
import { simpleJson } from './decode-saxes.js';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '$value',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
});

type Tree = { readonly [key: string]: Tree | string | (Tree | string)[] };

/** fast-xml-parser, with the shapes applied to its output to get arrays and types. */
export function decodeWithFastXmlParser(operation: OperationShape, xml: string): string {
  const envelope = parser.parse(xml).Envelope as Tree;
  const [payload] = Object.values(envelope['Body'] as Tree);
  return valueJson(operation.output!.root as ObjectShape, payload as Tree);
}

function valueJson(shape: Shape, value: Tree | string): string {
  if (shape.kind !== 'object') {
    if (typeof value === 'object')
      return value['@nil'] === 'true' ? 'null' : simpleJson(shape as never, textOf(value));
    return simpleJson(shape as never, value);
  }
  const tree = typeof value === 'string' ? {} : value;
  const members: string[] = [];
  for (const attribute of shape.attributes) {
    const text = tree[`@${attribute.name.localName}`];
    if (text !== undefined)
      members.push(`${JSON.stringify(attribute.key)}:${simpleJson(attribute.shape, text as string)}`);
  }
  if (shape.value !== undefined) members.push(`"$value":${simpleJson(shape.value, textOf(value))}`);
  for (const member of shape.members) {
    const found = tree[member.name.localName];
    if (member.array) {
      const items = found === undefined ? [] : Array.isArray(found) ? found : [found];
      members.push(
        `${JSON.stringify(member.key)}:[${items.map((item) => valueJson(member.shape, item)).join(',')}]`,
      );
    } else if (found !== undefined) {
      members.push(`${JSON.stringify(member.key)}:${valueJson(member.shape, found as Tree | string)}`);
    }
  }
  return `{${members.join(',')}}`;
}

function textOf(value: Tree | string): string {
  return typeof value === 'string' ? value : String(value['$value'] ?? '');
}
