import type { OperationShape } from '../shape/operation-shape.js';
import type { SoapReply, SoapRequest } from './messages.js';
import type {
  DecodeOptions,
  EncodeOptions,
  ExchangeInfo,
  ItemReader,
  ResponseStream,
  WorkOptions,
} from './operation.js';
import type { ValidationProblem } from './problems.js';
import type { SessionOf } from './session.js';
import type { JsonObject } from './values.js';

/** The smallest part of the mapper that a client needs: creates requests from values, and reads their responses. */
export interface Exchange {
  readonly info: ExchangeInfo;
  readonly shape: OperationShape;
  /**
   * Returns every problem of `input`; none means that `toXml` accepts it. Identity constraints (MO-6) are checked if the
   * exchanges have the part `identities`.
   */
  validate(input: unknown, options?: WorkOptions): ValidationProblem[];
  /** Throws `MappingError` with every problem. */
  toXml(input: unknown, options?: EncodeOptions): SoapRequest;
  /** Throws `DecodeError`, and any error before `loadDecoders` of the exchanges. */
  fromXml(xml: Uint8Array | string, options?: Omit<DecodeOptions, 'raw'>): SoapReply;
  /**
   * Returns a `fromXml` whose results have the elements at these paths as `$xml` (`DecodeOptions.raw`). Loads the code for this on first
   * use, because few programs need it. Rejects with `OptionError` if the result has no element at a path.
   */
  createRawReader(raw: NonNullable<DecodeOptions['raw']>): Promise<Exchange['fromXml']>;
  /** Decodes a response of any size, with incremental output. Throws any error before `loadDecoders` of the exchanges. */
  createStream(options?: Omit<DecodeOptions, 'raw'>): ResponseStream;
  /**
   * Reads the items of one list in a response of any size. Loads the code for this on first use. Rejects with `OptionError` if the schema
   * has no list at `path`.
   */
  createItemReader(path: readonly string[], options?: Omit<DecodeOptions, 'raw'>): Promise<ItemReader>;
  /** Generates a valid message. Loads the code for this on first use, because few programs need it. */
  example(message: 'input' | 'output'): Promise<JsonObject>;
}

/** The exchanges of a model. */
export interface Exchanges {
  /** Compiled once per name, then shared. Throws `OperationNotFoundError`. */
  compile(operation: string): Exchange;
  /** The session that the design describes, if it has one. */
  readonly session: SessionOf<Exchange> | undefined;
  /**
   * Loads the code that reads responses, which is a third of the mapper. A program can do so while a request is on its way.
   */
  loadDecoders(): Promise<void>;
  /**
   * Loads the encoders for uncommon content if the program does not have them yet. Header blocks that the WSDL does not declare need them.
   */
  loadUncommonContent(): Promise<void>;
  /** Loads the code that reads finished elements (XM-1), after an encoder has thrown `RawXmlNotLoaded`. */
  loadRawXml(): Promise<void>;
}
