import type { SimpleCodec } from '../../scalar/simple-codec.js';
import type { AnySimpleTypeShape, SimpleShape } from '../../shape/simple-shape.js';
import type { EncoderCompiler, ValueEncoder } from '../compiler.js';
import { typeNameOf } from '../types/type-name.js';
import { blobWriterOf, textWriterOf } from './xop-include.js';

/** Compiles an element whose content is text of a type. */
export function compileSimpleElement(
  shape: Exclude<SimpleShape, AnySimpleTypeShape>,
  compiler: EncoderCompiler,
  codec: Pick<SimpleCodec, 'print'> = compiler.codec(shape),
): ValueEncoder {
  const writeText = textWriterOf(shape, compiler);
  const writeBlob = blobWriterOf(shape, compiler);
  const typeAttribute = compiler.typeAttribute(typeNameOf(shape));
  return {
    encode(tags, value, run) {
      // A QName declares its prefix on the element that owns it (QN-1).
      const mark = run.xml.open(tags);
      run.xml.attributes(typeAttribute);
      const text = writeBlob(value, run) ? undefined : codec.print(value, run);
      if (text !== undefined) writeText(text, run);
      run.xml.close(tags, mark);
    },
  };
}
