import type { EncodingRun } from '../../request/encoding-run.js';
import { describeValue } from '../../scalar/describe.js';
import type { ItemsNode } from '../../shape/shape.js';
import { NO_EXTRA_KEYS, type NodeEncoder } from '../compiler.js';
import type { ContentEncoder } from '../content-encoder.js';
import { isInputObject } from '../json-input.js';
import { compileKeyCheck } from '../keys/key-check.js';
import { compileArrayMember } from './array-member.js';

/** Compiles a repeating group (CM-17): an array with one object per repetition, written in the given order (CM-18). */
export function compileItemsNode(node: ItemsNode, body: ContentEncoder): NodeEncoder {
  const { key, max } = node;
  // CM-21: a group that can be empty can repeat without a trace.
  const min = body.emptiable ? 0 : node.min;
  const checkKeys = compileKeyCheck(body.keys);

  const encodeEntry = (entry: unknown, run: EncodingRun): void => {
    if (!isInputObject(entry)) {
      run.report('type', `must be an object, got ${describeValue(entry, run.secret)}`, 'object');
      return;
    }
    body.encode(entry, run);
    checkKeys(entry, run, NO_EXTRA_KEYS);
  };

  return compileArrayMember({ key, min, max }, encodeEntry);
}
