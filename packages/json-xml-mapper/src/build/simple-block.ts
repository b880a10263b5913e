import type { DerivationMethod } from '@soapstone/soap-model';
import type { ElementMember, Shape } from '../shape/shape.js';

/** The `block` of an element whose shape does not show it: see `ElementMember.block`. */
export function simpleBlock(
  shape: Shape,
  block: readonly DerivationMethod[] | undefined,
): Pick<ElementMember, 'block'> {
  if (block === undefined || block.length === 0) return {};
  const { kind } = shape;
  const isShown =
    kind === 'object' || kind === 'polymorphic' || kind === 'soapArray' || kind === 'attachment';
  return isShown ? {} : { block };
}
