import type { EncodingRun } from '../../request/encoding-run.js';
import { isBlob } from '../../scalar/object-text.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import type { EncoderCompiler } from '../compiler.js';

/** Writes the text of an element with simple content. */
export type TextWriter = (text: string, run: EncodingRun, contentType?: string) => void;

const writeText: TextWriter = (text, run) => run.xml.text(text);

/** Returns the writer of the content of an element. If the type is xs:base64Binary, the value may become a MIME part (AT-1). */
export function textWriterOf(shape: SimpleShape, { settings }: EncoderCompiler): TextWriter {
  if (shape.kind !== 'scalar' || shape.builtin !== 'base64Binary') return writeText;
  return (text, run, contentType) => {
    if (run.xopThreshold === undefined) run.xml.markup(text);
    else settings.uncommonContent().packBinary(text, run, contentType);
  };
}

/** Writes the content of an element whose value is a `Blob`. Returns false for any other value, and for a `Blob` that has to be read. */
export type BlobWriter = (value: unknown, run: EncodingRun, contentType?: string) => boolean;

const writeNoBlob: BlobWriter = () => false;

/** Returns the writer of `Blob`s that become MIME parts without being read (AT-6). Only xs:base64Binary has one. */
export function blobWriterOf(shape: SimpleShape, { settings }: EncoderCompiler): BlobWriter {
  if (shape.kind !== 'scalar' || shape.builtin !== 'base64Binary') return writeNoBlob;
  return (value, run, contentType) =>
    run.blobs &&
    run.xopThreshold !== undefined &&
    isBlob(value) &&
    settings.uncommonContent().packBlob(value, shape.facets, run, contentType);
}
