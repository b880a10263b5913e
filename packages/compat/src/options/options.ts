import { kindOf, OptionError } from '@soapstone/options';
import { isRecord, type Loose, type LooseObject } from '../loosely-typed-values.js';
import type { ReadOptions } from '../xml/read-xml.js';
import type { WriteOptions } from '../xml/write-xml.js';
import { CALL_OPTIONS, CALL_REPLACED, CHECKS, hint, REPLACED } from './option-names.js';

/** The options of a client, a server and a WSDL, by their names in node-soap. All of them are optional. */
export interface CompatOptions {
  // biome-ignore lint/suspicious/noExplicitAny: the values are those of node-soap, which checks none of them
  [option: string]: any;
}

/** The options that change how messages are written and read, with the defaults of node-soap. */
export interface CodecOptions extends ReadOptions, WriteOptions {
  readonly envelopeKey: string;
  readonly envelopeSoapUrl: string;
  readonly forceSoap12Headers: boolean;
}

const isRight: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  function: (value) => typeof value === 'function',
  object: (value) => (typeof value === 'object' && value !== null) || typeof value === 'function',
  any: () => true,
};

/**
 * Checks the names and types of options of `what`.
 *
 * @throws {OptionError} for an option that is not one of node-soap, for one that has no counterpart here (the message says what replaces
 *   it), and for a value of the wrong type
 */
export function assertCompatOptions(options: unknown, what: string): void {
  if (!isRecord(options)) {
    throw new OptionError(what, {
      path: '',
      expected: `expected an object of options, not ${kindOf(options)}`,
    });
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    const path = pointer(name);
    const replacement = Object.hasOwn(REPLACED, name) ? REPLACED[name] : undefined;
    if (replacement !== undefined && value !== false)
      throw new OptionError(what, { path, expected: replacement });
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (check === undefined && replacement === undefined) throw unknown(what, name, Object.keys(CHECKS));
    if (check !== undefined && !isRight[check]!(value)) {
      const article = check === 'object' ? 'an' : 'a';
      throw new OptionError(what, { path, expected: `expected ${article} ${check}, not ${kindOf(value)}` });
    }
  }
}

/**
 * Checks the names of the options of one call, after the security object has added its own.
 *
 * @throws {OptionError} for an option that would have no effect
 */
export function assertCallOptions(options: LooseObject, operation: string): void {
  const what = `the call of ${operation}`;
  for (const name of Object.keys(options)) {
    if (options[name] === undefined || options[name] === false || CALL_OPTIONS.has(name)) continue;
    const replacement = Object.hasOwn(CALL_REPLACED, name) ? CALL_REPLACED[name] : undefined;
    if (replacement !== undefined)
      throw new OptionError(what, { path: pointer(name), expected: replacement });
    throw unknown(what, name, [...CALL_OPTIONS]);
  }
}

function unknown(what: string, name: string, known: readonly string[]): OptionError {
  return new OptionError(what, { path: pointer(name), expected: hint(name, known) });
}

const pointer = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The options of reading and writing, with their defaults. */
export function codecOptions(options: CompatOptions): CodecOptions {
  const text = (name: string, fallback: string): string => (options[name] as Loose) || fallback;
  return {
    attributesKey: text('attributesKey', 'attributes'),
    valueKey: text('valueKey', '$value'),
    xmlKey: text('xmlKey', '$xml'),
    envelopeKey: text('envelopeKey', 'soap'),
    envelopeSoapUrl: text('envelopeSoapUrl', 'http://schemas.xmlsoap.org/soap/envelope/'),
    forceSoap12Headers: Boolean(options['forceSoap12Headers']),
    preserveWhitespace: Boolean(options['preserveWhitespace']),
    handleNilAsNull: Boolean(options['handleNilAsNull']),
    customDeserializer: options['customDeserializer'] ?? {},
    escapeXML: options['escapeXML'] !== false,
    useEmptyTag: Boolean(options['useEmptyTag']),
    namespaceArrayElements: options['namespaceArrayElements'] !== false,
    arrayWithChoiceTag: options['arrayWithChoiceTag'] ?? undefined,
    overrideElementKey: options['overrideElementKey'] ?? {},
    overrideRootElement: options['overrideRootElement'] ?? {},
  };
}
