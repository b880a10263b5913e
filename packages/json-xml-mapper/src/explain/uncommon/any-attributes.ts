import type { ExpandedName } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { XML, XSI } from '@soapstone/soap-model/namespaces';
import type { EncodingRun } from '../../request/encoding-run.js';
import { attributeMarkup } from '../../request/tags.js';
import { describeValue } from '../../scalar/describe.js';
import { firstIllegalChar } from '../../scalar/xml-char.js';
import type { ObjectShape } from '../../shape/shape.js';
import type { WildcardShape } from '../../shape/wildcard-shape.js';
import { admits, needsDeclaration } from '../../shape/wildcard-shape.js';
import type { EncoderCompiler, TextCheck } from '../compiler.js';
import { isInputObject } from '../json-input.js';
import { describeWildcard, LOOSEN, readAnyName } from '../keys/any-name.js';

/** Compiles `$anyAttributes` (AN-4): names to strings. A declared attribute has its own key and must not appear here. */
export function compileAnyAttributes(
  shape: ObjectShape,
  wildcard: WildcardShape,
  compiler: EncoderCompiler,
): (value: unknown, run: EncodingRun) => void {
  const declared = new Map(shape.attributes.map((attribute) => [clarkName(attribute.name), attribute.key]));
  return (value, run) => encodeAll(value, declared, wildcard, compiler, run);
}

function encodeAll(
  value: unknown,
  declared: ReadonlyMap<string, string>,
  wildcard: WildcardShape,
  compiler: EncoderCompiler,
  run: EncodingRun,
): void {
  if (value === undefined || value === null) return;
  run.enter('$anyAttributes');
  if (isInputObject(value)) {
    // Attribute order is insignificant, so the order of the keys has no effect (L6).
    const keys = Object.keys(value).sort();
    run.each(0, keys.length, (index) => {
      const key = keys[index]!;
      run.enter(key);
      encodeOne(key, value[key], declared, wildcard, compiler, run);
      run.leave();
    });
  } else {
    run.report('type', `must be an object, got ${describeValue(value, run.secret)}`, 'object');
  }
  run.leave();
}

function encodeOne(
  key: string,
  value: unknown,
  declared: ReadonlyMap<string, string>,
  wildcard: WildcardShape,
  compiler: EncoderCompiler,
  run: EncodingRun,
): void {
  const name = readAnyName(key);
  // KY-7: xsi attributes belong to the encoder.
  if (name === undefined || name.namespace === XSI || (name.namespace === '' && name.localName === 'xmlns')) {
    run.report('wildcard', 'must be named like an attribute: {namespace}local or local');
    return;
  }
  const declaredKey = declared.get(clarkName(name));
  if (declaredKey !== undefined) {
    run.report('wildcard', `must be given as ${declaredKey}: the attribute is declared`, declaredKey);
    return;
  }
  if (!admits(wildcard, name.namespace)) {
    run.report('wildcard', `must be in ${describeWildcard(wildcard)}`);
    return;
  }
  const check = wildcard.processContents === 'skip' ? undefined : compiler.globalAttribute(name);
  if (needsDeclaration(wildcard, name.namespace) && check === undefined) {
    run.report('wildcard', `must be an attribute that the schema declares${LOOSEN}`);
    return;
  }
  encodeUntypedAttribute(name, value, check, run);
}

/** An attribute that only the input names: always a string, even if the schema knows its type (AN-4). */
export function encodeUntypedAttribute(
  { namespace, localName }: ExpandedName,
  value: unknown,
  check: TextCheck | undefined,
  run: EncodingRun,
): void {
  if (typeof value !== 'string') {
    run.report('type', `must be a string, got ${describeValue(value, run.secret)}`, 'string');
    return;
  }
  const illegal = firstIllegalChar(value);
  if (illegal !== undefined) {
    run.report('xmlChar', `must not contain ${illegal}: XML has no such character`);
    return;
  }
  check?.(value, run);
  run.countNode();
  const prefix = namespace === '' ? '' : `${namespace === XML ? 'xml' : run.prefixes.use(namespace)}:`;
  run.xml.attributes(attributeMarkup(prefix + localName, value));
}
