import type { FillSource } from '../api/fills.js';
import type { MimePart } from '../api/messages.js';
import type { MapperLimits } from '../api/options.js';
import type { Keyword, ValidationProblem } from '../api/problems.js';
import { MappingError, tooComplex } from '../errors.js';
import { mostRequestXml, raisedBy } from '../limits.js';
import { type PointerSegment, printPointer } from '../pointer.js';
import type { PrintContext, SimpleLimits } from '../scalar/simple-codec.js';
import { WorkExceeded } from '../work.js';
import { ElementWriter } from './element-writer.js';
import { PrefixScope, type PrefixTable } from './prefixes.js';

/** Thrown after the last problem that is reported (VE-1). */
const ENOUGH = new Error('enough errors');

/** The maximum length of a message, and of its list of expected names: a schema may have thousands (§21). */
const MAX_MESSAGE = 2_000;
const MAX_EXPECTED = 50;

/** The limits of a request, and the digits that it keeps. */
export type EncodingLimits = MapperLimits & Pick<SimpleLimits, 'digits'>;

/**
 * The state of one encoding: its position in the input, the problems found, the amount written. The compiled encoders are
 * shared by all calls and have no state themselves, except for texts that are kept to be written again (`designed/kept-text.ts`).
 */
export class EncodingRun implements PrintContext {
  readonly prefixes: PrefixScope;
  /** Writes what the encoders find. */
  xml: ElementWriter = new ElementWriter(this);
  readonly errors: ValidationProblem[] = [];
  readonly attachments: MimePart[] = [];
  /** The members of the input that are not part of the Body, by key: set by the fast path. */
  beside: Record<string, unknown> | undefined;
  truncated = false;
  /** The source of the values that a design fills in. */
  fills: FillSource | 'hidden' | undefined;
  /** Whether the current value is one that a design fills in. */
  filling = false;
  /** The number of bytes from which binary values become MIME parts (AT-1); undefined if none do. */
  xopThreshold: number | undefined;
  /** Whether a `Blob` can be the content of a MIME part as it is (AT-6). */
  blobs = false;
  /** Whether the first segment is the record that a result omits (UW-4), so that paths begin after it. */
  insideRecord = false;
  readonly #limits: EncodingLimits;
  readonly #table: PrefixTable;
  readonly #path: PointerSegment[] = [];
  #depth = 0;
  #most: number;
  /** Elements and attributes so far. */
  nodes = 0;

  constructor(limits: EncodingLimits, table: PrefixTable) {
    this.prefixes = new PrefixScope(table);
    this.#limits = limits;
    this.#table = table;
    this.#most = mostRequestXml(limits, Number.POSITIVE_INFINITY);
  }

  /**
   * A run at the same place, with the same amount written and no prefix in scope: for a check whose problems this run reports in other
   * words, and for a document in a text, which has prefixes of its own.
   */
  fork(table: PrefixTable = this.#table): EncodingRun {
    const run = new EncodingRun(this.#limits, table);
    run.#path.push(...this.#path);
    run.#depth = this.#depth;
    run.#most = this.#most;
    run.nodes = this.nodes;
    run.insideRecord = this.insideRecord;
    run.fills = 'hidden';
    return run;
  }

  get limits(): EncodingLimits {
    return this.#limits;
  }

  /** Resets the run for the next message. @returns false if it still carries state of the last one */
  restart(): boolean {
    this.nodes = 0;
    this.filling = false;
    return (
      this.beside === undefined &&
      this.errors.length === 0 &&
      this.attachments.length === 0 &&
      this.prefixes.foreignCount === 0 &&
      this.prefixes.open() === 0 &&
      this.#path.length === 0 &&
      this.#depth === 0 &&
      this.xml.length === 0
    );
  }

  /** Whether the current value may be a secret, as values below `$headers` often are (VE-5), and those that a design fills in. */
  get secret(): boolean {
    return this.filling || this.#path[0] === '$headers';
  }

  enter(segment: PointerSegment): void {
    this.#path.push(segment);
  }

  leave(): void {
    this.#path.pop();
  }

  /** Reports a problem of the current value. */
  report(keyword: Keyword, message: string, expected?: unknown): void {
    if (this.errors.length >= this.#limits.errors) {
      this.truncated = true;
      throw ENOUGH;
    }
    const error = { path: this.pointer, keyword, message: shorten(message) };
    this.errors.push(expected === undefined ? error : { ...error, expected: few(expected) });
  }

  /** Reports a problem of a member of the current value, or of a missing one (VE-3). */
  reportAt(key: PointerSegment, keyword: Keyword, message: string, expected?: unknown): void {
    this.enter(key);
    this.report(keyword, message, expected);
    this.leave();
  }

  /** Returns a prefix for a namespace, declared on the open element if necessary (QN-1). */
  declarePrefix(namespace: string): string {
    return this.prefixes.use(namespace);
  }

  /** Begins an element. Throws `MappingError` beyond the limits (SE-2, SE-6). */
  beginElement(): void {
    this.#depth++;
    if (this.#depth > this.#limits.requestDepth) {
      this.stop(
        `must not be nested more than ${this.#limits.requestDepth} levels deep${raisedBy('requestDepth')}`,
      );
    }
    this.countNode();
  }

  endElement(): void {
    this.#depth--;
  }

  /** Counts an element or attribute. Throws `MappingError` beyond the limit (SE-6). */
  countNode(): void {
    this.nodes++;
    if (this.nodes > this.#limits.requestNodes) {
      this.stop(
        `must not produce more than ${this.#limits.requestNodes} elements and attributes${raisedBy('requestNodes')}`,
      );
    }
  }

  /** Limits the XML to the size that JSON of this many bytes may become (SE-7). */
  allowFor(jsonBytes: number): void {
    this.#most = mostRequestXml(this.#limits, jsonBytes);
  }

  /** The maximum number of bytes of XML. */
  get mostBytes(): number {
    return this.#most;
  }

  /** Stops the run if the XML exceeds its limit (SE-7). A piece counts at least its characters. */
  checkWritten(bytes: number): void {
    if (bytes > this.#most) {
      this.stop(
        `produces an XML message of more than ${this.#most} bytes, the maximum for a request of this size (limits "outputBytes", "expansion")`,
      );
    }
  }

  /** Stops the run at a limit (SE-6). */
  stop(message: string): never {
    const error = { path: this.pointer, keyword: 'limit' as const, message };
    throw new MappingError({
      code: 'LIMIT',
      errors: [...this.errors.slice(0, this.#limits.errors - 1), error],
    });
  }

  /** RFC 6901 pointer of the current value. */
  get pointer(): string {
    return printPointer(this.insideRecord ? this.#path.slice(1) : this.#path);
  }

  /** Writes the parts `from` to `to` (exclusive) of something one after the other, and stops when they become too long. */
  each(from: number, to: number, write: (index: number) => void): void {
    const start = this.xml.length;
    for (let index = from; index < to; index++) {
      write(index);
      this.checkWritten(this.xml.length - start);
    }
  }

  /** Like `each`, for the items of an array: reports a problem of an item at its place. */
  eachItem<T>(items: readonly T[], from: number, to: number, write: (item: T, index: number) => void): void {
    this.each(from, to, (index) => {
      this.enter(index);
      write(items[index] as T, index);
      this.leave();
    });
  }

  /** Runs `work` to its end, or until enough problems were found. Throws `MappingError` when the work budget is exhausted. */
  collect<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (error === ENOUGH) return undefined;
      throw error instanceof WorkExceeded ? tooComplex(error.limit, this.pointer) : error;
    }
  }
}

function shorten(message: string): string {
  return message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE - 1)}…`;
}

function few(expected: unknown): unknown {
  return Array.isArray(expected) && expected.length > MAX_EXPECTED
    ? expected.slice(0, MAX_EXPECTED)
    : expected;
}
