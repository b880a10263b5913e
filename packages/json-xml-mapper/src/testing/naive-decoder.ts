import { clarkName } from '@soapstone/soap-model';
import { SOAP11_ENVELOPE, SOAP12_ENVELOPE, XSI } from '@soapstone/soap-model/namespaces';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DEFAULT_SIMPLE_LIMITS } from '../scalar/default-limits.js';
import { compileSimple } from '../scalar/simple-codec.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { ElementMember, ObjectShape, Shape } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';

/** An element as saxes reports it. */
interface Element {
  readonly name: string;
  readonly localName: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly lookup: (prefix: string) => string | undefined;
  readonly children: (Element | string)[];
}

/**
 * The mapping of plain types, implemented again as simply as possible: saxes builds a tree, and recursive functions convert it to
 * values. It shares only the shapes and the codecs of simple types with the decoder, so that it can judge it. Objects, arrays,
 * attributes, nil and simple values; any other shape is an error.
 *
 * @returns JSON text of the result, or `undefined` if the document is rejected
 */
export function decodeNaively(operation: OperationShape, xml: string): string | undefined {
  const envelope = readTree(xml);
  const soap = [SOAP11_ENVELOPE, SOAP12_ENVELOPE];
  const isSoap = (element: Element, name: string): boolean =>
    soap.some((namespace) => element.name === `{${namespace}}${name}`);
  if (envelope === undefined || !isSoap(envelope, 'Envelope')) return undefined;
  const body = elements(envelope).find((child) => isSoap(child, 'Body'));
  const output = operation.output!;
  // BD-3: the exact name wins over one in another namespace.
  const children = body === undefined ? [] : elements(body);
  const { namespace, localName } = output.name!;
  const payload =
    children.find((child) => child.name === clarkName({ namespace, localName })) ??
    children.find((child) => child.localName === localName);
  if (payload === undefined) return undefined;
  return print(objectValue(output.root as ObjectShape, payload));
}

function readTree(xml: string): Element | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const stack: Element[] = [];
  let root: Element | undefined;
  let failed = false;
  parser.on('error', () => {
    failed = true;
  });
  parser.on('doctype', () => {
    failed = true;
  });
  parser.on('opentag', (tag) => {
    const element = elementOf(tag, parser);
    stack.at(-1)?.children.push(element);
    root ??= element;
    stack.push(element);
  });
  parser.on('closetag', () => {
    stack.pop();
  });
  const text = (piece: string): void => {
    stack.at(-1)?.children.push(piece);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.write(xml).close();
  return failed ? undefined : root;
}

function elementOf(tag: SaxesTagNS, parser: SaxesParser<{ xmlns: true }>): Element {
  const scope = new Map<string, string>();
  // saxes resolves prefixes only at that position, so the prefixes that values may use are copied.
  for (const prefix of ['', 't', 'u', 'q', 'xs', 'xsi', 's']) {
    const namespace = parser.resolve(prefix);
    if (namespace !== undefined) scope.set(prefix, namespace);
  }
  return {
    name: clarkName({ namespace: tag.uri, localName: tag.local }),
    localName: tag.local,
    attributes: new Map(
      Object.values(tag.attributes).map(({ uri, local, value }) => [
        clarkName({ namespace: uri, localName: local }),
        value,
      ]),
    ),
    lookup: (prefix) => scope.get(prefix),
    children: [],
  };
}

function elements(element: Element): Element[] {
  return element.children.filter((child) => typeof child !== 'string');
}

function ownText(element: Element): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}

function value(member: ElementMember, element: Element): unknown {
  const { shape } = member;
  const nil = (element.attributes.get(`{${XSI}}nil`) ?? '').trim();
  if (nil === 'true' || nil === '1') {
    const kept = shape.kind === 'object' ? attributeMembers(shape, element, false) : [];
    return kept.length === 0 ? null : new Map<string, unknown>([['$nil', true], ...kept]);
  }
  if (shape.kind === 'object') return objectValue(shape, element);
  return simpleValue(simple(shape), ownText(element), element, member.fixed ?? member.default);
}

function simple(shape: Shape): SimpleShape {
  if (
    shape.kind === 'scalar' ||
    shape.kind === 'list' ||
    shape.kind === 'union' ||
    shape.kind === 'anySimpleType'
  )
    return shape;
  throw new Error(`cannot judge ${shape.kind}`);
}

function objectValue(shape: ObjectShape, element: Element): Map<string, unknown> {
  const members = new Map<string, unknown>(attributeMembers(shape, element, true));
  if (shape.value !== undefined) {
    members.set('$value', simpleValue(shape.value, ownText(element), element, undefined));
    return members;
  }
  for (const member of shape.members) {
    const name = clarkName(member.name);
    const found = elements(element).filter((child) => matches(shape, child, name, member.name.localName));
    if (member.array) {
      if (found.length > 0 || !member.conditional)
        members.set(
          member.key,
          found.map((child) => value(member, child)),
        );
    } else if (found[0] !== undefined) {
      members.set(member.key, value(member, found[0]));
    }
  }
  return members;
}

/** Whether an element matches a member by name, otherwise by the only local name (KY-5). */
function matches(shape: ObjectShape, child: Element, name: string, localName: string): boolean {
  if (child.name === name) return true;
  if (child.localName !== localName) return false;
  if (shape.members.some((other) => clarkName(other.name) === child.name)) return false;
  return shape.members.filter((other) => other.name.localName === localName).length === 1;
}

function attributeMembers(shape: ObjectShape, element: Element, defaults: boolean): [string, unknown][] {
  const members: [string, unknown][] = [];
  for (const attribute of shape.attributes) {
    const text = element.attributes.get(clarkName(attribute.name));
    const preset = attribute.fixed ?? attribute.default;
    if (text !== undefined)
      members.push([attribute.key, simpleValue(attribute.shape, text, element, undefined)]);
    else if (defaults && preset !== undefined) {
      members.push([attribute.key, simpleValue(attribute.shape, preset, element, undefined)]);
    }
  }
  return members;
}

/** JSON text of a simple value, marked so that `print` does not quote it. */
function simpleValue(
  shape: SimpleShape,
  text: string,
  { lookup }: Element,
  preset: string | undefined,
): Json {
  const codec = compileSimple(shape, DEFAULT_SIMPLE_LIMITS);
  const collapses =
    shape.kind !== 'anySimpleType' && !(shape.kind === 'scalar' && shape.builtin === 'string');
  const empty = collapses ? text.trim() === '' : text === '';
  if (empty && preset !== undefined) return new Json(codec.parseToJson(preset, lookup) ?? 'null');
  if (empty && shape.kind === 'scalar' && /^(string|token|NMTOKEN)$/.test(shape.builtin))
    return new Json('""');
  const json = codec.parseToJson(text, lookup);
  if (json !== undefined) return new Json(json);
  if (text.trim() === '') return new Json('null');
  const collapsed = text
    .split(/[\t\n\r ]+/)
    .filter((word) => word !== '')
    .join(' ');
  if (shape.kind === 'scalar' && shape.json === 'boolean' && /^(true|false)$/i.test(collapsed)) {
    return new Json(collapsed.toLowerCase());
  }
  // TR-4: the documents only have small exponents, which a double represents.
  if (shape.kind === 'scalar' && /^(decimal|int|long|integer|short|byte)$/.test(shape.builtin)) {
    if (/^[+-]?[0-9.]+[eE][+-]?[0-9]$/.test(collapsed)) {
      const number = codec.parseToJson(String(Number(collapsed)), lookup);
      if (number !== undefined) return new Json(number);
    }
  }
  return new Json(JSON.stringify(collapsed));
}

class Json {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function print(node: unknown): string {
  if (node instanceof Json) return node.text;
  if (node instanceof Map)
    return `{${[...node].map(([key, member]) => `${JSON.stringify(key)}:${print(member)}`).join(',')}}`;
  return Array.isArray(node) ? `[${node.map(print).join(',')}]` : JSON.stringify(node);
}
