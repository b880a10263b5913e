import { encodeBase64 } from '../../scalar/spaces/binary.js';
import { BytePattern } from '../../xml/bytes/byte-pattern.js';
import { JsonFragment } from '../output/json-output.js';
import type { Content, Decoding, ElementPlan, Frame } from '../state/decoding.js';
import { findPart, writeAttachment } from './attachment.js';
import { skip } from './skip.js';
import { isWhiteSpace } from './white-space.js';
import { isNil, warnNil } from './xsi.js';

/** Starts the value of an element: nil, or the content of its plan. */
export function openElement(decoding: Decoding, element: ElementPlan): void {
  if (decoding.unfollowed !== undefined) openUnfollowed(decoding, element, decoding.unfollowed);
  else if (decoding.reader.attributes.count > 0 && isNil(decoding)) openNil(decoding, element);
  else openValue(decoding, element);
}

function openValue(decoding: Decoding, element: ElementPlan): void {
  if (element.bare === undefined) element.value.open(decoding, element);
  else openSubstitute(decoding, element, element.bare);
  if (decoding.settings.exacting && decoding.reader.attributes.count > 0) warnNil(decoding, element.nillable);
}

/** SG-1: the value of a substitute that is not an object. */
function openSubstitute(decoding: Decoding, { substitute }: ElementPlan, bare: ElementPlan): void {
  decoding.out.json(`{"$element":${JSON.stringify(substitute)},"$value":`);
  bare.value.open(decoding, bare);
  decoding.frame.closers++;
  decoding.frame.isValue = true;
}

/** EN-4: a reference to a part of the message has its value; a dangling one is null. */
function openUnfollowed(decoding: Decoding, element: ElementPlan, reference: string, asObject = false): void {
  decoding.push(nil, element);
  const part = findPart(decoding, reference);
  if (part === undefined) decoding.out.ascii(asObject ? '{"$nil":true}' : 'null');
  else if (element.value.isObject) writeAttachment(decoding, part);
  else {
    decoding.out.ascii('"');
    decoding.out.raw(encodeBase64(part.data));
    decoding.out.ascii('"');
  }
}

/** The same for the result, which is an object even if it is nil (UW-5). */
export function openRootElement(decoding: Decoding, element: ElementPlan): void {
  if (decoding.unfollowed !== undefined) openUnfollowed(decoding, element, decoding.unfollowed, true);
  else if (decoding.reader.attributes.count > 0 && isNil(decoding)) openNil(decoding, element, true);
  else openValue(decoding, element);
}

/** §9.2: `null`, or `{"$nil":true,…}` if there is more to say. */
function openNil(decoding: Decoding, element: ElementPlan, asObject = false): void {
  const { out } = decoding;
  const frame = decoding.push(nil, element);
  const { attributes } = decoding.reader;
  // Mostly xsi:nil is the only attribute.
  if (attributes.count === 1 && element.substitute === undefined && !asObject) {
    out.fragment(NULL);
    learnNil(decoding, frame, element);
  } else {
    writeNilObject(decoding, frame, element, asObject);
  }
  frame.state = element.nillable ? 0 : UNEXPECTED;
}

/** For the fast lane: a server always writes nil in the same form. */
function learnNil({ reader }: Decoding, frame: Frame, element: ElementPlan): void {
  const { attributes } = reader;
  const { slot } = frame;
  if (slot === undefined || slot.element !== element || !element.nillable) return;
  if (!attributes.empty || !attributes.hasValue(0, 'true')) return;
  const { context } = attributes;
  if (slot.learnedNil?.context === context) return;
  slot.learnedNil = { pattern: new BytePattern(' ', attributes.name(0).bytes, '="true"/>'), context };
}

/** The JSON of nil without attributes. */
export const NULL: JsonFragment = new JsonFragment('null');

function writeNilObject(decoding: Decoding, frame: Frame, element: ElementPlan, asObject: boolean): void {
  const { out } = decoding;
  const variant = element.value.nilVariant?.(decoding);
  const type = variant === undefined ? '' : `"$type":${JSON.stringify(variant.key)},`;
  const substitute =
    element.substitute === undefined ? '' : `"$element":${JSON.stringify(element.substitute)},`;
  out.json(`{${type}${substitute}"$nil":true,`);
  const hasAttributes = (variant?.plan ?? element.value).nilAttributes(decoding);
  if (!hasAttributes && variant === undefined && substitute === '' && !asObject) {
    out.length = frame.start;
    out.fragment(NULL);
  } else {
    out.length--;
    out.ascii('}');
  }
}

const UNEXPECTED = 1;
const HAS_CONTENT = 2;

const nil: Content = {
  start(decoding, frame) {
    frame.state |= HAS_CONTENT;
    skip(decoding);
  },
  text(decoding, frame) {
    if (!isWhiteSpace(decoding)) frame.state |= HAS_CONTENT;
  },
  end(decoding, frame: Frame) {
    if ((frame.state & UNEXPECTED) !== 0)
      decoding.warn('UNEXPECTED_NIL', 'nil, though the schema does not allow it');
    if ((frame.state & HAS_CONTENT) !== 0)
      decoding.warn('NIL_WITH_CONTENT', 'the content of a nil element is ignored');
    decoding.endValue();
  },
};
