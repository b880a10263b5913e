import type { DecodeOptions, SoapFault, Warning } from '../api.js';
import { createMessageDecoder, type DecoderSettings } from '../decode/decoder.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import type { OperationShape } from '../shape/shape.js';

/** What decoding gave, with JSON as text: the order of keys and the digits of numbers count. */
export interface Decoded {
  readonly result?: string;
  readonly headers?: string;
  readonly fault?: SoapFault;
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
  numbers: 'number',
  unwrap: 'record',
  strictResponses: false,
  applyDefaults: true,
  untyped: 'ordered',
  unknown: 'drop',
  warnings: 'default',
  limits: DEFAULT_LIMITS,
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

/** Decode the response of an operation. */
export function decode(
  operation: OperationShape,
  xml: string | Uint8Array,
  setup: DecodeSetup = {},
): Decoded {
  const { chunk, decode: decodeOptions, ...settings } = setup;
  const decoder = createMessageDecoder(operation.output, operation.faults, operation, {
    ...defaultSettings,
    ...settings,
  }).createDecoder(decodeOptions);
  const bytes = typeof xml === 'string' ? encodeUtf8(xml) : xml;
  const size = chunk ?? Math.max(bytes.length, 1);
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
