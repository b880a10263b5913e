import { readComplexType } from './complex-type.js';
import type { TypeDefinition, TypeSlot } from './declarations.js';
import { readNarrowedContent, readSimpleType } from './simple-type.js';

/** Reads the type definition of `slot`, whichever of the three kinds of node it is. */
export function readType(slot: TypeSlot): TypeDefinition {
  if (slot.narrows !== undefined) return readNarrowedContent(slot, slot.narrows);
  return slot.node.name.localName === 'complexType' ? readComplexType(slot) : readSimpleType(slot);
}
