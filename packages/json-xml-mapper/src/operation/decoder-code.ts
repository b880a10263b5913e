import type { createMessageDecoder } from '../decode/decoder.js';

type DecoderCode = typeof createMessageDecoder;

let code: DecoderCode | undefined;

/** Loads the code that decodes responses. */
export async function loadDecoderCode(): Promise<void> {
  code ??= (await import('../decode/decoder.js')).createMessageDecoder;
}

/** The code that decodes responses. Throws before it is loaded. */
export function decoderCode(): DecoderCode {
  if (code === undefined)
    throw new Error('cannot read a response: await loadDecoders() of the exchanges first');
  return code;
}
