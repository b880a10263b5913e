import { isOmitted } from '../content/members.js';
import { isRpcResult } from '../content/rpc-result.js';
import type { Content } from '../state/decoding.js';
import { openRootElement } from '../values/nil.js';
import { skip } from '../values/skip.js';
import { warnText } from '../values/white-space.js';

const NOT_YET = 0;
const BY_NAME = 1;
/** Accepted as the record because an rpc accessor may have any name; the right one may still come. */
const BY_GUESS = 2;

/** The wrapper whose only field is the record that becomes the result (UW-4). It does not appear in the JSON. */
export const wrapperContent: Content = {
  start(decoding, frame) {
    const { record, wrapper } = decoding.reply.message;
    const name = decoding.reader.name!;
    const exact = wrapper!.byName.get(name.key)?.[0];
    const isResult = isRpcResult(name);
    // Also if the record is called `result` itself (EN-6).
    const lookalike = exact ?? (isResult ? undefined : wrapper!.byLocalName.get(name.localName));
    const target = lookalike ?? (frame.state === NOT_YET && !isResult ? wrapper!.anyName : undefined);
    if (target === undefined) {
      if (!isResult && !isOmitted(wrapper!, name)) decoding.warn('UNKNOWN_ELEMENT', name.key);
      return skip(decoding);
    }
    if (frame.state === BY_NAME || (frame.state === BY_GUESS && decoding.flushed > 0)) {
      decoding.warn('TOO_MANY', 'more than one element; the first is used', record!.slot.key);
      return skip(decoding);
    }
    if (exact === undefined && lookalike !== undefined) {
      decoding.warn('NAMESPACE_MISMATCH', `${name.key} taken for ${lookalike.name}`);
    }
    if (frame.state === BY_GUESS) decoding.out.length = frame.start;
    frame.state = lookalike === undefined ? BY_GUESS : BY_NAME;
    openRootElement(decoding, target.element!);
  },
  text: warnText,
  end(decoding, frame) {
    const { slot } = decoding.reply.message.record!;
    if (frame.state === NOT_YET) {
      // UW-5: a result whose record is absent is an empty object.
      if (slot.whenAbsent !== 0) decoding.warn('MISSING_REQUIRED', 'a required element is missing', slot.key);
      decoding.out.ascii('{},');
    }
    decoding.pop();
  },
};
