import type { createMessageDecoder, decodeBase64, parseOutput, uncommonTypes } from '../decode/decoder.js';

/** The functions that read responses, and what these may contain: nothing else needs them before a request is on its way. */
interface DecoderCode {
  readonly createMessageDecoder: typeof createMessageDecoder;
  readonly parseOutput: typeof parseOutput;
  readonly decodeBase64: typeof decodeBase64;
  readonly uncommonTypes: typeof uncommonTypes;
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
