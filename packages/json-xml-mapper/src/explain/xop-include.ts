import { escapeText } from '@soapstone/soap-model/xml';
import type { EncodingRun } from '../request/encoding-run.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import type { EncoderCompiler } from './compiler.js';

/** Writes the text of an element with simple content. */
export type TextWriter = (text: string, run: EncodingRun, contentType?: string) => string;

const writeText: TextWriter = (text) => escapeText(text);

/** Returns the writer of the content of an element. If the type is xs:base64Binary, the value may become a MIME part (AT-1). */
export function textWriterOf(shape: SimpleShape, { settings }: EncoderCompiler): TextWriter {
  if (shape.kind !== 'scalar' || shape.builtin !== 'base64Binary') return writeText;
  return (text, run, contentType) =>
    run.xopThreshold === undefined ? text : settings.uncommonContent().packBinary(text, run, contentType);
}
