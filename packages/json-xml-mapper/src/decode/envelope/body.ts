import { DecodeError } from '../../errors.js';
import { isOmitted } from '../content/members.js';
import { ObjectPlan } from '../content/object.js';
import type { Content, Decoding, Frame, MessagePlan } from '../state/decoding.js';
import { NO_PAYLOAD, SAME_LOCAL_NAME, SAME_NAME, SOME_ELEMENT } from '../state/reply.js';
import { openElement, openRootElement } from '../values/nil.js';
import { skip } from '../values/skip.js';
import { warnUndeclared } from '../values/undeclared-attributes.js';
import { warnText } from '../values/white-space.js';
import { isNil, warnNil } from '../values/xsi.js';
import { isAccessor, openAccessor } from './accessor.js';
import { isFault, openFault } from './fault.js';
import { wrapperContent } from './record.js';

/** Reads the Body whose start tag was read last. */
export function openBody(decoding: Decoding): void {
  const { shape, root } = decoding.reply.message;
  if (shape === undefined || root === undefined || shape.kind === 'element') {
    decoding.push(bodyContent);
    return;
  }
  // The Body itself has the type of the root, or its only member's; its content is watched for faults.
  let start = decoding.out.length;
  if (shape.kind === 'value') {
    const member = decoding.plans.object(shape.root as typeof shape.root & { kind: 'object' }).scope
      .slots[0]!;
    decoding.out.fragment(member.opening);
    decoding.out.insert(0, '{');
    decoding.placeEntry(member.key);
    start = decoding.out.length;
    openElement(decoding, member.element!);
    decoding.frame.closers++;
  } else {
    root.value.open(decoding, root);
  }
  decoding.frame.content = new TypedBody(decoding.frame.content, start);
  decoding.frame.inLane = false;
}

/** The Body of a message whose payload is one element. */
const bodyContent: Content = {
  start(decoding) {
    const { reply } = decoding;
    if (isFault(decoding)) return openFault(decoding);
    const fit = reply.message.shape === undefined ? NO_PAYLOAD : fitOf(decoding);
    if (fit > reply.payload && decoding.flushed === 0) {
      if (fit === SAME_NAME && reply.payload === NO_PAYLOAD && reply.unexpected === undefined)
        decoding.learnPrologue();
      return openPayload(decoding, fit);
    }
    noteExtra(decoding, reply.payload === NO_PAYLOAD);
    skip(decoding);
  },
  text: warnText,
  end(decoding) {
    const { reply } = decoding;
    if (reply.payload === NO_PAYLOAD && reply.fault === undefined) endWithoutPayload(decoding);
    decoding.pop();
  },
};

/** How well the Body child whose start tag was read last matches the payload (BD-3). */
function fitOf(decoding: Decoding): number {
  const { message } = decoding.reply;
  const name = decoding.reader.name!;
  if (name.key === message.name) return SAME_NAME;
  if (name.localName === message.localName) return SAME_LOCAL_NAME;
  return message.shape!.rpc && !decoding.isReferenceTarget() ? SOME_ELEMENT : NO_PAYLOAD;
}

function openPayload(decoding: Decoding, fit: number): void {
  const { reply, reader } = decoding;
  const { message, result } = reply;
  if (reply.payload !== NO_PAYLOAD) {
    // A better match: the earlier element was not the payload.
    result.length = 0;
    decoding.warn('EXTRA_BODY_CHILD', 'an element next to the payload in the Body is ignored');
  }
  reply.payload = fit;
  const { key } = reader.name!;
  if (fit === SAME_LOCAL_NAME) decoding.warn('NAMESPACE_MISMATCH', `${key} taken for ${message.name}`);
  if (fit === SOME_ELEMENT) decoding.warn('WRAPPER_NAME', `${key} taken for ${message.name}`);
  // UW-8: nil adds nothing if there is nothing to omit.
  if (isVoid(message)) {
    warnUndeclared(decoding, message.shape!.encoded);
    message.root!.value.open(decoding, message.root!);
  }
  // If the wrapper is nil, so is the record in it.
  else if (message.record === undefined || isNil(decoding)) openRootElement(decoding, message.root!);
  else {
    // A wrapper that the JSON omits declares no attributes (UW-4).
    warnUndeclared(decoding, message.shape!.encoded);
    if (decoding.settings.exacting) {
      warnNil(decoding, message.root!.nillable);
      const { value } = message.root!;
      if (value instanceof ObjectPlan) value.warnOtherType(decoding);
    }
    decoding.push(wrapperContent, message.root);
  }
}

/** Whether the message is an rpc wrapper without accessors. No schema declares it, so it cannot be nil like an element. */
function isVoid({ shape }: MessagePlan): boolean {
  return shape!.rpc && shape!.root.kind === 'object' && shape!.root.members.length === 0;
}

/** Records a Body child that is not the payload. */
function noteExtra(decoding: Decoding, mayBeFatal: boolean): void {
  const { reply } = decoding;
  if (reply.message.shape === undefined || decoding.isReferenceTarget()) return;
  const { key } = decoding.reader.name!;
  if (mayBeFatal) reply.unexpected ??= key;
  else decoding.warn('EXTRA_BODY_CHILD', `${key} is ignored`);
}

/** Ends a Body without the payload (BD-4). */
function endWithoutPayload(decoding: Decoding): void {
  const { reply, out } = decoding;
  if (reply.unexpected !== undefined) failUnexpected(reply.unexpected, reply.message.name);
  if (reply.message.shape !== undefined) decoding.warn('EMPTY_BODY', 'the body is empty');
  out.ascii('{},');
}

function failUnexpected(found: string, expected: string): never {
  throw new DecodeError({
    code: 'UNEXPECTED_ELEMENT',
    message: `unexpected element in the Body: ${found}${expected === '' ? '' : `, expected ${expected}`}`,
  });
}

/** A Body that contains the members of the root itself (`parts`, `content`, `value`). */
class TypedBody implements Content {
  readonly #inner: Content;
  /** Where the value starts in the output, with its wrapping. */
  readonly #valueStart: number;
  #children = 0;

  constructor(inner: Content, valueStart: number) {
    this.#inner = inner;
    this.#valueStart = valueStart;
  }

  start(decoding: Decoding, frame: Frame): void {
    if (isFault(decoding)) {
      openFault(decoding);
      return;
    }
    const { reply } = decoding;
    const { scope } = frame;
    const name = decoding.reader.name!;
    if (this.#children === 0 && isAccessor(decoding)) {
      reply.payload = SAME_NAME;
      openAccessor(decoding, frame, this.#valueStart);
      return;
    }
    // Expected elements are read, even if something refers to them.
    if (scope?.byName.has(name.key) !== true && decoding.isReferenceTarget()) {
      skip(decoding);
      return;
    }
    if (scope !== undefined && reply.message.shape!.kind === 'parts' && !isOmitted(scope, name)) {
      const known = scope.byName.has(name.key) || scope.byLocalName.has(name.localName);
      if (!known && scope.wildcards.length === 0 && !(reply.message.shape!.rpc && this.#children === 0)) {
        noteExtra(decoding, this.#children === 0);
        skip(decoding);
        return;
      }
    }
    this.#children++;
    reply.payload = SAME_NAME;
    this.#inner.start(decoding, frame);
  }

  text(decoding: Decoding, frame: Frame): void {
    this.#inner.text(decoding, frame);
  }

  end(decoding: Decoding, frame: Frame): void {
    const { reply } = decoding;
    if (reply.fault !== undefined) {
      // There is no result, so no member of it is missing.
      decoding.pop();
      return;
    }
    if (this.#children === 0 && reply.unexpected !== undefined) {
      failUnexpected(reply.unexpected, frame.scope?.slots[0]?.key ?? '');
    }
    const kind = reply.message.shape!.kind;
    if (this.#children === 0 && kind === 'parts' && frame.scope!.slots.length > 0) {
      decoding.warn('EMPTY_BODY', 'the body is empty');
      // If everything is missing, members are not reported individually.
      frame.cursor = frame.scope!.slots.length - 1;
    }
    this.#inner.end(decoding, frame);
  }
}
