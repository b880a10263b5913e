import { clarkName } from '@soapstone/soap-model';
import type { ElementMember, ElementNode } from '../../shape/shape.js';
import type { FilledContent, MemberEncoder } from '../compiler.js';
import { readAnyName } from '../keys/any-name.js';
import { compileKeyCheck } from '../keys/key-check.js';

const checkNoKeys = compileKeyCheck([]);

/** Compiles whether a key names one of the header blocks that a design fills (DF-2), under any name. */
export function compileFilledBlocks(filled: readonly ElementMember[]): (key: string) => boolean {
  return (key) => {
    const name = readAnyName(key);
    return filled.some(
      (block) => block.key === key || (name !== undefined && clarkName(name) === clarkName(block.name)),
    );
  };
}

/**
 * Compiles a Body whose content is an element that a design fills.
 *
 * @param compileFilledElement compiles the element
 */
export function filledBody(
  compileFilledElement: FilledContent['compileFilledElement'],
): FilledContent['compileFilledBody'] {
  return (member, tags, memberEncoder) => {
    const encoderOf = (filled: ElementMember): Pick<MemberEncoder, 'encode'> => {
      const { encodeAs } = memberEncoder(filled);
      return { encode: (value, run) => encodeAs(tags, value, run, []) };
    };
    const node: ElementNode = { kind: 'element', member, min: 1, max: 1 };
    const element = compileFilledElement(node, encoderOf);
    return (input, run, extraKeys) => {
      checkNoKeys(input, run, extraKeys);
      element.encode(input, run, new Map());
      return run.xml.take();
    };
  };
}
