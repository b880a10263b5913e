import { DecodeError } from '../../errors.js';
import { raisedBy } from '../../limits.js';
import { articled, typeNameOf } from '../../scalar/describe.js';
import {
  compileSimple,
  markIn,
  type Notation,
  SCHEMA_NAMES,
  type SimpleCodec,
  type SimpleLimits,
} from '../../scalar/simple-codec.js';
import { BUILTIN_TYPES, isNumeric } from '../../shape/builtin-types.js';
import type { ScalarShape, SimpleShape } from '../../shape/simple-shape.js';
import { readText } from '../../xml/bytes/utf8.js';
import { LANE_NONE, LANE_STRING, type Lane, type LaneOptions } from '../lanes/lane.js';
import { compileLane, scanLane } from '../lanes/scalar-lanes.js';
import type { ByteCollector } from '../state/byte-collector.js';
import type { Content, Decoding, ElementPlan, Frame, ValuePlan } from '../state/decoding.js';
import { includedBase64, isXopInclude } from './attachment.js';
import { Base64String, saysBase64 } from './base64-string.js';
import { warnOtherSimpleType } from './other-simple-type.js';
import { type OwnWords, respell, wordsOf } from './own-words.js';
import { skip } from './skip.js';
import { noNilAttributes, warnUndeclared } from './undeclared-attributes.js';
import { isWhiteSpace } from './white-space.js';

const QUOTE = 0x22;
const MAX_INDENTATION_BYTES = 256;

/** A simple value: text that becomes a JSON scalar or, for a list, an array. */
export class SimplePlan implements ValuePlan {
  readonly lane: Lane;
  readonly laneOptions: LaneOptions;
  readonly isObject = false;
  readonly plainObject = undefined;
  /** The type of the text, even if its values have other names in JSON (DF-12). */
  readonly shape: SimpleShape;
  readonly codec: SimpleCodec;
  /** The type's name in messages, such as `xs:int`. */
  readonly typeName: string;
  /** Whether facets are checked: only if all warnings are wanted (TR-6, RX-6). */
  readonly #checkFacets: boolean;
  /** Whether empty text is a valid string. */
  readonly #emptyIsString: boolean;
  readonly isString: boolean;
  /** Whether white space counts as text. */
  readonly #keepsSpace: boolean;
  /** Whether the type is xs:base64Binary without facets to check. */
  readonly takesAnyBase64: boolean;
  /** The text that is written before the base64 of a part. */
  readonly partStart: string;
  readonly #isNumeric: boolean;
  /** The kind of value, or of list item, that servers are known to misspell (TR-4). */
  readonly #words: OwnWords | undefined;

  constructor(shape: SimpleShape, limits: SimpleLimits, checkFacets: boolean, notation: Notation) {
    this.codec = compileSimple(shape, limits, notation);
    this.#checkFacets = checkFacets && hasFacets(shape);
    this.laneOptions = compileLane(shape, notation, limits.digits);
    this.lane = this.#checkFacets ? LANE_NONE : this.laneOptions.lane;
    const read = (shape as Partial<ScalarShape>).wire?.shape ?? shape;
    this.shape = read;
    this.typeName = typeNameOf(read);
    const family = read.kind === 'scalar' && BUILTIN_TYPES[read.builtin].family;
    this.isString = family === 'string';
    this.#emptyIsString = shape.kind === 'anySimpleType' || (this.isString && read === shape);
    this.#keepsSpace =
      read.kind === 'anySimpleType' || (read.kind === 'scalar' && read.facets.whiteSpace !== 'collapse');
    this.takesAnyBase64 = !this.#checkFacets && shape.kind === 'scalar' && shape.builtin === 'base64Binary';
    // Only atomic types have a form.
    this.partStart = openText(markIn(notation, shape as ScalarShape));
    this.#isNumeric = family && isNumeric(family);
    this.#words = wordsOf(read.kind === 'list' ? read.item : read);
  }

  open(decoding: Decoding, element: ElementPlan): void {
    const frame = this.push(decoding, element);
    warnUndeclared(decoding, decoding.references !== undefined);
    if (decoding.settings.checkOrder && decoding.reader.attributes.count > 0)
      warnOtherSimpleType(decoding, this.shape, element.block);
    this.begin(decoding, frame);
  }

  /** Pushes the frame of the value. Call `begin` after writing what wraps the value. */
  push(decoding: Decoding, element: ElementPlan): Frame {
    if (this.isString && decoding.reader.attributes.count > 0 && saysBase64(decoding))
      return decoding.push(new Base64String(this), element);
    const content = this.lane === LANE_STRING ? stringContent : collectedContent;
    const frame = decoding.push(this.#fileContent(decoding) ?? content, element);
    frame.simple = this;
    return frame;
  }

  /** The content of the value that is the whole result, if the call wants that as a file. */
  #fileContent(decoding: Decoding): Content | undefined {
    return this.takesAnyBase64 ? decoding.file?.content(decoding) : undefined;
  }

  begin(decoding: Decoding, frame: Frame): void {
    frame.start = decoding.out.length;
    // Base64 is collected, regardless of the lane.
    if (this.lane === LANE_STRING && frame.simple !== undefined) decoding.out.byte(QUOTE);
    else decoding.collector.clear();
  }

  nilAttributes(decoding: Decoding): boolean {
    return noNilAttributes(decoding);
  }

  /**
   * Writes a value from its text. Warnings concern the innermost frame, or its member.
   *
   * @param whenEmpty the default (§9.2)
   */
  write(
    decoding: Decoding,
    source: Uint8Array,
    start: number,
    end: number,
    whenEmpty: string | undefined,
    member?: string,
  ): void {
    if (this.lane === LANE_STRING && (end > start || whenEmpty === undefined)) {
      const { out } = decoding;
      out.byte(QUOTE);
      out.escape(source, start, end);
      out.byte(QUOTE);
      return;
    }
    if (
      this.lane !== LANE_NONE &&
      end > start &&
      scanLane(this.laneOptions, decoding.out, source, start, end)
    )
      return;
    this.writeText(decoding, readText(source, start, end), whenEmpty, member);
  }

  /** The slow path: any text. */
  writeText(decoding: Decoding, text: string, whenEmpty: string | undefined, member?: string): void {
    const { out } = decoding;
    const isEmpty = text === '' || (!this.#keepsSpace && /^[\t\n\r ]*$/.test(text));
    // White space is content, so that the default is for other types only (XML Schema Part 1, §3.3.4, cvc-elt 5.2).
    if (isEmpty && whenEmpty !== undefined && !(text !== '' && this.#isValue(decoding, text))) {
      if (decoding.settings.exacting && text !== '')
        decoding.warn('EMPTY_VALUE', `white space, not ${articled(this.typeName)}`, member);
      this.writeSchemaText(decoding, whenEmpty);
      return;
    }
    if (isEmpty && this.#emptyIsString) {
      out.ascii('""');
      if (this.#checkFacets) this.#warnFacet(decoding, text, member);
      return;
    }
    if (this.#isNumeric && text.length > decoding.settings.limits.numberDigits) failDigits(decoding);
    const json = this.codec.parseToJson(text, decoding.lookupPrefix);
    if (json !== undefined) {
      out.json(json);
      if (this.#checkFacets) this.#warnFacet(decoding, text, member);
      return;
    }
    if (isEmpty) {
      decoding.warn('EMPTY_VALUE', `empty, not ${articled(this.typeName)}`, member);
      out.ascii('null');
      return;
    }
    const words = text.split(/[\t\n\r ]+/).filter((word) => word !== '');
    const respelled = respell(this.#words, words, decoding.settings.limits.numberDigits);
    const value = respelled && this.codec.parseToJson(respelled, decoding.lookupPrefix);
    if (value !== undefined) {
      decoding.warn('LEXICAL', `not spelled as ${articled(this.typeName)}`, member);
      out.json(value);
      return;
    }
    decoding.warn('INVALID_VALUE', `not ${articled(this.typeName)}`, member);
    out.json(JSON.stringify(words.join(' ')));
  }

  /** A default or fixed value, with QNames in Clark notation. */
  writeSchemaText(decoding: Decoding, text: string): void {
    decoding.out.json(this.codec.parseToJson(text, SCHEMA_NAMES) ?? JSON.stringify(text));
  }

  #isValue({ lookupPrefix }: Decoding, text: string): boolean {
    const isRead = this.codec.parseToJson(text, lookupPrefix) !== undefined;
    return isRead && this.codec.facetProblem(text, lookupPrefix) === undefined;
  }

  #warnFacet(decoding: Decoding, text: string, member: string | undefined): void {
    const problem = this.codec.facetProblem(text, decoding.lookupPrefix);
    if (problem !== undefined) decoding.warn('FACET', problem.message, member);
  }
}

function openText(mark: string | undefined): string {
  return mark === undefined ? '"' : `@"${mark}`;
}

function failDigits(decoding: Decoding): never {
  throw new DecodeError({
    code: 'LIMIT',
    message: `a number has more than ${decoding.settings.limits.numberDigits} digits${raisedBy('numberDigits')}`,
  });
}

function hasFacets(shape: SimpleShape): boolean {
  if (shape.kind === 'anySimpleType') return false;
  // The facets of members and items count too; finding out whether there are any costs more than checking.
  if (shape.kind !== 'scalar') return true;
  const { facets } = shape;
  // Every type has white space and a list of patterns.
  return facets.patterns.length > 0 || Object.keys(facets).length > 2;
}

/** xs:string: each piece of text is written as it arrives. */
const stringContent: Content = {
  start: ignoreElement,
  text(decoding) {
    const { reader } = decoding;
    decoding.out.escape(reader.text, reader.textStart, reader.textEnd);
  },
  end(decoding, frame) {
    const { out } = decoding;
    const { whenEmpty } = frame.element!;
    if (whenEmpty !== undefined && out.length === frame.start + 1) {
      out.length = frame.start;
      out.json(JSON.stringify(whenEmpty));
    } else {
      out.byte(QUOTE);
    }
    decoding.endValue();
  },
};

/** Any other simple value: collected, then validated as a whole. */
const collectedContent: Content = {
  start(decoding, frame) {
    if (isXopInclude(decoding)) includePart(decoding, frame);
    else ignoreElement(decoding);
  },
  text(decoding) {
    const { reader } = decoding;
    if (decoding.includedPart !== undefined) {
      if (isWhiteSpace(decoding)) return;
      collectPart(decoding);
    }
    decoding.collector.append(reader.text, reader.textStart, reader.textEnd);
  },
  end(decoding, frame) {
    const { collector, includedPart } = decoding;
    if (frame.state === DANGLING) decoding.out.ascii('null');
    else if (includedPart !== undefined) writePart(decoding, includedPart, frame.simple!.partStart);
    else frame.simple!.write(decoding, collector.bytes, 0, collector.length, frame.element!.whenEmpty);
    decoding.endValue();
  },
};

const DANGLING = 1;

/** AT-1: the bytes of the part replace the element. */
function includePart(decoding: Decoding, frame: Frame): void {
  const data = includedBase64(decoding);
  const { collector } = decoding;
  if (decoding.includedPart !== undefined) collectPart(decoding);
  if (data === undefined) frame.state = DANGLING;
  // Alone in an element of the type, its base64 is the value as it is. A part may be megabytes and may be included often.
  else if (frame.simple!.takesAnyBase64 && data.length > 0 && isIndentation(collector))
    decoding.includedPart = data;
  else collector.append(data, 0, data.length);
  skip(decoding);
}

/** Whether the text so far is at most a little white space, as before an element on its own line. */
function isIndentation(collector: ByteCollector): boolean {
  return collector.length <= MAX_INDENTATION_BYTES && /^[\t\n\r ]*$/.test(collector.text());
}

/** Treats the base64 of a part as ordinary text, because there is other content next to it. */
function collectPart(decoding: Decoding): void {
  const { collector, includedPart } = decoding;
  if (includedPart === undefined) return;
  collector.append(includedPart, 0, includedPart.length);
  decoding.includedPart = undefined;
}

function writePart(decoding: Decoding, part: Uint8Array, start: string): void {
  const { out } = decoding;
  decoding.includedPart = undefined;
  out.ascii(start);
  out.raw(part);
  out.byte(QUOTE);
}

/** TR-5: an element inside simple content is ignored; the text around it counts. */
export function ignoreElement(decoding: Decoding): void {
  decoding.warn('UNEXPECTED_ELEMENT', `${decoding.reader.name!.key} in simple content`);
  skip(decoding);
}
