import { OptionError } from '@soapstone/options';
import type { UnwrapMode } from '../api/options.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { ElementMember, ObjectShape, Shape } from '../shape/shape.js';

/** The Shape that a key of an object leads to; `undefined` if it depends on the data. */
interface Step {
  readonly shape: Shape;
  readonly array: boolean;
  readonly min: number;
  readonly max: number;
}

const UNBOUNDED = { min: 0, max: Number.POSITIVE_INFINITY };

/**
 * Throws `OptionError` for a path that cannot lead to a list in the result of an operation, with the keys that there are. Steps that
 * only the data decides (wildcards, untyped content, derived types) are accepted as they are.
 */
export function assertItemPath(path: readonly string[], shape: OperationShape, unwrap: UnwrapMode): void {
  findList('createItemReader', path, resultShape(shape, unwrap));
}

/**
 * The same for the input of an operation, where no list may appear on the way. Returns how many items the schema allows, as far as it
 * does not depend on the data.
 */
export function findInputList(
  path: readonly string[],
  { input }: OperationShape,
): { readonly min: number; readonly max: number } {
  const what = 'createRequestItemReader';
  for (let length = 1; length < path.length; length += 1) {
    const { array } = walk(what, path.slice(0, length), input.root) ?? { array: false };
    if (array) throw wrongPath(what, path, `"${path.slice(0, length).join('.')}" is a list itself`);
  }
  return findList(what, path, input.root);
}

function findList(what: string, path: readonly string[], root: Shape): { min: number; max: number } {
  const step = walk(what, path, root);
  if (step === undefined) return UNBOUNDED;
  const { array, shape, min, max } = step;
  if (array) return shape.kind === 'soapArray' || shape.kind === 'list' ? UNBOUNDED : { min, max };
  if (isOpen(shape)) return UNBOUNDED;
  throw wrongPath(
    what,
    path,
    shape.kind === 'object' ? `it is not a list; ${known(shape)}` : 'it is not a list',
  );
}

/** The last step of a path; `undefined` if it depends on the data. */
function walk(what: string, path: readonly string[], root: Shape): Step | undefined {
  let step: Step = { shape: root, array: false, ...UNBOUNDED };
  for (const [index, key] of path.entries()) {
    const next = stepTo(key, step.shape);
    if (next === undefined) return undefined;
    if (next === 'unknown')
      throw wrongPath(what, path.slice(0, index + 1), `there is no such member; ${known(step.shape)}`);
    step = next;
  }
  return step;
}

function resultShape({ output }: OperationShape, unwrap: UnwrapMode): Shape {
  if (output === undefined) return { kind: 'anyType' };
  return unwrap === 'record' && output.record !== undefined ? output.record.shape : output.root;
}

function stepTo(key: string, shape: Shape): Step | 'unknown' | undefined {
  if (shape.kind === 'soapArray') return stepTo(key, shape.item);
  if (shape.kind === 'lifted') return stepTo(key, shape.member.shape);
  if (shape.kind !== 'object') return isOpen(shape) ? undefined : 'unknown';
  if (shape.form !== 'plain' || key.startsWith('$')) return undefined;
  const member = shape.members.find((each) => each.key === key);
  if (member !== undefined) {
    const { array, shape: target, min, max } = valueMember(member);
    return { shape: target, array: array || target.kind === 'soapArray' || target.kind === 'list', min, max };
  }
  const attribute = shape.attributes.find((each) => each.key === key);
  if (attribute !== undefined)
    return { shape: attribute.shape, array: attribute.shape.kind === 'list', ...UNBOUNDED };
  return 'unknown';
}

/** The member whose value a key has: that of a lifted object is its only one (DF-14). */
function valueMember(member: ElementMember): ElementMember {
  let value = member;
  // An object that contains itself is lifted where it is a list, so this ends.
  while (!value.array && value.shape.kind === 'lifted') value = value.shape.member;
  return value;
}

function isOpen(shape: Shape): boolean {
  return shape.kind === 'polymorphic' || shape.kind === 'anyType' || shape.kind === 'anySimpleType';
}

function known(shape: Shape): string {
  const object: ObjectShape | undefined =
    shape.kind === 'object'
      ? shape
      : shape.kind === 'soapArray' && shape.item.kind === 'object'
        ? shape.item
        : undefined;
  const keys = object?.members.slice(0, 20).map(({ key }) => key) ?? [];
  return keys.length === 0 ? 'it has no members' : `the members are ${keys.join(', ')}`;
}

function wrongPath(what: string, path: readonly string[], why: string): OptionError {
  return new OptionError(what, {
    path: '/path',
    expected: `cannot find a list at "${path.join('.')}": ${why}`,
  });
}
