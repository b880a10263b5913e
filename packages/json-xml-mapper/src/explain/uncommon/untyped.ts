import type { ExpandedName } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { XML, XSD, XSI } from '@soapstone/soap-model/namespaces';
import { isJsonNumber } from '../../json/json-number.js';
import { captured } from '../../request/element-writer.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import { plainAttribute, type Tags } from '../../request/tags.js';
import { untypedScalar } from '../../scalar/any-simple-codec.js';
import { describeValue } from '../../scalar/describe.js';
import { firstIllegalChar } from '../../scalar/xml-char.js';
import type { EncoderCompiler, ExtraKeys } from '../compiler.js';
import { readEntries } from '../content/array-member.js';
import { type InputObject, isInputObject, memberOf } from '../json-input.js';
import { readAnyName } from '../keys/any-name.js';
import { encodeUntypedAttribute } from './any-attributes.js';
import { readSingleEntry } from './single-entry.js';
import { encodeOpenArray, encodeTyped, typeMarkup } from './typed-value.js';

/** The position of untyped content. */
export interface UntypedContext {
  readonly compiler: EncoderCompiler;
  /** False below a wildcard with `processContents="skip"`: the schema is ignored there. */
  readonly lookup: boolean;
  /** Inside an element of unknown type: numbers and booleans have no `xsi:type` (MO-4). */
  readonly plain?: true;
  /** The element writer, which calls back here for undeclared elements. */
  encodeNamedElement(name: ExpandedName, value: unknown, context: UntypedContext, run: EncodingRun): void;
}

/**
 * Accepts an element whose content no schema describes (AN-6, AN-7): text, nil, a typed value, `$content`, or the compact form.
 * `tags` may contain declarations already; this element adds what it needs itself.
 *
 * @param typesText the schema declares the element as xs:anyType, so that text alone is an xs:string (AN-7): receivers of `object`
 *   read text without a type as a piece of XML
 */
export function encodeUntyped(
  tags: Tags,
  value: unknown,
  context: UntypedContext,
  run: EncodingRun,
  extraKeys: ExtraKeys,
  typesText = false,
): void {
  const { compiler } = context;
  if (isInputObject(value)) {
    const type = memberOf(value, '$type');
    const unknown = type === undefined ? undefined : unknownType(type, value, compiler);
    if (type === undefined || unknown !== undefined)
      encodeObject(tags, value, unknown, context, run, extraKeys, typesText);
    else encodeTyped(tags, value, compiler, run, extraKeys);
  } else if (Array.isArray(value) && compiler.encoded) {
    encodeOpenArray(tags, value, compiler, run);
  } else {
    encodeValue(tags, value, context, run, typesText);
  }
}

/**
 * The `$type` of untyped content in its ordered form if it names no known type: decoding produces it for a response with such an
 * `xsi:type` (PY-7), so it must be accepted when it is sent back. Elsewhere an unknown name is a mistake.
 */
function unknownType(type: unknown, value: InputObject, compiler: EncoderCompiler): ExpandedName | undefined {
  if (typeof type !== 'string' || memberOf(value, '$content') === undefined) return undefined;
  return compiler.namedType(type) === undefined ? readAnyName(type) : undefined;
}

/** A value that is not an object: text, or nil. */
function encodeValue(
  tags: Tags,
  value: unknown,
  { plain }: UntypedContext,
  run: EncodingRun,
  typesText: boolean,
): void {
  const mark = run.xml.open(tags);
  const scalar = typeof value === 'string' ? undefined : untypedScalar(value, run.limits);
  if (value === null) {
    writeNil(run);
  } else if (typeof value === 'string') {
    checkText(value, run);
    if (typesText) writeBuiltinType('string', run);
    run.xml.text(value);
  } else if (scalar !== undefined) {
    // Receivers of `object` need the type of a number (AN-7).
    if (plain !== true) writeBuiltinType(scalar.builtin, run);
    run.xml.text(scalar.text);
  } else if (typeof value === 'number' || isJsonNumber(value)) {
    // AN-7 would make INF of it, or a billion digits.
    run.report(
      'format',
      `must be within the range of xs:double and have at most ${run.limits.numberDigits} digits`,
    );
  } else {
    run.report('type', `must be a value or an object, got ${describeValue(value, run.secret)}`);
  }
  run.xml.close(tags, mark, value === null);
}

/** Says that the open element has a built-in type. */
export function writeBuiltinType(localName: string, run: EncodingRun): void {
  run.xml.attributes(typeMarkup({ namespace: XSD, localName }, run));
}

function writeNil(run: EncodingRun): void {
  run.xml.attributes(plainAttribute(`${run.prefixes.use(XSI)}:nil`, 'true'));
}

/** @param unknown the type that the object names, if no schema has it */
function encodeObject(
  tags: Tags,
  value: InputObject,
  unknown: ExpandedName | undefined,
  context: UntypedContext,
  run: EncodingRun,
  extraKeys: ExtraKeys,
  typesText: boolean,
): void {
  const { xml } = run;
  const mark = xml.open(tags);
  const start = xml.length;
  const { special, children } = sortKeys(value);
  run.each(0, special.length, (index) => {
    const key = special[index]!;
    if (extraKeys.includes(key) || key === '$content' || key === '$nil') return;
    if (key === '$type' && unknown !== undefined) return;
    if (key.startsWith('@')) encodeAttribute(key, value[key], context, run);
    else run.reportAt(key, 'additionalProperties', 'is not a key of untyped content');
  });
  const hasAttributes = xml.length > start;
  const form = { value, children, hasAttributes, context };
  const lastText = unknown === undefined ? encodeForm(form, run) : encodeFormOf(unknown, form, run);
  // Without attributes, no content and empty text are the same value (AN-6), so they are written alike.
  const mayBeShort = xml.length > start;
  if (typesText && !mayBeShort) writeBuiltinType('string', run);
  xml.text(lastText);
  xml.close(tags, mark, mayBeShort);
}

/** An object whose attributes are written. */
interface UntypedForm {
  readonly value: InputObject;
  readonly children: readonly string[];
  readonly hasAttributes: boolean;
  readonly context: UntypedContext;
}

/** The content of an object of a type that no schema has. The prefix of the type is numbered after those of the content. */
function encodeFormOf(unknown: ExpandedName, form: UntypedForm, run: EncodingRun): string {
  let lastText = '';
  const content = captured(run, () => {
    lastText = encodeForm(form, run);
  });
  run.xml.attributes(typeMarkup(unknown, run), true);
  run.xml.markup(content);
  return lastText;
}

/** The content of an object in its form. Returns the text after the last element, which is not written yet. */
function encodeForm({ value, children, hasAttributes, context }: UntypedForm, run: EncodingRun): string {
  const nil = memberOf(value, '$nil');
  const ordered = memberOf(value, '$content');
  const forms = Number(nil !== undefined) + Number(ordered !== undefined) + Number(children.length > 0);
  if (forms > 1) run.report('content', 'must have only one of $nil, $content and child elements');
  else if (nil !== undefined) encodeNil(nil, run);
  else if (ordered !== undefined) return encodeOrdered(ordered, hasAttributes, context, run);
  else encodeCompact(value, children, context, run);
  return '';
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

function encodeNil(nil: unknown, run: EncodingRun): void {
  if (nil !== true)
    run.reportAt('$nil', 'nil', `must be true or absent, got ${describeValue(nil, run.secret)}`);
  writeNil(run);
}

function checkText(text: string, run: EncodingRun): void {
  const illegal = firstIllegalChar(text);
  if (illegal !== undefined) run.report('xmlChar', `must not contain ${illegal}: XML has no such character`);
}

function encodeAttribute(key: string, value: unknown, context: UntypedContext, run: EncodingRun): void {
  const bare = key.slice(1);
  // KY-4: attributes of the XML namespace keep their usual prefix.
  const name = bare.startsWith('xml:') ? readAnyName(`{${XML}}${bare.slice(4)}`) : readAnyName(bare);
  if (name === undefined || name.namespace === XSI || clarkName(name) === 'xmlns') {
    run.reportAt(key, 'additionalProperties', 'is not the name of an attribute');
    return;
  }
  // The same attribute in two spellings would occur twice, which is not well-formed.
  if (name.namespace === XML && !bare.startsWith('xml:')) {
    run.reportAt(key, 'additionalProperties', `must be given as @xml:${name.localName}`);
    return;
  }
  run.enter(key);
  const check = context.lookup ? context.compiler.globalAttribute(name) : undefined;
  encodeUntypedAttribute(name, value, check, run);
  run.leave();
}

/**
 * `$content`: strings and single-key objects in document order. White space between elements is layout, which a reader drops
 * (AN-6), so it is not written.
 *
 * @returns the text after the last element
 */
function encodeOrdered(
  value: unknown,
  hasAttributes: boolean,
  context: UntypedContext,
  run: EncodingRun,
): string {
  const entries = readEntries(value, '$content', 0, Number.POSITIVE_INFINITY, run);
  const isText = !hasAttributes && entries.every((entry) => typeof entry === 'string');
  let text = '';
  const takeText = (): string => {
    const taken = isText || /[^ \t\n\r]/.test(text) ? text : '';
    text = '';
    return taken;
  };
  run.enter('$content');
  run.eachItem(entries, 0, entries.length, (entry) => {
    if (typeof entry === 'string') {
      checkText(entry, run);
      text += entry;
      return;
    }
    const single = readSingleEntry(entry, run);
    run.xml.text(takeText());
    if (single !== undefined) encodeEntryChild(single, context, run);
  });
  run.leave();
  return takeText();
}

/** The compact form (AN-7): child elements by key, arrays are repetitions, in the order of the keys. */
function encodeCompact(
  value: InputObject,
  children: readonly string[],
  context: UntypedContext,
  run: EncodingRun,
): void {
  run.each(0, children.length, (index) => {
    const key = children[index] as string;
    const child = value[key];
    if (Array.isArray(child)) encodeRepeated(key, child, context, run);
    else encodeChild(key, child, context, run);
  });
}

function encodeRepeated(
  key: string,
  values: readonly unknown[],
  context: UntypedContext,
  run: EncodingRun,
): void {
  run.enter(key);
  run.eachItem(values, 0, values.length, (value) => encodeNamed(key, value, context, run));
  run.leave();
}

function encodeChild(key: string, value: unknown, context: UntypedContext, run: EncodingRun): void {
  run.enter(key);
  encodeNamed(key, value, context, run);
  run.leave();
}

/** An entry of `$content`: an element by its name, or a finished one. */
function encodeEntryChild(
  { key, value }: { readonly key: string; readonly value: unknown },
  context: UntypedContext,
  run: EncodingRun,
): void {
  if (key !== '$xml') {
    encodeChild(key, value, context, run);
    return;
  }
  const encode = (name: string, json: unknown, fork: EncodingRun) => encodeNamed(name, json, context, fork);
  const { compiler, lookup } = context;
  compiler.settings.rawXml().entry(value, { lookup, encode }, compiler, run);
}

function encodeNamed(key: string, value: unknown, context: UntypedContext, run: EncodingRun): void {
  const name = readAnyName(key);
  if (name === undefined)
    run.report('additionalProperties', 'is not the name of an element: {namespace}local or local');
  else context.encodeNamedElement(name, value, context, run);
}
