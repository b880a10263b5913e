import type { Exchange } from '../api/exchange.js';
import type { SoapReply } from '../api/messages.js';
import type { Digits } from '../api/operation.js';
import type { DecoderSettings } from '../decode/decoder.js';
import type { ReadOptions } from '../decode/document/reading.js';
import type { FastPath } from '../encode/fast-path.js';
import { createValueEncoder } from '../explain/value-encoder.js';
import { asInResults } from '../shape/operation-shape.js';
import { decoderCode } from './decoder-code.js';
import { lexicalSettings, type MapperSettings } from './settings.js';
import type { ShapedExchange } from './shape-operations.js';
import { soapRequestMaker } from './soap-request.js';
import {
  createStages,
  decoderSettings,
  encoderSettings,
  fillingOptions,
  lazily,
  messageOf,
  readForm,
  valueNotation,
} from './stages.js';

/**
 * Composes what a client needs of an operation. It does not import JSON Schema, examples, query strings, item readers or the fast path, so that
 * bundled programs need not carry them, and loads the decoder when it is needed.
 *
 * @param parts.fastPath given by programs that have room for it
 * @param parts.loadTypes loads the decoder with all types
 */
export function compileExchange(
  operation: ShapedExchange,
  settings: MapperSettings,
  {
    fastPath,
    loadTypes,
  }: { readonly fastPath: FastPath | undefined; readonly loadTypes: () => Promise<void> },
): Exchange {
  const { info, shape } = operation;
  const stages = createStages(settings, () => decoderCode().parseOutput);
  const tools = { stages, asInResults, createValueEncoder, decoderSettings, encoderSettings, messageOf };
  const coders = exchangeCoders(operation, settings, fastPath);
  const lexicalCoders = lazily(() => exchangeCoders(operation, lexicalSettings(settings), fastPath));
  const codersFor = (options: { readonly digits?: Digits | undefined } | undefined): ExchangeCoders =>
    options?.digits === 'lexical' ? lexicalCoders() : coders;
  const filling = fillingOptions(operation, settings);
  const toRequest = soapRequestMaker(info.soapVersion, info.soapAction);
  const fromXml = (xml: Uint8Array | string, options?: ReadOptions): SoapReply =>
    stages.read(codersFor(options).valueDecoder(), xml, options);
  return {
    info,
    shape,
    validate: (input, options) =>
      stages.metered(options, () => {
        const problems = coders.encoder().validate(input);
        if (problems.length > 0 || settings.identities === undefined) return problems;
        return settings.identities.validate(
          operation,
          settings,
          coders.encoder().toXml(input, HIDDEN_FILLS),
          options,
        );
      }),
    toXml: (input, options) =>
      toRequest(
        stages.metered(options, () => codersFor(options).encoder().toXml(input, filling(options))),
        options?.soapAction,
      ),
    fromXml,
    async createRawReader(raw) {
      const [{ rawReading }] = await Promise.all([import('../raw-xml/raw-results.js'), loadTypes()]);
      const reading = rawReading(info.name, raw, operation, settings);
      return (xml, options) => fromXml(xml, { ...options, reading });
    },
    createStream: (options) => codersFor(options).decoder().createStream(options),
    async createItemReader(path, options) {
      const [{ assertItemPath }, { createItemReader }] = await Promise.all([
        import('../items/item-path.js'),
        import('../items/item-reader.js'),
        loadTypes(),
      ]);
      assertItemPath(path, shape, info.resultUnwrap);
      const stream = codersFor(options).valueDecoder().createStream(options);
      return createItemReader(stream, path, (json) => stages.parse(json, options?.digits));
    },
    async example(message) {
      const [{ exampleMessage }] = await Promise.all([import('./example-message.js'), loadTypes()]);
      return stages.handOut(exampleMessage(message, operation, settings, tools));
    },
  };
}

/** A check has no values to fill in, and no need for them. */
const HIDDEN_FILLS = { fills: 'hidden' } as const;

type ExchangeCoders = ReturnType<typeof exchangeCoders>;

/** The encoder and the decoders of an exchange, each compiled on first use. */
function exchangeCoders(
  operation: ShapedExchange,
  settings: MapperSettings,
  fastPath: FastPath = (slow) => slow,
) {
  const { shape } = operation;
  const responses = decoderSettings(operation, settings);
  const decoderOf = (notation: DecoderSettings['notation']) =>
    decoderCode().createMessageDecoder(readForm(shape.output), shape.faults, asInResults(shape), {
      ...responses,
      notation,
    });
  const decoder = lazily(() => decoderOf('json'));
  return {
    encoder: lazily(() =>
      fastPath(createValueEncoder(shape.input, shape, encoderSettings(operation, settings, 'request'))),
    ),
    decoder,
    valueDecoder: lazily(() => {
      const notation = valueNotation(settings);
      return notation === 'json' ? decoder() : decoderOf(notation);
    }),
  };
}
