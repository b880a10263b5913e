import type { SoapFaultInfo } from '../api/messages.js';
import type { DecodeOptions, ResponseDecoder } from '../api/operation.js';
import type { Warning } from '../api/problems.js';
import { liftedCode } from '../decode/content/lifted.js';
import { createMessageDecoder, type DecoderSettings, type MessageDecoder } from '../decode/decoder.js';
import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import { DEFAULT_SIMPLE_LIMITS } from '../scalar/default-limits.js';
import type { OperationShape } from '../shape/operation-shape.js';

/** The result of decoding, with JSON as text, because the order of keys and the digits of numbers count. */
export interface Decoded {
  readonly result?: string;
  readonly headers?: string;
  readonly fault?: SoapFaultInfo;
  /** `CODE /path`. */
  readonly warnings: readonly string[];
}

export interface DecodeSetup extends Partial<DecoderSettings> {
  readonly chunk?: number;
  readonly decode?: DecodeOptions;
}

export const SOAP11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP12 = 'http://www.w3.org/2003/05/soap-envelope';

export const defaultSettings: DecoderSettings = {
  notation: 'json',
  unwrap: 'record',
  strictResponses: false,
  checkOrder: false,
  exacting: false,
  identities: undefined,
  typeProblem: undefined,
  lifted: () => liftedCode,
  applyDefaults: true,
  untyped: 'ordered',
  unknown: 'drop',
  warnings: 'default',
  limits: { ...DEFAULT_MAPPER_LIMITS, ...DEFAULT_SIMPLE_LIMITS },
  oneWay: false,
  soapVersion: '1.1',
};

/** An envelope around a body, with the prefixes that tests use. */
export function envelope(body: string, options: { version?: '1.1' | '1.2'; header?: string } = {}): string {
  const namespace = options.version === '1.2' ? SOAP12 : SOAP11;
  const header = options.header === undefined ? '' : `<s:Header>${options.header}</s:Header>`;
  return (
    `<s:Envelope xmlns:s="${namespace}" xmlns:t="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xmlns:xs="http://www.w3.org/2001/XMLSchema">${header}<s:Body>${body}</s:Body></s:Envelope>`
  );
}

/** A decoder for one response of an operation. */
export function decoderOf(operation: OperationShape, setup: DecodeSetup = {}): ResponseDecoder {
  return messageDecoder(operation, setup).createDecoder(setup.decode);
}

/** The compiled decoder of an operation's responses. */
export function messageDecoder(operation: OperationShape, setup: DecodeSetup = {}): MessageDecoder {
  const { chunk: _, decode: __, ...settings } = setup;
  return createMessageDecoder(operation.output, operation.faults, operation, {
    ...defaultSettings,
    ...settings,
  });
}

/** Decodes the response of an operation. */
export function decode(
  operation: OperationShape,
  xml: string | Uint8Array,
  setup: DecodeSetup = {},
): Decoded {
  const decoder = decoderOf(operation, setup);
  const bytes = typeof xml === 'string' ? encodeUtf8(xml) : xml;
  const size = setup.chunk ?? Math.max(bytes.length, 1);
  for (let at = 0; at < bytes.length; at += size) decoder.write(bytes.subarray(at, at + size));
  const reply = decoder.end();
  const warnings = reply.warnings.map((warning: Warning) => `${warning.code} ${warning.path}`.trim());
  if (reply.kind === 'fault') return { fault: reply.fault, warnings };
  return {
    result: decodeUtf8(reply.result),
    ...(reply.headers === undefined ? {} : { headers: decodeUtf8(reply.headers) }),
    warnings,
  };
}

/**
 * Decodes a response element `OpResponse` with this content (or with the given attributes too), whole and split into pieces,
 * because chunk boundaries must not matter.
 *
 * @returns the result, then the warnings
 */
export function decodeContent(
  operation: OperationShape,
  content: string,
  setup: DecodeSetup & { readonly attributes?: string } = {},
): string[] {
  const { attributes = '', ...rest } = setup;
  return decodeBody(operation, `<t:OpResponse${attributes}>${content}</t:OpResponse>`, rest);
}

/** The same for the whole content of the Body. */
export function decodeBody(operation: OperationShape, body: string, setup: DecodeSetup = {}): string[] {
  const xml = envelope(body);
  const whole = decode(operation, xml, setup);
  for (const chunk of [1, 5, 17]) {
    const cut = decode(operation, xml, { ...setup, chunk });
    if (JSON.stringify(cut) !== JSON.stringify(whole)) {
      throw new Error(`in chunks of ${chunk}: ${JSON.stringify(cut)} instead of ${JSON.stringify(whole)}`);
    }
  }
  return [whole.result ?? JSON.stringify(whole.fault), ...whole.warnings];
}
