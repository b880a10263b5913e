import type { BoundMessage, ExpandedName, TypeReference } from '@soapstone/soap-model';
import { isRecord, type Loose, type LooseObject } from '../loosely-typed-values.js';
import type { Child, Declared, SchemaView } from './schema-view.js';

/** The options of a WSDL by node-soap's names, as far as writing is concerned. */
export interface WriteOptions {
  readonly attributesKey: string;
  readonly valueKey: string;
  readonly xmlKey: string;
  readonly escapeXML: boolean;
  readonly useEmptyTag: boolean;
  readonly namespaceArrayElements: boolean;
  readonly arrayWithChoiceTag: string | undefined;
  readonly overrideElementKey: Readonly<Record<string, string>>;
  readonly overrideRootElement: {
    readonly namespace?: string;
    readonly xmlnsAttributes?: readonly { readonly name: string; readonly value: string }[];
  };
}

/** The maximum depth of arguments, so that those that contain themselves end in an error. */
const MAX_DEPTH = 500;

/** The namespaces in scope: the default one, and prefixes by namespace. */
interface Scope {
  readonly unprefixed: string;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly depth: number;
  /** The prefix of elements that the schema does not declare: that of the `xsi_type` around them. */
  readonly loosePrefix?: string | undefined;
}

/** Writes the objects of node-soap as XML: names, namespaces and order from the schema, and what it does not declare as it is given. */
export class XmlWriter {
  readonly #view: SchemaView;
  readonly #options: WriteOptions;
  /** The prefixes that the WSDL uses, by namespace. */
  readonly #known: ReadonlyMap<string, string>;

  constructor(
    view: SchemaView,
    options: WriteOptions,
    prefixes: readonly (readonly [prefix: string, namespace: string])[],
  ) {
    this.#view = view;
    this.#options = options;
    this.#known = new Map(prefixes.map(([prefix, namespace]) => [namespace, prefix]));
  }

  /** The content of the Body. `overrideBaseElement`: the members of `args` are its elements. */
  writeMessage(
    message: BoundMessage,
    args: Loose,
    { overrideBaseElement = false }: { readonly overrideBaseElement?: boolean } = {},
  ): string {
    if (isRecord(args) && args['_xml']) return String(args['_xml']);
    const [part] = message.parts;
    if (message.wrapper !== undefined || part?.kind !== 'element') return this.#rpc(message, args);
    const root: Declared = this.#view.element(part.element) ?? { name: part.element, type: undefined };
    if (overrideBaseElement && isRecord(args)) return this.#members(args, root.type, OUTSIDE);
    return withRoot(
      this.#write(root.name.localName, args === undefined ? {} : args, root, OUTSIDE),
      this.#options.overrideRootElement,
    );
  }

  /** A header block, or other XML that the schema may not declare, in a namespace. */
  writeLoose(object: LooseObject, prefix: string | undefined, namespace: string | undefined): string {
    // The envelope declares it, and node-soap leaves it out.
    const isDeclared =
      prefix !== undefined && UNWRITTEN.includes(prefix) && this.#known.get(namespace ?? '') === prefix;
    const named = prefix && prefix !== 'xmlns' && !isDeclared ? `${prefix}:` : '';
    const inPrefix = named === '' ? '' : ` xmlns:${prefix}="${escapeText(namespace ?? '')}"`;
    const declares = namespace ? `${inPrefix} xmlns="${escapeText(namespace)}"` : '';
    return Object.entries(object)
      .map(([key, value]) => {
        const declared =
          namespace === undefined ? undefined : this.#view.element({ namespace, localName: key });
        if (declared !== undefined) return this.#write(key, value, declared, OUTSIDE);
        const loosePrefix = named === '' ? undefined : prefix;
        const scope: Scope = { unprefixed: namespace ?? '', prefixes: new Map(), depth: 1, loosePrefix };
        const attributes = isRecord(value) ? writeAttributes(value[this.#options.attributesKey]) : '';
        const nil = value === null ? NIL : '';
        const name = `${key.includes(':') ? '' : named}${key}`;
        return `<${name}${attributes}${declares}${nil}>${this.#content(value, undefined, scope)}</${name}>`;
      })
      .join('');
  }

  #rpc({ wrapper, parts }: BoundMessage, args: Loose): string {
    const inner: Scope = { unprefixed: '', prefixes: new Map(), depth: 1 };
    const byName = new Map(parts.map((part) => [part.name, part]));
    const written = Object.entries(isRecord(args) ? args : {}).map(([key, value]) => {
      if (key === this.#options.xmlKey) return String(value);
      const part = byName.get(bare(key));
      if (part === undefined) return this.#write(key, value, undefined, inner);
      if (part.kind === 'element') return this.#write(key, value, this.#view.element(part.element), inner);
      return this.#write(key, value, { name: { namespace: '', localName: key }, type: part.type }, inner);
    });
    if (wrapper === undefined) return written.join('');
    const { namespace, localName } = wrapper;
    if (namespace === '') return `<${localName}>${written.join('')}</${localName}>`;
    const prefix = this.#known.get(namespace) ?? 'tns';
    const name = `${prefix}:${localName}`;
    return `<${name} xmlns:${prefix}="${escapeText(namespace)}">${written.join('')}</${name}>`;
  }

  /** The elements of one member: several for a list. */
  #write(key: string, value: Loose, declared: Declared | undefined, scope: Scope): string {
    if (value === undefined || typeof value === 'function') return '';
    if (!Array.isArray(value)) return this.#element(key, value, declared, scope);
    if (key === this.#options.arrayWithChoiceTag) {
      return value.map((item) => this.#members(item, declared?.type, scope)).join('');
    }
    if (this.#options.namespaceArrayElements || value.length === 0) {
      return value.map((item) => this.#element(key, item, declared, scope)).join('');
    }
    // Not what lists mean in XML Schema: one element around the content of all items.
    const { open, close, inner, type } = this.#tag(key, {}, declared, scope);
    return `<${open}>${value.map((item) => this.#content(item, type, inner)).join('')}</${close}>`;
  }

  #element(key: string, value: Loose, declared: Declared | undefined, scope: Scope): string {
    const { open, close, inner, type } = this.#tag(key, value, declared, scope);
    // A list inside a list has its items in elements of the same name.
    const written = Array.isArray(value)
      ? this.#write(key, value, declared && { name: declared.name, type: undefined }, inner)
      : this.#content(value, type, inner);
    const nil = value === null ? NIL : '';
    if (written === '' && this.#options.useEmptyTag) return `<${open}${nil} />`;
    return `<${open}${nil}>${written}</${close}>`;
  }

  /** The tag of an element: its name with a prefix, its attributes and the namespaces that it declares. */
  #tag(key: string, value: Loose, declared: Declared | undefined, scope: Scope): Tag {
    if (scope.depth > MAX_DEPTH) {
      throw new Error(
        `cannot write "${key}": more than ${MAX_DEPTH} levels, or a value that contains itself`,
      );
    }
    const attributes = isRecord(value) ? value[this.#options.attributesKey] : undefined;
    const type = this.#derivedType(attributes) ?? declared?.type;
    const { name, declares, ...inner } = this.#named(key, declared, scope);
    const derived = isRecord(attributes) ? attributes['xsi_type'] : undefined;
    const loosePrefix: string | undefined = derived?.prefix ?? scope.loosePrefix;
    return {
      open: `${name}${writeAttributes(attributes)}${declares}`,
      close: name,
      inner: { ...inner, depth: scope.depth + 1, loosePrefix },
      type,
    };
  }

  /** The name of an element with its prefix, and what it declares for itself and what is inside. */
  #named(key: string, declared: Declared | undefined, { unprefixed, prefixes, loosePrefix }: Scope) {
    const same = { unprefixed, prefixes, declares: '' };
    if (key.startsWith(':')) return { ...same, name: key.slice(1) };
    if (key.includes(':')) return { ...same, name: key };
    if (declared === undefined) return { ...same, name: loosePrefix ? `${loosePrefix}:${key}` : key };
    const { namespace, localName } = declared.name;
    if (namespace === unprefixed) return { ...same, name: localName };
    const inScope = prefixes.get(namespace);
    if (inScope !== undefined) return { ...same, name: `${inScope}:${localName}` };
    if (namespace === '' || !this.#hasUnqualified(declared.type)) {
      const declares = ` xmlns="${escapeText(namespace)}"`;
      return { unprefixed: namespace, prefixes, declares, name: localName };
    }
    // Children without a namespace would have to undo a default one.
    const prefix = this.#known.get(namespace) ?? `${prefixes.size === 0 ? 'tns' : `ns${prefixes.size}`}`;
    const declares = ` xmlns:${prefix}="${escapeText(namespace)}"`;
    const added = new Map([...prefixes].filter(([, each]) => each !== prefix)).set(namespace, prefix);
    return { unprefixed, prefixes: added, declares, name: `${prefix}:${localName}` };
  }

  #hasUnqualified(type: TypeReference | undefined): boolean {
    return [...this.#view.childrenOf(type).values()].some(({ name }) => name.namespace === '');
  }

  #content(value: Loose, type: TypeReference | undefined, scope: Scope): string {
    if (value === null || value === undefined) return '';
    return isRecord(value) ? this.#members(value, type, scope) : this.#text(value, type);
  }

  #members(value: Loose, type: TypeReference | undefined, scope: Scope): string {
    if (!isRecord(value)) return this.#content(value, type, scope);
    const { attributesKey, valueKey, xmlKey, overrideElementKey, arrayWithChoiceTag } = this.#options;
    if (Object.hasOwn(value, xmlKey)) return String(value[xmlKey]);
    const children = this.#view.childrenOf(type);
    const keys = Object.keys(value)
      .filter((key) => key !== attributesKey && key !== valueKey)
      .map((key) => ({ key, name: overrideElementKey[key] ?? key }));
    const place = (name: string): number => children.get(bare(name))?.place ?? Number.POSITIVE_INFINITY;
    // Stable, so that what has no place of its own keeps the order of the program.
    keys.sort((one, other) => {
      const [first, second] = [place(one.name), place(other.name)];
      return first === second ? 0 : first - second;
    });
    const written = keys.map(({ key, name }) => {
      if (name === arrayWithChoiceTag) return this.#write(name, value[key], { name: NO_NAME, type }, scope);
      const declared: Declared | undefined = children.get(bare(name)) ?? this.#substitute(name, children);
      return this.#write(name, value[key], declared, scope);
    });
    if (Object.hasOwn(value, valueKey)) written.push(this.#text(value[valueKey], type));
    return written.join('');
  }

  #substitute(name: string, children: ReadonlyMap<string, Child>): Declared | undefined {
    return children.size === 0 || name.includes(':') ? undefined : this.#view.substitute(name);
  }

  #text(value: Loose, type: TypeReference | undefined): string {
    if (value === null || value === undefined) return '';
    if (value instanceof Date) return dateText(value, this.#view.builtinOf(type));
    if (value instanceof Uint8Array) {
      const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      return bytes.toString(this.#view.builtinOf(type) === 'hexBinary' ? 'hex' : 'base64');
    }
    const written = String(value);
    return this.#options.escapeXML ? escapeText(written) : written;
  }

  /** The type that `xsi_type`, or an attribute `xsi:type`, names. */
  #derivedType(attributes: Loose): TypeReference | undefined {
    if (!isRecord(attributes)) return undefined;
    const { xsi_type: derived, 'xsi:type': written } = attributes;
    if (isRecord(derived)) return this.#view.typeNamed(derived['xmlns'], String(derived['type']));
    return typeof written === 'string' ? this.#view.typeNamed(undefined, bare(written)) : undefined;
  }
}

interface Tag {
  readonly open: string;
  readonly close: string;
  readonly inner: Scope;
  readonly type: TypeReference | undefined;
}

/** Prefixes that node-soap leaves out: those of its option `ignoredNamespaces`. */
const UNWRITTEN: readonly string[] = ['tns', 'targetNamespace', 'typedNamespace'];
const OUTSIDE: Scope = { unprefixed: '', prefixes: new Map(), depth: 0 };
const NIL = ' xsi:nil="true"';

function writeAttributes(attributes: Loose): string {
  if (!isRecord(attributes)) return '';
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (name !== 'xsi_type' || !isRecord(value)) return ` ${name}="${escapeText(String(value))}"`;
      const prefix = value['prefix'] || value['namespace'] || (value['xmlns'] ? 'ns1' : '');
      const qualified = prefix ? `${prefix}:${value['type']}` : value['type'];
      const declares = value['xmlns'] ? ` xmlns:${prefix}="${escapeText(value['xmlns'])}"` : '';
      return ` xsi:type="${escapeText(qualified)}"${declares}`;
    })
    .join('');
}

/** Applies `overrideRootElement` to the first tag. */
function withRoot(xml: string, { namespace, xmlnsAttributes }: WriteOptions['overrideRootElement']): string {
  if (namespace === undefined && xmlnsAttributes === undefined) return xml;
  const tagEnd = xml.indexOf('>');
  const tag = xml.slice(1, tagEnd);
  const name = tag.split(' ', 1)[0] ?? '';
  const renamed = namespace === undefined ? name : `${namespace}:${bare(name)}`;
  const own = tag.slice(name.length);
  const kept = xmlnsAttributes === undefined ? own : own.replaceAll(/ xmlns(?::[^=\s]{1,100})?="[^"]*"/g, '');
  const declared = (xmlnsAttributes ?? []).map((each) => ` ${each.name}="${escapeText(each.value)}"`);
  const closing = `</${name}>`;
  const rest = xml.slice(tagEnd);
  const body = rest.endsWith(closing) ? `${rest.slice(0, -closing.length)}</${renamed}>` : rest;
  return `<${renamed}${kept}${declared.join('')}${body}`;
}

const NO_NAME: ExpandedName = { namespace: '', localName: '' };

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/** A Date as the schema types it: the day alone for `xs:date`, the time alone for `xs:time`, in UTC. */
function dateText(date: Date, builtin: string | undefined): string {
  if (Number.isNaN(date.getTime())) throw new Error('cannot write a Date that is not valid');
  const iso = date.toISOString();
  if (builtin === 'date') return iso.slice(0, 10);
  return builtin === 'time' ? iso.slice(11) : iso;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#x9;',
  '\r': '&#xD;',
  '\n': '&#xA;',
};

/** Escapes as node-soap does, which leaves a text that is one CDATA section as it is. */
export function escapeText(text: string): string {
  const isCdata = text.startsWith('<![CDATA[') && text.indexOf(']]>') === text.length - 3;
  return isCdata ? text : text.replace(/[&<>"'\t\r\n]/g, (character) => ENTITIES[character] ?? character);
}
