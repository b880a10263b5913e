import { XMLMIME } from '@soapstone/soap-model/namespaces';
import type { EncodingRun } from '../../request/encoding-run.js';
import { NIL } from '../../request/tags.js';
import { describeValue } from '../../scalar/describe.js';
import type { ObjectShape } from '../../shape/shape.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import { chargeCompiling } from '../../work.js';
import type { CompiledAttribute, EncoderCompiler, ValueEncoder } from '../compiler.js';
import type { ContentEncoder } from '../content-encoder.js';
import { type InputObject, isInputObject, memberOf } from '../json-input.js';
import { compileKeyCheck } from '../keys/key-check.js';
import { KeyIndex } from '../keys/key-index.js';
import { compileAttribute } from './attribute-encoder.js';
import { compileContent } from './scope-encoder.js';
import { blobWriterOf, textWriterOf } from './xop-include.js';

/** Compiles an object: attributes, then simple content or child elements (VO-6). */
export function compileObject(shape: ObjectShape, compiler: EncoderCompiler): ValueEncoder {
  chargeCompiling(shape.attributes.length + shape.members.length);
  const attributes = shape.attributes.map((attribute) =>
    attribute.fill === undefined
      ? compileAttribute(attribute, compiler)
      : compiler.settings.filledContent().compileFilledAttribute(attribute, compiler),
  );
  const content =
    shape.value === undefined ? compileContent(shape, compiler) : compileSimpleContent(shape, compiler);
  const attributeKeys = [
    ...shape.attributes.filter(({ fill }) => fill === undefined).map(({ key }) => key),
    ...(shape.anyAttributes === undefined ? [] : ['$anyAttributes']),
  ];
  const checkKeys = compileKeyCheck([...attributeKeys, ...content.keys]);
  const typeAttribute = compiler.typeAttribute(shape.name);
  const { anyAttributes } = shape;

  const index = new KeyIndex(
    shape.attributes.map(({ key, required, fill, whenLeftOut }) => ({
      keys: [key],
      isNeeded: required || fill !== undefined || whenLeftOut !== undefined,
    })),
  );
  const encodeAnyAttributes =
    anyAttributes === undefined
      ? undefined
      : compiler.settings.uncommonContent().compileAnyAttributes(shape, anyAttributes, compiler);

  const encodeAttributes = (source: InputObject, run: EncodingRun): void => {
    const concerned = index.of(attributes.length === 0 ? [] : Object.keys(source));
    if (concerned === undefined) {
      for (const attribute of attributes) encodeAttribute(attribute, source, run);
    } else {
      for (const at of concerned) encodeAttribute(attributes[at]!, source, run);
    }
    encodeAnyAttributes?.(memberOf(source, '$anyAttributes'), run);
  };

  const encode: ValueEncoder['encode'] = (tags, value, run, extraKeys) => {
    if (!isInputObject(value)) {
      run.report('type', `must be an object, got ${describeValue(value, run.secret)}`, 'object');
      return;
    }
    // A QName or a name under anyAttribute may need a prefix, which this element then declares (QN-1).
    const mark = run.xml.open(tags);
    run.xml.attributes(typeAttribute);
    encodeAttributes(value, run);
    content.encode(value, run);
    checkKeys(value, run, extraKeys);
    // XO-5: an element without content is written as an empty-element tag, an empty string (simple content) is not.
    run.xml.close(tags, mark, shape.value === undefined);
  };
  if (attributeKeys.length === 0) return { encode };

  const checkNilKeys = compileKeyCheck(attributeKeys, content.keys);
  const contentKeys = new Set(content.keys);
  return {
    encode,
    encodeNil(tags, value, run, extraKeys) {
      const mark = run.xml.open(tags);
      encodeAttributes(value, run);
      run.xml.attributes(NIL);
      for (const key of Object.keys(value)) {
        if (contentKeys.has(key))
          run.reportAt(key, 'nil', 'must not be given: $nil says that there is no content');
      }
      checkNilKeys(value, run, extraKeys);
      run.xml.close(tags, mark, true);
    },
  };
}

function encodeAttribute(attribute: CompiledAttribute, source: InputObject, run: EncodingRun): void {
  run.xml.attributes(attribute.encode(memberOf(source, attribute.key), run));
}

/** `$value` (SC-1). */
function compileSimpleContent(shape: ObjectShape, compiler: EncoderCompiler): ContentEncoder {
  if (shape.valueFill !== undefined)
    return compiler.settings.filledContent().compileFilledText(shape, compiler);
  const value: SimpleShape = shape.value ?? { kind: 'anySimpleType' };
  const codec = compiler.codec(value);
  const writeText = textWriterOf(value, compiler);
  const writeBlob = blobWriterOf(value, compiler);
  // AT-5: it says what the part is.
  const mediaType = shape.attributes.find(
    ({ name }) => name.localName === 'contentType' && XMLMIME.includes(name.namespace),
  );
  return {
    keys: ['$value'],
    emptiable: false,
    encode(source, run) {
      const given = memberOf(source, '$value');
      if (given === undefined) {
        run.reportAt('$value', 'required', 'is required: the text of the element');
        return;
      }
      const givenType = mediaType && memberOf(source, mediaType.key);
      const contentType = typeof givenType === 'string' ? givenType : undefined;
      run.enter('$value');
      const isWritten = writeBlob(given, run, contentType);
      const text = isWritten ? undefined : codec.print(given, run);
      run.leave();
      if (text !== undefined) writeText(text, run, contentType);
    },
  };
}
