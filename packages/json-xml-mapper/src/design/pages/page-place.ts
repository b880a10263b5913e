import type { ExpandedName } from '@soapstone/soap-model';
import type { MessageShape } from '../../shape/operation-shape.js';
import type { ObjectShape, Shape } from '../../shape/shape.js';
import { quote } from '../design-data.js';

/** Where a path of a design leads in what clients see. */
export interface PagePlace {
  /** The keys after the design. */
  readonly keys: readonly string[];
  readonly shape: Shape;
  readonly array: boolean;
  /** The first key on the way that is a list. */
  readonly list?: string;
}

/** Why a path leads nowhere that a page can use. */
export interface NoPlace {
  readonly problem: string;
}

/** The same value without and with the design. */
interface Pair {
  readonly plain: Shape;
  readonly designed: Shape;
}

/**
 * Follows a path of keys without the design, and returns the keys that it has with the design. The path must be one that the Shape
 * without the design has.
 */
export function placeIn(
  plain: MessageShape,
  designed: MessageShape,
  keys: readonly string[],
): PagePlace | NoPlace {
  const found: string[] = [];
  let list: string | undefined;
  let array = false;
  let pair: Pair = {
    plain: plain.record?.shape ?? plain.root,
    designed: designed.record?.shape ?? designed.root,
  };
  for (const [depth, key] of keys.entries()) {
    const step = stepTo(pair, key, depth === 0 && plain.record === undefined ? designed : undefined);
    if ('problem' in step) return step;
    if (array) list ??= keys[depth - 1];
    if (step.key !== undefined) found.push(step.key);
    ({ array, pair } = step);
    if (pair.designed.kind === 'soapArray') array = true;
  }
  return { keys: found, shape: pair.designed, array, ...(list !== undefined && { list }) };
}

interface Step {
  /** Undefined for a member whose value takes the place of what is around it (DF-13, DF-14). */
  readonly key: string | undefined;
  readonly pair: Pair;
  readonly array: boolean;
}

function stepTo({ plain, designed }: Pair, key: string, message: MessageShape | undefined): Step | NoPlace {
  const member = memberOf(objectIn(plain), ({ key: own }) => own === key);
  if (member === undefined) return { problem: `cannot be at ${quote(key)}: name a member or an attribute` };
  const record = message?.record;
  if (record !== undefined) {
    if (!isSame(record.name, member.name) || member.isAttribute) return gone(key);
    return { key: undefined, pair: { plain: member.shape, designed: record.shape }, array: false };
  }
  if (designed.kind === 'lifted') {
    const { name, shape, array } = designed.member;
    if (!isSame(name, member.name) || member.isAttribute) return gone(key);
    return { key: undefined, pair: { plain: member.shape, designed: shape }, array };
  }
  const own = memberOf(
    objectIn(designed),
    ({ name, isAttribute }) => isAttribute === member.isAttribute && isSame(name, member.name),
  );
  if (own === undefined) return gone(key);
  return { key: own.key, pair: { plain: member.shape, designed: own.shape }, array: own.array };
}

function gone(key: string): NoPlace {
  return { problem: `cannot be at ${quote(key)}: another line fills it or leaves it out` };
}

interface Member {
  readonly key: string;
  readonly name: ExpandedName;
  readonly shape: Shape;
  readonly array: boolean;
  readonly isAttribute: boolean;
}

function memberOf(object: ObjectShape | undefined, is: (member: Member) => boolean): Member | undefined {
  if (object === undefined || object.form !== 'plain') return undefined;
  const elements = object.members.map((member) => ({ ...member, isAttribute: false }));
  const attributes = object.attributes.map((each) => ({ ...each, array: false, isAttribute: true }));
  return [...elements, ...attributes].find(is);
}

/** Recursive over the dimensions of a SOAP array, which the builder bounds. */
function objectIn(shape: Shape): ObjectShape | undefined {
  if (shape.kind === 'polymorphic') return shape.declared;
  if (shape.kind === 'soapArray') return objectIn(shape.item);
  return shape.kind === 'object' ? shape : undefined;
}

function isSame(one: ExpandedName, other: ExpandedName): boolean {
  return one.localName === other.localName && one.namespace === other.namespace;
}
