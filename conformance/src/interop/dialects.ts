import { isJsonNumber, type JsonObject, type JsonValue } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';

/** An object of another tool's JSON, in its parts. */
export interface ForeignObject {
  /** Child elements by local name, in order. If the tool does not distinguish attributes from elements, both are here. */
  readonly members: ReadonlyMap<string, JsonValue>;
  readonly attributes: ReadonlyMap<string, JsonValue>;
  /** The text of an element that has attributes. */
  readonly text?: JsonValue;
  /** The local name of the type that the value states. */
  readonly type?: string;
  /** Contents of places without a name: repetitions of a group, elements of a wildcard. */
  readonly nameless?: JsonValue;
}

/** Another tool's JSON conventions (documented in the corpus's README). */
export interface Dialect {
  readonly name: string;
  read(value: JsonObject): ForeignObject;
  /** Whether `null` means that an element is absent. */
  readonly nullIsAbsent: boolean;
  /** Whether a number that a type cannot hold is truncated, as in PHP. */
  readonly truncates: boolean;
  /** Whether binary values are raw octets in a string. */
  readonly rawBinary: boolean;
  /** Whether a list stands for a record whose only member is a list. */
  readonly listIsRecord: boolean;
  /** Whether white space around text is removed. */
  readonly trims: boolean;
  /** The arguments of a call and the value of a result. */
  readonly arguments: (request: JsonValue) => ForeignArguments;
  /** Whether results omit elements that contain only one element. */
  readonly bareResult: 'never' | 'of one part' | 'of one field';
}

/** Arguments by position (of the parts, or of the members of the wrapper), by name, or as the whole payload. */
type ForeignArguments =
  | { readonly kind: 'positional'; readonly list: readonly JsonValue[] }
  | { readonly kind: 'named'; readonly value: JsonValue };

/** Not translatable: the other tool expresses something that our JSON cannot, or expresses it in XML. */
export class Untranslatable extends Error {}

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);

const local = (key: string) => key.slice(key.lastIndexOf(':') + 1);
const entries = (value: JsonValue | undefined): [string, JsonValue][] =>
  isObject(value) ? Object.entries(value) : [];

/** node-soap and strong-soap: `attributes` (`$attributes`), `$value`, keys with prefixes that choose a namespace by hand. */
export const NODE_SOAP: Dialect = {
  name: 'node-soap',
  nullIsAbsent: false,
  truncates: false,
  rawBinary: false,
  listIsRecord: false,
  trims: true,
  bareResult: 'never',
  arguments: (request) => ({ kind: 'named', value: request }),
  read(value) {
    const members = new Map<string, JsonValue>();
    const attributes = new Map<string, JsonValue>();
    let text: JsonValue | undefined;
    let type: string | undefined;
    for (const [key, member] of Object.entries(value)) {
      if (key === '$xml' || key === '_xml') throw new Untranslatable('raw XML in JSON');
      if (key === '$value') text = member;
      else if (key === 'attributes' || key === '$attributes') {
        for (const [name, attribute] of entries(member)) {
          if (name === 'xsi_type' || name === '$xsiType')
            type = String(entries(attribute).find(([part]) => part === 'type')?.[1]);
          else if (/^(xsi|XMLSchema-instance):type$/.test(name)) type = local(String(attribute));
          else if (!/^(xmlns|xsi|SOAP-ENC)(:|$)/.test(name)) attributes.set(local(name), attribute);
        }
      } else members.set(local(key), member);
    }
    return {
      members,
      attributes,
      ...defined({ text, type }),
    };
  },
};

/** PHP's ext/soap: attributes are plain keys, `_` is the text, `any` a wildcard's raw XML. */
export const PHP: Dialect = {
  name: 'PHP',
  nullIsAbsent: false,
  truncates: true,
  rawBinary: true,
  listIsRecord: true,
  trims: false,
  bareResult: 'of one part',
  arguments: (request) => {
    const list = isObject(request) ? request['args'] : undefined;
    return { kind: 'positional', list: Array.isArray(list) ? list : [] };
  },
  read(value) {
    if ('$SoapVar' in value) throw new Untranslatable('a SoapVar says how it is encoded');
    if ('any' in value) throw new Untranslatable('raw XML in JSON');
    const { _: text, ...members } = value;
    const plain = new Map(Object.entries(members));
    return { members: plain, attributes: plain, ...defined({ text }) };
  },
};

/** zeep: attributes are plain keys; `_value_1` is text, a repeated group or a wildcard; `None` is absent. */
export const ZEEP: Dialect = {
  name: 'zeep',
  nullIsAbsent: true,
  truncates: false,
  rawBinary: false,
  listIsRecord: false,
  trims: false,
  bareResult: 'of one field',
  arguments: (request) => {
    if (!isObject(request) || !('kwargs' in request)) return { kind: 'named', value: request };
    const { args, kwargs } = request;
    if (Array.isArray(args) && args.length > 0) return { kind: 'positional', list: args };
    const { _soapheaders: _headers, ...named } = kwargs as JsonObject;
    return { kind: 'named', value: Object.assign(Object.create(null) as JsonObject, named) };
  },
  read(value) {
    const { _value_1: nameless, _attr_1: _attributes, _raw_elements: _unknown, ...members } = value;
    const plain = new Map(Object.entries(members));
    return {
      members: plain,
      attributes: plain,
      ...(nameless === undefined ? {} : { text: nameless, nameless }),
    };
  },
};
