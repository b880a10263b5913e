import type { JsonObject } from '../api/values.js';
import { createMessageDecoder } from '../decode/decoder.js';
import { isDecodeError, isMappingError } from '../errors.js';
import { exampleOf } from '../example/example.js';
import type { createValueEncoder } from '../explain/value-encoder.js';
import { parseOutput } from '../json/parse-output.js';
import { rawReading } from '../raw-xml/raw-results.js';
import type { asInResults } from '../shape/operation-shape.js';
import type { MapperSettings } from './settings.js';
import type { ShapedExchange } from './shape-operations.js';
import type { decoderSettings, encoderSettings, messageOf, Stages } from './stages.js';

/**
 * The functions that operations of all kinds share. They are passed in: if this module imported them, bundles would get a file of their own
 * for them.
 */
export interface ExampleTools {
  readonly stages: Pick<Stages, 'metered'>;
  readonly asInResults: typeof asInResults;
  readonly createValueEncoder: typeof createValueEncoder;
  readonly decoderSettings: typeof decoderSettings;
  readonly encoderSettings: typeof encoderSettings;
  readonly messageOf: typeof messageOf;
}

/** An example of a message. Elements that a design shows as `$xml` (XM-10) are those of the message that the rest of the example is in. */
export function exampleMessage(
  message: 'input' | 'output',
  exchange: ShapedExchange,
  settings: MapperSettings,
  tools: ExampleTools,
): JsonObject {
  const { shape } = exchange;
  const { asInResults, createValueEncoder, decoderSettings, encoderSettings, messageOf, stages } = tools;
  const operation = message === 'input' ? shape : asInResults(shape);
  const designed = messageOf(shape, message);
  const read = designed.finished?.read;
  const plain = exampleOf(read ?? designed, operation, settings.limits);
  if (read === undefined) return plain;
  const encoder = createValueEncoder(
    designed,
    operation,
    encoderSettings(exchange, settings, message === 'input' ? 'request' : 'response'),
  );
  const decoder = createMessageDecoder(read, [], operation, {
    ...decoderSettings(exchange, settings),
    notation: 'json',
    oneWay: false,
  });
  try {
    return stages.metered(undefined, () => {
      const reading = rawReading('example', [], exchange, settings, message);
      const reply = decoder.decode(encoder.toXml(plain, { fills: 'hidden' }).body, { reading });
      if (reply.kind === 'fault') return plain;
      const { $headers, $attachments } = plain;
      const result = parseOutput(reply.result, { prototypes: 'none', notation: 'json' }) as JsonObject;
      if ($headers !== undefined) result['$headers'] = $headers;
      if ($attachments !== undefined) result['$attachments'] = $attachments;
      return result;
    });
  } catch (error) {
    // No example is valid for some schemas.
    if (isMappingError(error) || isDecodeError(error)) return plain;
    throw error;
  }
}
