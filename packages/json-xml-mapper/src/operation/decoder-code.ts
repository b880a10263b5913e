import type { createMessageDecoder, parseOutput } from '../decode/decoder.js';

/** The functions that read responses: nothing needs them before a request is on its way. */
interface DecoderCode {
  readonly createMessageDecoder: typeof createMessageDecoder;
  readonly parseOutput: typeof parseOutput;
}

let code: DecoderCode | undefined;

/** Loads the code that decodes responses. */
export async function loadDecoderCode(): Promise<void> {
  code ??= await import('../decode/decoder.js');
}

/** The code that decodes responses. Throws before it is loaded. */
export function decoderCode(): DecoderCode {
  if (code === undefined)
    throw new Error('cannot read a response: await loadDecoders() of the exchanges first');
  return code;
}
