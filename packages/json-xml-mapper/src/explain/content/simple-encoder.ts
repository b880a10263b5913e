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
    encode(start, end, value, run) {
      run.beginElement();
      // A QName declares its prefix on the element that owns it (QN-1).
      const mark = run.prefixes.open();
      const blob = writeBlob(value, run);
      const text = blob === undefined ? codec.print(value, run) : undefined;
      const declarations = run.prefixes.declarations(mark);
      run.prefixes.close(mark);
      run.endElement();
      return `${start}${declarations}${typeAttribute}>${blob ?? writeText(text ?? '', run)}${end}`;
    },
  };
}
