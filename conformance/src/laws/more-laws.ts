import {
  createMapper,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringify,
} from '@soapstone/json-xml-mapper';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { parseXml } from 'libxmljs2';
import { wsdlAround } from '../material/wsdl-around.js';
import type { Draw } from './draw.js';
import { drawInput, type Law, responseOf, resultOf, same, text, utf8 } from './laws.js';
import { elementsOf, parseTree, printTree, walk, type XmlNode } from './xml-tree.js';

/** Laws that need more than the code under test: another validator, a fixed service, documents taken apart and reassembled. */
export const MORE_LAWS: readonly Law[] = [
  {
    id: 'L4',
    statement: 'request XML is valid for libxml2',
    check(subject, draw) {
      const xml = text(subject.operation.toXml(drawInput(subject, draw)).body);
      const payload = /<soapenv:Body>(.*)<\/soapenv:Body>/s.exec(xml)?.[1] as string;
      const document = parseXml(payload);
      if (!document.validate(parseXml(subject.schema)))
        throw new Error(
          `${document.validationErrors.map(({ message }) => message.trim()).join('; ')}\n${payload}`,
        );
    },
  },
  {
    id: 'L9',
    statement: 'the order of the children of a plain record does not matter',
    check(subject, draw) {
      const result = subject.operation.normalise(drawInput(subject, draw));
      // If order is significant ($items, $content, $any, which substitute came first) there is nothing to permute.
      if (/"\$(items|content|any|element)/.test(stringify(result))) return;
      const tree = parseTree(responseOf(subject.operation, result));
      for (const node of walk(tree)) permute(node, draw);
      same(resultOf(subject.operation, printTree(tree)), stringify(result), printTree(tree));
    },
  },
  {
    id: 'L11',
    statement: 'numbers of any length keep their value',
    async check(_subject, draw) {
      const number = drawNumber(draw);
      for (const numbers of ['number', 'string'] as const) {
        const operation = await exactNumbers(numbers);
        const wide = number.includes('.') ? 'd' : draw.pick(['d', 'i']);
        const xml = text(operation.toXml({ [wide]: number }).body);
        same(/<ns1:.>([^<]*)<\/ns1:.>/.exec(xml)?.[1] ?? '', canonicalNumber(number), xml);
        const result = resultOf(operation, responseOf(operation, { [wide]: number }));
        const expected = canonicalNumber(number);
        same(result, numbers === 'number' ? `{"${wide}":${expected}}` : `{"${wide}":"${expected}"}`);
        same(stringify(parseJson(result)), result);
        if (numbers === 'string') same(JSON.stringify(JSON.parse(result)), result);
      }
    },
  },
  {
    id: 'L12',
    statement: 'repairing one problem removes exactly the errors at it',
    check(subject, draw) {
      const { operation } = subject;
      const input = drawInput(subject, draw);
      const leaves = scalarPaths(input, '');
      if (leaves.length < 2) return;
      const [first, second] = [draw.pick(leaves), draw.pick(leaves)];
      if (first === second) return;
      const errorsOf = (...broken: string[]) =>
        operation
          .validate(broken.reduce<JsonValue>((value, path) => replaceAt(value, path), input))
          .map(({ path, keyword }) => `${path} ${keyword}`);
      // A leaf of untyped content accepts anything, so there is no problem to fix.
      if (errorsOf(first).length === 0 || errorsOf(second).length === 0) return;
      const both = errorsOf(first, second);
      const inside = (path: string) => (error: string) =>
        error.startsWith(`${path}/`) || error.startsWith(`${path} `);
      same(
        JSON.stringify(both.filter((error) => !inside(first)(error)).sort()),
        JSON.stringify(errorsOf(second).sort()),
      );
      same(JSON.stringify(errorsOf(first).filter((error) => !inside(first)(error))), '[]');
    },
  },
];

/** Permutes the element children, keeping the order of those with one name. */
function permute(node: XmlNode, draw: Draw): void {
  const elements = elementsOf(node);
  if (elements.length < 2 || node.children.some((child) => typeof child === 'string' && child.trim() !== ''))
    return;
  const queues = new Map<string, XmlNode[]>();
  for (const element of elements) queues.set(element.name, [...(queues.get(element.name) ?? []), element]);
  const permuted: XmlNode[] = [];
  while (queues.size > 0) {
    const name = draw.pick([...queues.keys()]);
    const queue = queues.get(name) as XmlNode[];
    permuted.push(queue.shift() as XmlNode);
    if (queue.length === 0) queues.delete(name);
  }
  node.children = permuted;
}

const exact = new Map<string, ReturnType<typeof compileExact>>();
const exactNumbers = (numbers: 'number' | 'string') => {
  const known = exact.get(numbers) ?? compileExact(numbers);
  exact.set(numbers, known);
  return known;
};

async function compileExact(numbers: 'number' | 'string') {
  const fields =
    '<xs:complexType name="N"><xs:sequence><xs:element name="d" type="xs:decimal" minOccurs="0"/><xs:element name="i" type="xs:integer" minOccurs="0"/></xs:sequence></xs:complexType>';
  const schema = `<xs:schema targetNamespace="urn:law" xmlns:t="urn:law" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">${fields}<xs:element name="Do" type="t:N"/><xs:element name="DoResponse" type="t:N"/></xs:schema>`;
  const files = new Map([
    ['service.wsdl', utf8(wsdlAround(schema))],
    ['schema.xsd', utf8(schema)],
  ]);
  const { model } = await parseWsdl('service.wsdl', { resolve: bundleResolver(files) });
  return createMapper(model, { numbers }).compile('Do');
}

function drawNumber(draw: Draw): string {
  const digits = (count: number) => Array.from({ length: count }, () => draw.int(0, 9)).join('');
  const whole = digits(draw.int(1, 40));
  return `${draw.pick(['', '-', '+'])}${whole}${draw.chance(2) ? `.${digits(draw.int(1, 20))}` : ''}`;
}

/** The canonical form of a decimal, by string surgery: no sign for zero, no redundant zeros. */
function canonicalNumber(number: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d*?)(?:\.(\d*?)0*)?$/.exec(number) ?? [];
  const magnitude = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  return sign === '-' && magnitude !== '0' ? `-${magnitude}` : magnitude;
}

/** The independent scalars of a value: no `$type` and the like, and no entries of `$content` (MX-3). */
function scalarPaths(value: JsonValue, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => scalarPaths(item, `${path}/${i}`));
  if (value === null) return [];
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== null) return [path];
  return Object.entries(value as JsonObject).flatMap(([key, member]) =>
    key === '$type' || key === '$element' || key === '$nil' || key === '$content'
      ? []
      : scalarPaths(member, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/** A copy of `value` with an object at the pointer that no simple type accepts. */
function replaceAt(value: JsonValue, pointer: string): JsonValue {
  const [, head, rest] = /^\/([^/]*)(.*)$/s.exec(pointer) ?? [];
  if (head === undefined) return Object.assign(Object.create(null) as JsonObject, { broken: [] });
  const key = head.replaceAll('~1', '/').replaceAll('~0', '~');
  if (Array.isArray(value))
    return value.map((item, i) => (String(i) === key ? replaceAt(item, rest ?? '') : item));
  const copy = Object.create(null) as JsonObject;
  for (const [name, member] of Object.entries(value as JsonObject))
    copy[name] = name === key ? replaceAt(member, rest ?? '') : member;
  return copy;
}
