import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import { XML, XSD } from '@soapstone/soap-model/namespaces';
import { isProtocolAttribute } from '../../build/element-keys.js';
import { isSoapEncoding } from '../../build/type-rules.js';
import type { XmlName } from '../../xml/xml-name.js';
import { LANE_NONE } from '../lanes/lane.js';
import type { Content, Decoding, ElementPlan, Frame, ValuePlan } from '../state/decoding.js';
import { includedBase64, isXopInclude } from '../values/attachment.js';
import { skip } from '../values/skip.js';
import { isWhiteSpace } from '../values/white-space.js';
import { openUntypedElement } from '../values/wildcard.js';
import { xsiType } from '../values/xsi.js';
import { compactContent } from './compact.js';
import { contentSlot } from './content-slot.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;

/** States of an untyped frame. */
/** Only text so far: the value is a string. */
const ONLY_TEXT = 0;
/** An object with `$content`: between entries, in white space that may be insignificant, in significant text. */
const BETWEEN = 1;
const IN_SPACE = 2;
const IN_TEXT = 3;

/** xs:anyType, and unknown elements (AN-6). */
export class UntypedPlan implements ValuePlan {
  readonly lane: number = LANE_NONE;
  readonly laneOptions = undefined;
  readonly plainObject = undefined;
  readonly isObject = false;
  readonly #encoded: boolean;
  readonly #content: Content;
  readonly #isCompact: boolean;

  /** @param lookup whether global declarations of children count */
  constructor(options: { encoded: boolean; form: 'ordered' | 'compact'; lookup: boolean }) {
    this.#encoded = options.encoded;
    this.#isCompact = options.form === 'compact';
    this.#content = this.#isCompact ? compactContent(options.lookup) : orderedContent(options.lookup);
  }

  open(decoding: Decoding, element: ElementPlan): void {
    const type = decoding.reader.attributes.count > 0 ? xsiType(decoding) : undefined;
    if (type === undefined) {
      this.openUntyped(decoding, element, undefined);
      return;
    }
    const known = typeof type === 'string' ? undefined : decoding.plans.namedType(type);
    const problem =
      typeof type === 'string' ? undefined : decoding.plans.typeProblem(type, undefined, element.block);
    if (problem !== undefined) decoding.warn('UNKNOWN_XSI_TYPE', `xsi:type ${problem}`);
    if (known !== undefined) {
      known.open(decoding, element);
      return;
    }
    const name = typeof type === 'string' ? type : clarkName(type);
    if (saysNothing(type)) {
      this.openUntyped(decoding, element, undefined);
      return;
    }
    // PHP gives every object the type Struct, which says no more than its members do.
    const isStruct =
      typeof type !== 'string' && type.localName === 'Struct' && isSoapEncoding(type.namespace);
    if (!isStruct) decoding.warn('UNKNOWN_XSI_TYPE', `xsi:type ${name} is not known`);
    // A name with an unbound prefix identifies no type and could not be sent back.
    this.openUntyped(decoding, element, typeof type === 'string' ? undefined : name);
  }

  /** @param type `$type` (PY-7) */
  openUntyped(decoding: Decoding, element: ElementPlan, type: string | undefined): void {
    const frame = decoding.push(this.#content, element);
    const { out } = decoding;
    let members = type === undefined ? '' : `"$type":${JSON.stringify(type)},`;
    if (element.substitute !== undefined) members += `"$element":${JSON.stringify(element.substitute)},`;
    members += this.#attributeMembers(decoding);
    if (this.#isCompact) {
      frame.compact = { members, entries: [], inText: false, isSpace: false };
      return;
    }
    frame.count = 0;
    frame.state = members === '' ? ONLY_TEXT : BETWEEN;
    out.json(members === '' ? '"' : `{${members}"$content":[`);
  }

  nilAttributes(decoding: Decoding): boolean {
    const members = this.#attributeMembers(decoding);
    decoding.out.json(members);
    return members !== '';
  }

  #attributeMembers(decoding: Decoding): string {
    const { attributes } = decoding.reader;
    let members = '';
    for (let i = 0; i < attributes.count; i++) {
      const name = attributes.name(i);
      if (isProtocolAttribute(name, this.#encoded)) continue;
      members += `${JSON.stringify(attributeKey(name))}:${JSON.stringify(attributes.value(i))},`;
    }
    return members;
  }
}

/** Whether `xsi:type` names a type that every value has. */
export function saysNothing(type: ExpandedName | string): boolean {
  if (typeof type === 'string' || type.namespace !== XSD) return false;
  return type.localName === 'anyType' || type.localName === 'anySimpleType';
}

function attributeKey(name: XmlName): string {
  return name.namespace === XML ? `@xml:${name.localName}` : `@${name.key}`;
}

/** Content in document order (AN-6). */
function orderedContent(lookup: boolean): Content {
  return {
    start(decoding, frame) {
      if (isXopInclude(decoding)) {
        const data = includedBase64(decoding);
        if (data !== undefined) appendText(decoding, frame, data, 0, data.length, false);
        skip(decoding);
        return;
      }
      if (frame.state === ONLY_TEXT) becomeObject(decoding, frame);
      endText(decoding, frame);
      frame.count++;
      decoding.place(contentSlot, frame, decoding.reader.name!.key);
      openUntypedElement(decoding, lookup);
    },
    text(decoding, frame) {
      const { reader } = decoding;
      appendText(decoding, frame, reader.text, reader.textStart, reader.textEnd, isWhiteSpace(decoding));
    },
    end(decoding, frame) {
      const { out } = decoding;
      if (frame.state === ONLY_TEXT) {
        out.byte(QUOTE);
        decoding.endValue();
        return;
      }
      // White space is text if it is the only content.
      if (frame.state === IN_SPACE && frame.count === 1) frame.state = IN_TEXT;
      endText(decoding, frame);
      out.close(CLOSE_BRACKET);
      decoding.endObject();
    },
    unsettledFrom: ({ state, start }) =>
      state === ONLY_TEXT || state === IN_SPACE ? start : Number.POSITIVE_INFINITY,
  };
}

function appendText(
  decoding: Decoding,
  frame: Frame,
  source: Uint8Array,
  start: number,
  end: number,
  isSpace: boolean,
): void {
  const { out } = decoding;
  if (frame.state === BETWEEN) {
    frame.start = out.length;
    frame.state = IN_SPACE;
    frame.count++;
    out.byte(QUOTE);
  }
  if (frame.state === IN_SPACE && !isSpace) frame.state = IN_TEXT;
  out.escape(source, start, end);
}

/** A child follows text that looked like a string: the text becomes the first entry, unless it is white space. */
function becomeObject(decoding: Decoding, frame: Frame): void {
  const { out } = decoding;
  const text = out.slice(frame.start + 1);
  if (isEscapedWhiteSpace(text)) {
    out.length = frame.start;
    out.ascii('{"$content":[');
    frame.state = BETWEEN;
  } else {
    out.insert(frame.start, '{"$content":[');
    frame.state = IN_TEXT;
    frame.count = 1;
  }
}

/** Whether a text in its JSON form is white space. */
function isEscapedWhiteSpace(text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === 0x20) continue;
    const next = text[i + 1];
    if (text[i] !== 0x5c || (next !== 0x6e && next !== 0x74 && next !== 0x72)) return false;
    i++;
  }
  return true;
}

/** AN-6: white space between elements is dropped; text with anything else is kept unchanged. */
function endText(decoding: Decoding, frame: Frame): void {
  const { out } = decoding;
  if (frame.state === IN_SPACE) {
    out.length = frame.start;
    frame.count--;
  } else if (frame.state === IN_TEXT) {
    out.byte(QUOTE);
    out.byte(COMMA);
  }
  frame.state = BETWEEN;
}
