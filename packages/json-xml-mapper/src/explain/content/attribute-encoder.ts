import type { EncodingRun } from '../../request/encoding-run.js';
import { attributeMarkup } from '../../request/tags.js';
import type { AttributeMember } from '../../shape/shape.js';
import { textWhenLeftOut } from '../../shape/value-constraint.js';
import type { CompiledAttribute, EncoderCompiler } from '../compiler.js';
import { compileFixedCheck, schemaValue } from './schema-value.js';

/** Compiles an attribute (SC-2). */
export function compileAttribute(attribute: AttributeMember, compiler: EncoderCompiler): CompiledAttribute {
  const codec = compiler.codec(attribute.shape);
  const name = compiler.qualifiedName(attribute.name);
  const { whenLeftOut } = attribute;
  const inserted =
    attribute.required || whenLeftOut !== undefined
      ? schemaValue(codec, textWhenLeftOut(attribute))
      : undefined;
  const checkFixed = compileFixedCheck(codec, attribute.fixed);
  const { key } = attribute;

  const print = (value: unknown, run: EncodingRun): string => {
    run.enter(key);
    run.countNode();
    const text = codec.print(value, run);
    if (text !== undefined) checkFixed(value, run);
    run.leave();
    return text === undefined ? '' : attributeMarkup(name, text);
  };

  return {
    key,
    encode(value, run) {
      if (value !== undefined && value !== null) return print(value, run);
      if (!attribute.required) return inserted === undefined ? '' : print(inserted, run);
      if (value === null) {
        run.reportAt(key, 'nullable', 'must not be null: the attribute is required');
        return '';
      }
      // NL-3: a required attribute with a schema value may be omitted.
      if (inserted !== undefined) return print(inserted, run);
      run.reportAt(key, 'required', 'is required');
      return '';
    },
  };
}
