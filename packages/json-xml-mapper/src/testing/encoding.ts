import type { Particle, ServiceModel, TypeReference } from '@soapstone/soap-model';
import type { EncodeOptions } from '../api/operation.js';
import type { MapperLimits, UnwrapMode, WildcardMode } from '../api/options.js';
import type { ValidationProblem } from '../api/problems.js';
import { createMessageEncoder, type EncoderSettings, type MessageEncoder } from '../encode/encoder.js';
import { filledContent } from '../explain/designed/filled.js';
import { uncommonContent } from '../explain/uncommon-content.js';
import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import { decodeUtf8 } from '../platform.js';
import { rawXml } from '../raw-xml/raw-xml.js';
import { DEFAULT_SIMPLE_LIMITS } from '../scalar/default-limits.js';
import { el, type SchemaLiteral, sequence, times } from './schema-literal.js';
import { operationShape } from './shapes.js';

export interface EncodingOptions {
  readonly numbers?: 'number' | 'string';
  readonly soapVersion?: '1.1' | '1.2';
  readonly unwrap?: UnwrapMode;
  readonly message?: 'input' | 'output';
  readonly allowUndeclaredHeaders?: boolean;
  readonly limits?: Partial<MapperLimits>;
  readonly wildcards?: WildcardMode;
}

/** The encoder of an operation's message. */
export function encoderOf(
  model: ServiceModel,
  operation: string,
  options: EncodingOptions = {},
): MessageEncoder {
  const shape = operationShape(model, operation, options);
  const message = options.message === 'output' ? shape.output : shape.input;
  if (message === undefined) throw new Error(`${operation} has no such message`);
  const settings: EncoderSettings = {
    soapVersion: options.soapVersion ?? '1.1',
    limits: { ...DEFAULT_MAPPER_LIMITS, ...DEFAULT_SIMPLE_LIMITS, ...options.limits },
    allowUndeclaredHeaders: options.allowUndeclaredHeaders ?? false,
    operationName: operation,
    direction: 'request',
    uncommonContent: () => uncommonContent,
    filledContent: () => filledContent,
    rawXml: () => rawXml,
  };
  return createMessageEncoder(message, shape, settings);
}

/** The encoder of a request whose Body child `Op` has one optional, non-repeatable element of each given type. */
export function typedEncoder(
  schema: SchemaLiteral,
  types: Readonly<Record<string, TypeReference>>,
  options: EncodingOptions = {},
): MessageEncoder {
  const particles = Object.entries(types).map(([name, type]) => times(el(name, type), 0, 1));
  schema.element('Op', schema.complex(undefined, sequence(...particles)));
  schema.element('OpResponse', schema.complex(undefined));
  return encoderOf(schema.service({ Op: {} }), 'Op', options);
}

/** The content of the Body without the declarations of its child: enough to see, short enough to write by hand. */
export function bodyOf(encoder: MessageEncoder, input: unknown, options?: EncodeOptions): string {
  const text = envelopeOf(encoder, input, options);
  const body = /<soapenv:Body(?:\/>|[^>]*>(.*)<\/soapenv:Body>)/s.exec(text)?.[1] ?? '';
  return body;
}

/** The whole envelope as text. */
export function envelopeOf(encoder: MessageEncoder, input: unknown, options?: EncodeOptions): string {
  return decodeUtf8(encoder.toXml(input, options).body);
}

/** The content of the Body's only child. */
export function contentOf(encoder: MessageEncoder, input: unknown): string {
  const body = bodyOf(encoder, input);
  return /^<[^>]*\/>$/.test(body) ? '' : body.slice(body.indexOf('>') + 1, body.lastIndexOf('</'));
}

/** Problems in short form: `/path keyword`. */
export function problemsOf(encoder: MessageEncoder, input: unknown, options?: EncodeOptions): string[] {
  return encoder.validate(input, options).map(({ path, keyword }: ValidationProblem) => `${path} ${keyword}`);
}

/** An encoder for `Op`, whose Body child has the given content. */
export function requestOf(schema: SchemaLiteral, ...particles: readonly Particle[]): MessageEncoder {
  schema.element('Op', schema.complex(undefined, sequence(...particles)));
  schema.element('OpResponse', schema.complex(undefined));
  return encoderOf(schema.service({ Op: {} }), 'Op');
}
