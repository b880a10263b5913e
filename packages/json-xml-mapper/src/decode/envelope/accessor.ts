import { childrenOf } from '../../shape/fold-plan.js';
import type { MessageShape } from '../../shape/operation-shape.js';
import type { ContentNode, ObjectShape } from '../../shape/shape.js';
import type { Content, Decoding, Frame } from '../state/decoding.js';
import { openElement, openRootElement } from '../values/nil.js';
import { skip } from '../values/skip.js';
import { warnText } from '../values/white-space.js';
import { isFault, openFault } from './fault.js';

/**
 * The local name of an element that PHP, zeep and others wrap around the content of a Body that has a type itself (BD-6): the name
 * of the part. `undefined` if the content may contain such an element.
 */
export function accessorOf({ kind, part, root, encoded }: MessageShape): string | undefined {
  if (part === undefined || encoded) return undefined;
  if (kind === 'content') {
    const types =
      root.kind === 'object' ? [root] : [root.declared, ...root.variants.map(({ shape }) => shape)];
    return types.some((type) => mayContain(type, part)) ? undefined : part;
  }
  const value = root.kind === 'object' ? root.members[0]?.shape : undefined;
  if (value === undefined || value.kind === 'anyType') return undefined;
  return value.kind === 'soapArray' && (value.itemName?.localName ?? 'item') === part ? undefined : part;
}

/** Whether the content of a type can contain a child with this local name: declared, or under a wildcard. */
function mayContain(type: ObjectShape, localName: string): boolean {
  if (type.value !== undefined) return false;
  const pending: ContentNode[] = [type.content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'any') return true;
    if (node.kind === 'items') pending.push(node.body.content);
    else if (node.kind !== 'element') pending.push(...childrenOf(node));
    else if (node.member.name.localName === localName) return true;
    else if (node.member.substitution?.members.some(({ name }) => name.localName === localName)) return true;
  }
  return false;
}

/** Whether the first child of the Body, whose start tag was read last, is the part's accessor. */
export function isAccessor(decoding: Decoding): boolean {
  const { accessor } = decoding.reply.message;
  return (
    accessor !== undefined &&
    decoding.reader.name!.localName === accessor &&
    decoding.flushed === 0 &&
    !decoding.isReferenceTarget()
  );
}

/** Discards what was read of the Body so far (only white space) and reads the accessor instead. */
export function openAccessor(decoding: Decoding, frame: Frame, valueStart: number): void {
  const { message } = decoding.reply;
  decoding.out.length = valueStart;
  frame.content = aroundAccessor;
  frame.inLane = false;
  frame.scope = undefined;
  decoding.warn('WRAPPER_NAME', `${decoding.reader.name!.key} read as the accessor of the part`);
  if (message.shape!.kind === 'content') {
    openRootElement(decoding, message.root!);
    return;
  }
  openElement(decoding, frame.element!);
  decoding.frame.closers += 1;
}

/** The Body around the accessor. */
const aroundAccessor: Content = {
  start(decoding) {
    if (isFault(decoding)) {
      openFault(decoding);
      return;
    }
    if (!decoding.isReferenceTarget())
      decoding.warn('EXTRA_BODY_CHILD', `${decoding.reader.name!.key} is ignored`);
    skip(decoding);
  },
  text: warnText,
  end(decoding) {
    decoding.pop();
  },
};
