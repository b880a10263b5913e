import type { ExpandedName } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { XML, XSD, XSI } from '@soapstone/soap-model/namespaces';
import { escapeText } from '@soapstone/soap-model/xml';
import { isJsonNumber } from '../../json/json-number.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import { untypedScalar } from '../../scalar/any-simple-codec.js';
import { describeValue } from '../../scalar/describe.js';
import { firstIllegalChar } from '../../scalar/xml-char.js';
import type { EncoderCompiler, ExtraKeys } from '../compiler.js';
import { readEntries } from '../content/array-member.js';
import { type InputObject, isInputObject, memberOf } from '../json-input.js';
import { readAnyName } from '../keys/any-name.js';
import { encodeUntypedAttribute } from './any-attributes.js';
import { readSingleEntry } from './single-entry.js';
import { encodeOpenArray, encodeTyped } from './typed-value.js';

/** The position of untyped content. */
export interface UntypedContext {
  readonly compiler: EncoderCompiler;
  /** False below a wildcard with `processContents="skip"`: the schema is ignored there. */
  readonly lookup: boolean;
  /** Inside an element of unknown type: numbers and booleans have no `xsi:type` (MO-4). */
  readonly plain?: true;
  /** The element writer, which calls back here for undeclared elements. */
  encodeNamedElement(name: ExpandedName, value: unknown, context: UntypedContext, run: EncodingRun): string;
}

/**
 * Writes an element whose content no schema describes (AN-6, AN-7): text, nil, a typed value, `$content`, or the compact form.
 * `start` may contain declarations already; this element adds what it needs itself.
 *
 * @param typesText the schema declares the element as xs:anyType, so that text alone is an xs:string (AN-7): receivers of `object`
 *   read text without a type as a piece of XML
 */
export function encodeUntyped(
  start: string,
  end: string,
  value: unknown,
  context: UntypedContext,
  run: EncodingRun,
  extraKeys: ExtraKeys,
  typesText = false,
): string {
  const type = isInputObject(value) ? memberOf(value, '$type') : undefined;
  const unknown = isInputObject(value) ? unknownType(value, context.compiler) : undefined;
  if (isInputObject(value) && type !== undefined && unknown === undefined) {
    return encodeTyped(start, end, value, context.compiler, run, extraKeys);
  }
  if (Array.isArray(value) && context.compiler.encoded) {
    return encodeOpenArray(start, end, value, context.compiler, run);
  }
  run.beginElement();
  const mark = run.prefixes.open();
  const keys: ExtraKeys = unknown === undefined ? extraKeys : ['$type', ...extraKeys];
  const parts = encodeContent(value, context, run, keys);
  const { content } = parts;
  const given = unknown === undefined ? parts.attributes : typeAttribute(unknown, run) + parts.attributes;
  const isText = given === '' && content?.includes('<') !== true;
  const attributes = typesText && isText ? builtinType('string', run) : given;
  const text = `${start}${run.prefixes.declarations(mark)}${attributes}`;
  run.prefixes.close(mark);
  run.endElement();
  // Without attributes, no content and empty text are the same value (AN-6), so they are written alike.
  return content === undefined && given !== '' ? `${text}/>` : `${text}>${content ?? ''}${end}`;
}

/**
 * The `$type` of untyped content in its ordered form if it names no known type: decoding produces it for a response with such an
 * `xsi:type` (PY-7), so it must be accepted when it is sent back. Elsewhere an unknown name is a mistake.
 */
function unknownType(value: InputObject, compiler: EncoderCompiler): ExpandedName | undefined {
  const type = memberOf(value, '$type');
  if (typeof type !== 'string' || memberOf(value, '$content') === undefined) return undefined;
  return compiler.namedType(type) === undefined ? readAnyName(type) : undefined;
}

/** Attributes and content; without content, an empty-element tag. */
interface UntypedParts {
  readonly attributes: string;
  readonly content: string | undefined;
}

function encodeContent(
  value: unknown,
  context: UntypedContext,
  run: EncodingRun,
  extraKeys: ExtraKeys,
): UntypedParts {
  if (value === null) return { attributes: ` ${run.prefixes.use(XSI)}:nil="true"`, content: undefined };
  if (typeof value === 'string') return { attributes: '', content: encodeString(value, run) };
  const scalar = untypedScalar(value, run.limits);
  if (scalar !== undefined) {
    if (context.plain) return { attributes: '', content: scalar.text };
    // Receivers of `object` need the type of a number (AN-7).
    return { attributes: builtinType(scalar.builtin, run), content: scalar.text };
  }
  if (isInputObject(value)) return encodeObject(value, context, run, extraKeys);
  if (typeof value === 'number' || isJsonNumber(value)) {
    // AN-7 would make INF of it, or a billion digits.
    run.report(
      'format',
      `must be within the range of xs:double and have at most ${run.limits.numberDigits} digits`,
    );
    return { attributes: '', content: undefined };
  }
  run.report('type', `must be a value or an object, got ${describeValue(value, run.secret)}`);
  return { attributes: '', content: undefined };
}

/** ` xsi:type="…"` of a built-in type. */
export function builtinType(localName: string, run: EncodingRun): string {
  return typeAttribute({ namespace: XSD, localName }, run);
}

function typeAttribute({ namespace, localName }: ExpandedName, { prefixes }: EncodingRun): string {
  const name = namespace === '' ? localName : `${prefixes.use(namespace)}:${localName}`;
  return ` ${prefixes.use(XSI)}:type="${name}"`;
}

function encodeObject(
  value: InputObject,
  context: UntypedContext,
  run: EncodingRun,
  extraKeys: ExtraKeys,
): UntypedParts {
  const { special, children } = sortKeys(value);
  const attributes = run.each(0, special.length, (index) => {
    const key = special[index]!;
    if (extraKeys.includes(key) || key === '$content' || key === '$nil') return '';
    if (key.startsWith('@')) return encodeAttribute(key, value[key], context, run);
    run.reportAt(key, 'additionalProperties', 'is not a key of untyped content');
    return '';
  });
  const nil = memberOf(value, '$nil');
  const ordered = memberOf(value, '$content');
  const forms = [nil, ordered].filter((form) => form !== undefined).length + (children.length > 0 ? 1 : 0);
  if (forms > 1) {
    run.report('content', 'must have only one of $nil, $content and child elements');
    return { attributes, content: undefined };
  }
  if (nil !== undefined) return { attributes: attributes + encodeNil(nil, run), content: undefined };
  if (ordered !== undefined)
    return { attributes, content: encodeOrdered(ordered, attributes !== '', context, run) };
  return { attributes, content: encodeCompact(value, children, context, run) };
}

const AT = 0x40;
const DOLLAR = 0x24;

/** The keys of attributes and directives, and those of child elements. There can be very many of them. */
function sortKeys(value: InputObject): { special: readonly string[]; children: readonly string[] } {
  const special: string[] = [];
  const children: string[] = [];
  for (const key of Object.keys(value)) {
    const first = key.charCodeAt(0);
    if (value[key] !== undefined) (first === AT || first === DOLLAR ? special : children).push(key);
  }
  return { special, children };
}

function encodeNil(nil: unknown, run: EncodingRun): string {
  if (nil !== true)
    run.reportAt('$nil', 'nil', `must be true or absent, got ${describeValue(nil, run.secret)}`);
  return ` ${run.prefixes.use(XSI)}:nil="true"`;
}

function encodeString(text: string, run: EncodingRun): string {
  checkText(text, run);
  return escapeText(text);
}

function checkText(text: string, run: EncodingRun): void {
  const illegal = firstIllegalChar(text);
  if (illegal !== undefined) run.report('xmlChar', `must not contain ${illegal}: XML has no such character`);
}

function encodeAttribute(key: string, value: unknown, context: UntypedContext, run: EncodingRun): string {
  const bare = key.slice(1);
  // KY-4: attributes of the XML namespace keep their usual prefix.
  const name = bare.startsWith('xml:') ? readAnyName(`{${XML}}${bare.slice(4)}`) : readAnyName(bare);
  if (name === undefined || name.namespace === XSI || clarkName(name) === 'xmlns') {
    run.reportAt(key, 'additionalProperties', 'is not the name of an attribute');
    return '';
  }
  // The same attribute in two spellings would occur twice, which is not well-formed.
  if (name.namespace === XML && !bare.startsWith('xml:')) {
    run.reportAt(key, 'additionalProperties', `must be given as @xml:${name.localName}`);
    return '';
  }
  run.enter(key);
  const check = context.lookup ? context.compiler.globalAttribute(name) : undefined;
  const text = encodeUntypedAttribute(name, value, check, run);
  run.leave();
  return text;
}

/**
 * `$content`: strings and single-key objects in document order. White space between elements is layout, which a reader drops
 * (AN-6), so it is not written.
 */
function encodeOrdered(
  value: unknown,
  hasAttributes: boolean,
  context: UntypedContext,
  run: EncodingRun,
): string | undefined {
  const entries = readEntries(value, '$content', 0, Number.POSITIVE_INFINITY, run);
  const isText = !hasAttributes && entries.every((entry) => typeof entry === 'string');
  let pendingText = '';
  const pending = (): string => (isText || /[^ \t\n\r]/.test(pendingText) ? escapeText(pendingText) : '');
  const encodeEntry = (entry: unknown): string => {
    if (typeof entry === 'string') {
      checkText(entry, run);
      pendingText += entry;
      return '';
    }
    const single = readSingleEntry(entry, run);
    const child = single === undefined ? '' : encodeEntryChild(single, context, run);
    const text = pending() + child;
    pendingText = '';
    return text;
  };
  run.enter('$content');
  const parts = run.eachItem(entries, 0, entries.length, encodeEntry);
  const text = parts + pending();
  run.leave();
  return text === '' ? undefined : text;
}

/** The compact form (AN-7): child elements by key, arrays are repetitions, in the order of the keys. */
function encodeCompact(
  value: InputObject,
  children: readonly string[],
  context: UntypedContext,
  run: EncodingRun,
): string | undefined {
  const text = run.each(0, children.length, (index) => {
    const key = children[index] as string;
    const child = value[key];
    return Array.isArray(child)
      ? encodeRepeated(key, child, context, run)
      : encodeChild(key, child, context, run);
  });
  return text === '' ? undefined : text;
}

function encodeRepeated(
  key: string,
  values: readonly unknown[],
  context: UntypedContext,
  run: EncodingRun,
): string {
  run.enter(key);
  const text = run.eachItem(values, 0, values.length, (value) => encodeNamed(key, value, context, run));
  run.leave();
  return text;
}

function encodeChild(key: string, value: unknown, context: UntypedContext, run: EncodingRun): string {
  run.enter(key);
  const text = encodeNamed(key, value, context, run);
  run.leave();
  return text;
}

/** An entry of `$content`: an element by its name, or a finished one. */
function encodeEntryChild(
  { key, value }: { readonly key: string; readonly value: unknown },
  context: UntypedContext,
  run: EncodingRun,
): string {
  if (key !== '$xml') return encodeChild(key, value, context, run);
  const encode = (name: string, json: unknown, fork: EncodingRun) => encodeNamed(name, json, context, fork);
  const { compiler, lookup } = context;
  return compiler.settings.rawXml().entry(value, { lookup, encode }, compiler, run);
}

function encodeNamed(key: string, value: unknown, context: UntypedContext, run: EncodingRun): string {
  const name = readAnyName(key);
  if (name !== undefined) return context.encodeNamedElement(name, value, context, run);
  run.report('additionalProperties', 'is not the name of an element: {namespace}local or local');
  return '';
}
