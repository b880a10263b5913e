import type { ValidationProblem } from '../api/problems.js';
import { createMessageDecoder, type DecoderSettings, type MessageDecoder } from '../decode/decoder.js';
import { createMessageEncoder, type MessageEncoder } from '../encode/encoder.js';
import type { MessageDirection } from '../errors.js';
import { queryParameters } from '../query/query-parameters.js';
import { compileQueryReader, type QueryReader } from '../query/read-query.js';
import { typeProblem } from '../shape/derivation.js';
import { asInResults, type MessageShape } from '../shape/operation-shape.js';
import type { WorkMeter } from '../work.js';
import type { ShapedOperation } from './operation-shapes.js';
import type { IdentityValidator, MapperSettings } from './settings.js';
import { decoderSettings, encoderSettings, messageOf, readForm, valueNotation } from './stages.js';

/**
 * The encoders and decoders of one operation, each compiled on first use: a gateway needs two of them, a server two others, and
 * documentation none.
 */
export class OperationCoders {
  readonly #operation: ShapedOperation;
  readonly #settings: MapperSettings;
  #request: MessageEncoder | undefined;
  #response: MessageDecoder | undefined;
  #responseValues: MessageDecoder | undefined;
  #servedRequest: MessageDecoder | undefined;
  #servedItems: MessageDecoder | undefined;
  #identities: { readonly validator: IdentityValidator | undefined } | undefined;
  #servedResponse: MessageEncoder | undefined;
  #query: QueryReader | undefined;

  constructor(operation: ShapedOperation, settings: MapperSettings) {
    this.#operation = operation;
    this.#settings = settings;
  }

  /** Writes the request. */
  get request(): MessageEncoder {
    this.#request ??= this.encoderOf(this.#operation.shape.input, 'request');
    return this.#request;
  }

  /** Reads the response as JSON text. */
  get response(): MessageDecoder {
    this.#response ??= this.#responseDecoder('json');
    return this.#response;
  }

  /** Reads the response as text that becomes values. The same as `response`, unless numbers are bigints. */
  get responseValues(): MessageDecoder {
    this.#responseValues ??=
      valueNotation(this.#settings) === 'json' ? this.response : this.#responseDecoder('values');
    return this.#responseValues;
  }

  /** Every problem of a request, its identity constraints included (MO-6). */
  validate(input: unknown, work: WorkMeter): ValidationProblem[] {
    const problems = this.request.validate(input);
    if (problems.length > 0) return problems;
    this.#identities ??= {
      validator: this.#settings.identities?.createIdentityValidator(this.#operation, this.#settings),
    };
    const { validator } = this.#identities;
    return validator === undefined
      ? problems
      : validator(this.request.toXml(input, { fills: 'hidden' }), work);
  }

  /** The server side: reads the request. */
  get servedRequest(): MessageDecoder {
    this.#servedRequest ??= this.#requestDecoder();
    return this.#servedRequest;
  }

  /** The same for items, which only the reader sees together: it checks identity constraints too (MO-6). */
  get servedItems(): MessageDecoder {
    this.#servedItems ??= this.#requestDecoder(true);
    return this.#servedItems;
  }

  /** The server side: writes the response. */
  get servedResponse(): MessageEncoder {
    this.#servedResponse ??= this.encoderOf(messageOf(this.#operation.shape, 'output'), 'response');
    return this.#servedResponse;
  }

  /** Reads a query string as the input. */
  get query(): QueryReader {
    this.#query ??= this.#queryReader();
    return this.#query;
  }

  encoderOf(message: MessageShape, direction: MessageDirection): MessageEncoder {
    const { shape: operation } = this.#operation;
    const shape = direction === 'request' ? operation : asInResults(operation);
    const settings = encoderSettings(this.#operation, this.#settings, direction);
    return createMessageEncoder(message, shape, settings);
  }

  #responseDecoder(notation: DecoderSettings['notation']): MessageDecoder {
    const { shape } = this.#operation;
    return createMessageDecoder(readForm(shape.output), shape.faults, asInResults(shape), {
      ...decoderSettings(this.#operation, this.#settings),
      notation,
    });
  }

  #requestDecoder(ofItems = false): MessageDecoder {
    const { info, shape } = this.#operation;
    const { strictResponses, warnings } = this.#settings;
    const exacting = strictResponses || warnings === 'all';
    return createMessageDecoder(readForm(shape.input), [], shape, {
      ...decoderSettings(this.#operation, this.#settings),
      notation: valueNotation(this.#settings),
      oneWay: false,
      // SOAP 1.1 §5.1: the name of an accessor distinguishes it, not its place.
      checkOrder: exacting && info.use === 'literal',
      exacting,
      typeProblem,
      identities:
        strictResponses || (exacting && ofItems) ? this.#settings.identities?.identityCode : undefined,
    });
  }

  #queryReader(): QueryReader {
    const { parameters } = queryParameters(this.#operation.shape.input);
    return compileQueryReader(parameters, this.#settings.limits, (input) => this.request.validate(input));
  }
}
