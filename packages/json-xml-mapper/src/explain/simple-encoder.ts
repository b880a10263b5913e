import { escapeText } from '@soapstone/soap-model/xml';
import { untypedScalar } from '../scalar/any-simple-codec.js';
import { describeValue } from '../scalar/describe.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import type { EncoderCompiler, ValueEncoder } from './compiler.js';
import { isInputObject } from './json-input.js';
import { typeNameOf } from './type-name.js';
import { encodeTypedSimple } from './typed-value.js';
import { builtinType } from './untyped.js';

/** Compiles an element whose content is text. */
export function compileSimpleElement(shape: SimpleShape, compiler: EncoderCompiler): ValueEncoder {
  if (shape.kind === 'anySimpleType') return compileAnySimpleElement(compiler);
  const codec = compiler.codec(shape);
  const typeAttribute = compiler.typeAttribute(typeNameOf(shape));
  return {
    encode(start, end, value, run) {
      run.beginElement();
      // A QName declares its prefix on the element that owns it (QN-1).
      const mark = run.prefixes.open();
      const text = codec.print(value, run);
      const declarations = run.prefixes.declarations(mark);
      run.prefixes.close(mark);
      run.endElement();
      return `${start}${declarations}${typeAttribute}>${escapeText(text ?? '')}${end}`;
    },
  };
}

/** AN-8: a string, a number or a boolean with its apparent type, or `{ $type, $value }`. */
function compileAnySimpleElement(compiler: EncoderCompiler): ValueEncoder {
  const codec = compiler.codec({ kind: 'anySimpleType' });
  return {
    encode(start, end, value, run, extraKeys) {
      if (isInputObject(value)) return encodeTypedSimple(start, end, value, compiler, run, extraKeys);
      run.beginElement();
      const mark = run.prefixes.open();
      const scalar = untypedScalar(value, run.limits);
      let text: string | undefined;
      let type = '';
      if (scalar !== undefined) {
        text = scalar.text;
        type = builtinType(scalar.builtin, run);
      } else if (typeof value === 'string') {
        text = codec.print(value, run);
        type = builtinType('string', run);
      } else {
        const got = describeValue(value, run.secret);
        run.report('type', `must be a string, a number or a boolean, got ${got}`, 'xs:anySimpleType');
      }
      const declarations = run.prefixes.declarations(mark);
      run.prefixes.close(mark);
      run.endElement();
      return `${start}${declarations}${type}>${escapeText(text ?? '')}${end}`;
    },
  };
}
