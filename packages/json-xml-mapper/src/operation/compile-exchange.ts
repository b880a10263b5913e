import type { Exchange } from '../api/exchange.js';
import { createMessageDecoder, type DecoderSettings } from '../decode/decoder.js';
import { createValueEncoder } from '../explain/value-encoder.js';
import { assertItemPath } from '../items/item-path.js';
import { createItemReader } from '../items/item-reader.js';
import type { MapperSettings } from './settings.js';
import type { ShapedExchange } from './shape-operations.js';
import { soapRequestMaker } from './soap-request.js';
import {
  createStages,
  decoderSettings,
  encoderSettings,
  lazily,
  messageOf,
  valueNotation,
} from './stages.js';

/**
 * Composes what a client needs of an operation. It imports neither JSON Schema nor examples, query strings and the fast path of
 * JSON text, which programs that are bundled need not carry.
 */
export function compileExchange(operation: ShapedExchange, settings: MapperSettings): Exchange {
  const { info, shape } = operation;
  const stages = createStages(settings);
  const encoder = lazily(() => createValueEncoder(shape.input, shape, encoderSettings(operation, settings)));
  const responses = decoderSettings(operation, settings);
  const decoderOf = (notation: DecoderSettings['notation']) =>
    createMessageDecoder(shape.output, shape.faults, shape, { ...responses, notation });
  const decoder = lazily(() => decoderOf('json'));
  const valueDecoder = lazily(() => (valueNotation(settings) === 'json' ? decoder() : decoderOf('values')));
  const toRequest = soapRequestMaker(info.soapVersion, info.soapAction);
  return {
    info,
    shape,
    validate: (input, options) => stages.metered(options, () => encoder().validate(input)),
    toXml: (input, options) => toRequest(stages.metered(options, () => encoder().toXml(input, options))),
    fromXml: (xml, options) => stages.read(valueDecoder(), xml, options),
    createStream: (options) => decoder().createStream(options),
    createItemReader(path, options) {
      assertItemPath(path, shape, info.resultUnwrap);
      return createItemReader(valueDecoder().createStream(options), path, stages.parse);
    },
    async example(message) {
      const { exampleOf } = await import('../example/example.js');
      return stages.handOut(exampleOf(messageOf(shape, message), shape, settings.limits));
    },
  };
}
