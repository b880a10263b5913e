import { untypedScalar } from '../../scalar/any-simple-codec.js';
import { describeValue } from '../../scalar/describe.js';
import type { EncoderCompiler, ValueEncoder } from '../compiler.js';
import { isInputObject } from '../json-input.js';
import { encodeTypedSimple } from './typed-value.js';
import { writeBuiltinType } from './untyped.js';

/** AN-8: a string, a number or a boolean with its apparent type, or `{ $type, $value }`. With `plain`, without a type (MO-4). */
export function compileAnySimpleElement(plain: boolean, compiler: EncoderCompiler): ValueEncoder {
  const codec = compiler.codec({ kind: 'anySimpleType' });
  return {
    encode(tags, value, run, extraKeys) {
      if (isInputObject(value)) {
        encodeTypedSimple(tags, value, compiler, run, extraKeys);
        return;
      }
      const mark = run.xml.open(tags);
      const scalar = untypedScalar(value, run.limits);
      let text: string | undefined;
      let type: string | undefined;
      if (scalar !== undefined) {
        text = scalar.text;
        type = scalar.builtin;
      } else if (typeof value === 'string') {
        text = codec.print(value, run);
        type = 'string';
      } else {
        const got = describeValue(value, run.secret);
        run.report('type', `must be a string, a number or a boolean, got ${got}`, 'xs:anySimpleType');
      }
      if (type !== undefined && !plain) writeBuiltinType(type, run);
      run.xml.text(text ?? '');
      run.xml.close(tags, mark);
    },
  };
}
