import { resultRecord } from '../../build/result-record.js';
import { nearestName } from '../../explain/keys/nearest-name.js';
import type { MessageShape } from '../../shape/operation-shape.js';
import type { ElementMember, ObjectShape } from '../../shape/shape.js';
import { chargeHint } from '../../work.js';
import { hint, quote } from '../design-data.js';
import { memberLike } from './member-like.js';
import type { LiftLine } from './shaping-line.js';

/** Why a member cannot be the result. */
export interface LiftProblem {
  readonly message: string;
  readonly nearest?: string | undefined;
}

/**
 * Finds the member that becomes the result (DF-13): the only one that clients see.
 *
 * @param output the result with the keys of the schema, and without what the design leaves out
 */
export function findLifted(
  operation: string,
  output: MessageShape | undefined,
  { key, isRenamed }: LiftLine & { readonly isRenamed: boolean },
): ElementMember | LiftProblem {
  const message = problemOf(operation, output, key);
  if (message !== undefined) return message;
  const record = resultRecord((output as MessageShape).root);
  if (record === undefined) return { message: `cannot lift ${key}: it is no object of elements` };
  if (isRenamed) return { message: `lifts ${key}, so that its new name is nowhere: leave the rename out` };
  return record;
}

function problemOf(
  operation: string,
  output: MessageShape | undefined,
  key: string,
): LiftProblem | undefined {
  if (output === undefined) return { message: `${operation} has no result` };
  const { record, root } = output;
  if (record?.key === key) return { message: `changes nothing: the result is what is in ${key} already` };
  if (record !== undefined)
    return {
      message: `cannot lift ${key}: the result is what is in ${record.key} already, and one level is lifted`,
    };
  if (output.kind !== 'element')
    return { message: `cannot lift ${key}: the result has no element around it` };
  if (root.kind !== 'object')
    return { message: `cannot lift ${key}: the result can be of several types, which $type tells apart` };
  const member = root.members.find((each) => each.key === key);
  if (member === undefined) {
    const keys = root.members.map((each) => each.key);
    const nearest = chargeHint(keys.length) ? nearestName(key, keys) : undefined;
    return {
      message: `the result of ${operation} has no member ${quote(key)}${hint(nearest)}`,
      ...(nearest !== undefined && { nearest }),
    };
  }
  if (member.array) return { message: `cannot lift ${key}: it can occur more than once` };
  const attributes = attributesOf(root);
  if (attributes.length > 0)
    return {
      message: `cannot lift ${key}: the element around it has the attribute ${attributes.slice(0, MOST_NAMED).join(', ')}`,
    };
  const beside = keysBeside(root, key);
  if (beside.length === 0) return undefined;
  const named = beside.slice(0, MOST_NAMED).join(', ');
  const omit = beside.length > MOST_NAMED ? '…' : named;
  return {
    message: `cannot lift ${key}: ${named} would be lost; leave out what is beside it, with omit: [${omit}]`,
  };
}

/** The members that a problem names. */
const MOST_NAMED = 5;

/** The attributes of an object, including those that the design leaves out. */
function attributesOf({ attributes, omittedAttributes = [], anyAttributes }: ObjectShape): readonly string[] {
  return [
    ...attributes.map((attribute) => attribute.key),
    ...omittedAttributes.map(({ localName }) => `@${localName}`),
    ...(anyAttributes === undefined ? [] : ['$anyAttributes']),
  ];
}

/** The keys of an object beside one of them. */
function keysBeside(root: ObjectShape, key: string): readonly string[] {
  return [
    ...root.members.filter((each) => each.key !== key).map((each) => each.key),
    ...root.content.children.flatMap((node) => ('key' in node ? [node.key] : [])),
  ];
}

/** The result without the element around a member. */
export function lifted(output: MessageShape, member: ElementMember): MessageShape {
  const { written } = output;
  return {
    ...output,
    record: memberLike(member, output.root as ObjectShape),
    ...(written && { written: lifted(written, member) }),
  };
}
