import { createMapper, type JsonObject, type JsonValue, stringify } from '@soapstone/json-xml-mapper';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { wsdlAround } from '../material/wsdl-around.js';
import type { Draw } from './draw.js';
import { drawObject } from './draw-value.js';
import { drawInput, type Law, resultOf, same, text, utf8 } from './laws.js';
import { rpcEncodedWsdl } from './rpc-encoded-wsdl.js';
import { elementsOf, parseTree, printTree, walk, type XmlNode } from './xml-tree.js';

/** Laws judged by the published schema, by another way to write a request, or by another way to write a response. */
export const JUDGED_LAWS: readonly Law[] = [
  {
    id: 'L5',
    statement: 'the published JSON Schema takes what the mapper takes and gives',
    check(subject, draw) {
      const { operation, onlyInput = false } = subject;
      const canonical = operation.normalise(drawInput(subject, draw));
      // ajv only supports doubles, so values that a double cannot represent are not judged.
      const judged = JSON.parse(stringify(canonical)) as JsonValue;
      if (stringify(judged) !== stringify(canonical)) return;
      const messages: readonly ('input' | 'output')[] = onlyInput ? ['input'] : ['input', 'output'];
      for (const message of messages) {
        const validate = judge(operation, message);
        if (!validate(judged))
          throw new Error(`${message}: ${JSON.stringify(validate.errors)}\n${stringify(canonical)}`);
      }
      const broken = JSON.parse(stringify(canonical)) as Record<string, unknown>;
      broken['noSuchField'] = 1;
      if (judge(operation, 'input')(broken)) throw new Error('the schema takes an unknown field');
    },
  },
  {
    id: 'L5',
    statement: 'the published JSON Schema takes and refuses the same null, [] and missing keys',
    check(subject, draw) {
      const { operation } = subject;
      const drawn = drawInput(subject, draw);
      const input = JSON.parse(stringify(drawn)) as JsonValue;
      if (stringify(input) !== stringify(drawn)) return;
      const isValid = judge(operation, 'input');
      const keys = keysOf(operation);
      for (let n = 0; n < CHANGES; n++) {
        const changed = withoutValues(input, keys, draw);
        const taken = operation.validate(changed).length === 0;
        if (taken === isValid(changed)) continue;
        const verdict = JSON.stringify(taken ? isValid.errors : operation.validate(changed));
        throw new Error(`only one side refuses ${JSON.stringify(changed)}: ${verdict}`);
      }
    },
  },
  {
    id: 'L14',
    statement: 'referenced values are read as if they were inline',
    async check(_subject, draw) {
      const operation = await encodedOperation();
      const value = drawPerson(draw, 3);
      const inline = text(operation.responseToXml({ person: value }).body);
      const tree = parseTree(inline);
      referTo(tree, draw);
      same(resultOf(operation, printTree(tree)), resultOf(operation, inline), printTree(tree));
    },
  },
  {
    id: 'L15',
    statement: 'a query string says what a body says',
    async check(_subject, draw) {
      const operation = await flatOperation();
      if (!operation.info.querySafe.safe)
        throw new Error(`not query-safe: ${operation.info.querySafe.reason}`);
      const input = operation.normalise(drawObject(draw, operation.shape.input.root));
      const query = encodeQuery(input);
      same(stringify(operation.normalise(operation.fromQuery(query))), stringify(input), query);
    },
  },
];

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const judges = new WeakMap<Compiled, Map<string, ValidateFunction>>();

/** ajv's verdict on a message, compiled once per operation. */
export function judge(operation: Compiled, message: 'input' | 'output'): ValidateFunction {
  const known = judges.get(operation) ?? new Map<string, ValidateFunction>();
  judges.set(operation, known);
  const compiled = known.get(message);
  if (compiled !== undefined) return compiled;
  const schema = operation.jsonSchema(message);
  const validate = ajv.compile(schema);
  // ajv would keep each of thousands of schemas.
  ajv.removeSchema(schema);
  known.set(message, validate);
  return validate;
}

const CHANGES = 20;

/** Every key that some object of the input may have. */
function keysOf(operation: Compiled): readonly string[] {
  const keys = new Set<string>();
  JSON.stringify(operation.jsonSchema('input'), (keyword, value: unknown) => {
    if (keyword === 'properties') for (const key of Object.keys(value as object)) keys.add(key);
    return value;
  });
  return [...keys];
}

/** A copy in which some keys are null, empty arrays or missing: keys that objects have, and keys that some other object may have. */
function withoutValues(json: JsonValue, keys: readonly string[], draw: Draw): JsonValue {
  if (Array.isArray(json)) return json.map((item) => withoutValues(item, keys, draw));
  if (typeof json !== 'object' || json === null) return json;
  const copy = Object.create(null) as Record<string, JsonValue>;
  for (const [key, value] of Object.entries(json as JsonObject)) {
    const change = draw.int(0, 29);
    if (change === 0) continue;
    copy[key] = change === 1 ? null : change === 2 ? [] : withoutValues(value, keys, draw);
  }
  for (let n = draw.int(0, 2); n > 0 && keys.length > 0; n--) {
    const key = draw.pick(keys);
    if (!Object.hasOwn(copy, key)) copy[key] = draw.chance(3) ? [] : null;
  }
  return copy;
}

type Compiled = ReturnType<ReturnType<typeof createMapper>['compile']>;
let encoded: Promise<Compiled> | undefined;
let flat: Promise<Compiled> | undefined;

function encodedOperation(): Promise<Compiled> {
  encoded ??= compile(new Map([['service.wsdl', utf8(rpcEncodedWsdl)]]));
  return encoded;
}

function flatOperation(): Promise<Compiled> {
  const field = (name: string, type: string, occurs = ' minOccurs="0"') =>
    `<xs:element name="${name}" type="xs:${type}"${occurs}/>`;
  const fields = [
    field('id', 'long', ''),
    field('name', 'string'),
    field('tag', 'string', ' minOccurs="0" maxOccurs="unbounded"'),
    field('on', 'boolean'),
    field('price', 'decimal'),
    field('ratio', 'double'),
    field('when', 'dateTime'),
    field('a.b', 'int'),
  ];
  const nested = `<xs:element name="filter" minOccurs="0"><xs:complexType><xs:sequence>${field('from', 'date', '')}${field('to', 'date')}</xs:sequence><xs:attribute name="unit"/></xs:complexType></xs:element>`;
  const schema = `<xs:schema targetNamespace="urn:law" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"><xs:element name="Do"><xs:complexType><xs:sequence>${fields.join('')}${nested}</xs:sequence><xs:attribute name="v" type="xs:int"/></xs:complexType></xs:element><xs:element name="DoResponse"><xs:complexType/></xs:element></xs:schema>`;
  flat ??= compile(
    new Map([
      ['service.wsdl', utf8(wsdlAround(schema))],
      ['schema.xsd', utf8(schema)],
    ]),
  );
  return flat;
}

async function compile(files: Map<string, Uint8Array>): Promise<Compiled> {
  const { model } = await parseWsdl('service.wsdl', { resolve: bundleResolver(files) });
  return createMapper(model, { unwrap: 'payload', warnings: 'all' }).compile(
    model.exposed[0]?.name as string,
  );
}

function drawPerson(draw: Draw, depth: number): JsonObject {
  const friends = depth === 0 ? 0 : draw.int(0, 2);
  return Object.assign(Object.create(null) as JsonObject, {
    name: draw.pick(['Ada', 'é & <x>', '']),
    age: draw.int(0, 120),
    friends: Array.from({ length: friends }, () => drawPerson(draw, depth - 1)),
  });
}

/** Moves the content of some accessors to siblings of the response element, as Axis does, and leaves references behind. */
function referTo(envelope: XmlNode, draw: Draw): void {
  const body = elementsOf(envelope).find(({ name }) => name.endsWith('Body')) as XmlNode;
  const [response] = elementsOf(body) as [XmlNode];
  const targets: XmlNode[] = [];
  // Accessors only: nothing refers to the wrapper itself.
  for (const node of [...walk(response)].slice(1)) {
    if (elementsOf(node).length === 0 || !draw.chance(2)) continue;
    const id = `id${targets.length}`;
    targets.push({ name: 'multiRef', attributes: { ...node.attributes, id }, children: node.children });
    node.attributes = { href: `#${id}` };
    node.children = [];
  }
  // The prefixes that types use are declared on the response element; a target is its sibling.
  const declarations = Object.entries(response.attributes).filter(([name]) => name.startsWith('xmlns'));
  for (const target of targets)
    target.attributes = { ...Object.fromEntries(declarations), ...target.attributes };
  body.children.push(...targets);
}

function encodeQuery(value: JsonObject, prefix = ''): string {
  return Object.entries(value)
    .flatMap(([key, member]): string[] => {
      const name = encodeURIComponent(prefix + key);
      if (Array.isArray(member)) return member.map((item) => `${name}=${encodeURIComponent(lexical(item))}`);
      if (typeof member === 'object' && member !== null && Object.getPrototypeOf(member) === null)
        return [encodeQuery(member as JsonObject, `${prefix}${key}.`)].filter((part) => part !== '');
      return [`${name}=${encodeURIComponent(lexical(member)).replaceAll('%20', '+')}`];
    })
    .join('&');
}

const lexical = (value: JsonValue) => (typeof value === 'string' ? value : stringify(value));
