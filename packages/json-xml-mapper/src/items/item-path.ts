import { OptionError } from '@soapstone/soap-model/options';
import type { UnwrapMode } from '../api/options.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { ObjectShape, Shape } from '../shape/shape.js';

/** The Shape that a key of an object leads to; `undefined` if it depends on the data. */
interface Step {
  readonly shape: Shape;
  readonly array: boolean;
}

/**
 * Throws `OptionError` for a path that cannot lead to a list in the result of an operation, with the keys that there are. What only
 * the data decides (wildcards, untyped content, derived types) is taken as it is.
 */
export function assertItemPath(path: readonly string[], shape: OperationShape, unwrap: UnwrapMode): void {
  let step: Step | undefined = { shape: resultShape(shape, unwrap), array: false };
  for (const [index, key] of path.entries()) {
    const next = stepTo(key, step.shape);
    if (next === undefined) return;
    if (next === 'unknown')
      throw wrongPath(path.slice(0, index + 1), `there is no such member; ${known(step.shape)}`);
    step = next;
  }
  if (step.array || isOpen(step.shape)) return;
  throw wrongPath(
    path,
    step.shape.kind === 'object' ? `it is no list; ${known(step.shape)}` : 'it is no list',
  );
}

function resultShape({ output }: OperationShape, unwrap: UnwrapMode): Shape {
  if (output === undefined) return { kind: 'anyType' };
  return unwrap === 'record' && output.record !== undefined ? output.record.shape : output.root;
}

function stepTo(key: string, shape: Shape): Step | 'unknown' | undefined {
  if (shape.kind === 'soapArray') return stepTo(key, shape.item);
  if (shape.kind !== 'object') return isOpen(shape) ? undefined : 'unknown';
  if (shape.form !== 'plain' || key.startsWith('$')) return undefined;
  const member = shape.members.find((each) => each.key === key);
  if (member !== undefined) {
    const { array, shape: target } = member;
    return { shape: target, array: array || target.kind === 'soapArray' || target.kind === 'list' };
  }
  const attribute = shape.attributes.find((each) => each.key === key);
  if (attribute !== undefined) return { shape: attribute.shape, array: attribute.shape.kind === 'list' };
  return 'unknown';
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

function wrongPath(path: readonly string[], why: string): OptionError {
  return new OptionError('createItemReader', {
    path: '/path',
    expected: `cannot find a list at "${path.join('.')}": ${why}`,
  });
}
