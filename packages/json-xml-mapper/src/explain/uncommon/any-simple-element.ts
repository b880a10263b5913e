import { escapeText } from '@soapstone/soap-model/xml';
import { untypedScalar } from '../../scalar/any-simple-codec.js';
import { describeValue } from '../../scalar/describe.js';
import type { EncoderCompiler, ValueEncoder } from '../compiler.js';
import { isInputObject } from '../json-input.js';
import { encodeTypedSimple } from './typed-value.js';
import { builtinType } from './untyped.js';

/** AN-8: a string, a number or a boolean with its apparent type, or `{ $type, $value }`. With `plain`, without a type (MO-4). */
export function compileAnySimpleElement(plain: boolean, compiler: EncoderCompiler): ValueEncoder {
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
        if (!plain) type = builtinType(scalar.builtin, run);
      } else if (typeof value === 'string') {
        text = codec.print(value, run);
        if (!plain) type = builtinType('string', run);
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
