import type { EncoderCompiler, UncommonContent, ValueEncoder } from './compiler.js';
import { compileAnyAttributes } from './uncommon/any-attributes.js';
import { compileAnySimpleElement } from './uncommon/any-simple-element.js';
import { encodeAttachments, SWA_REF_ENCODER } from './uncommon/attachment.js';
import { compileDividedItems } from './uncommon/divided-items.js';
import { encodeNamedElement, untypedContext } from './uncommon/named-element.js';
import { compileFixedUnion, compileOpenFixed } from './uncommon/open-fixed.js';
import { compileOpenOrder } from './uncommon/open-order.js';
import { compileOrderedContent } from './uncommon/ordered-content.js';
import { packBinary, packBlob } from './uncommon/pack-binary.js';
import { compilePolymorphic } from './uncommon/polymorphic.js';
import { compileRecordBody } from './uncommon/record-body.js';
import { compileSoapArray } from './uncommon/soap-array.js';
import { compileSubstitution } from './uncommon/substitution.js';
import { encodeUntyped, type UntypedContext } from './uncommon/untyped.js';
import { compileAnyNode } from './uncommon/wildcard.js';

/**
 * The encoders of content that the inputs of most services do not have. They are passed in where they are needed, so that a generated
 * client without such inputs does not bundle them.
 */
export const uncommonContent: UncommonContent = {
  compileAnyAttributes,
  compileAnyNode,
  compileDividedItems,
  compileFixedUnion,
  compileOpenFixed,
  compileOpenOrder,
  compileOrderedContent,
  compileRecordBody,
  compileSubstitution,
  encodeAttachments,
  packBinary,
  packBlob,

  compileValue(shape, compiler) {
    switch (shape.kind) {
      case 'polymorphic':
        return compilePolymorphic(shape, compiler);
      case 'soapArray':
        return compileSoapArray(shape, compiler);
      case 'anySimpleType':
        return compileAnySimpleElement(shape.unknown === true && !compiler.encoded, compiler);
      case 'anyType':
        return compileAnyType(shape.unknown === true && !compiler.encoded, compiler);
      case 'attachment':
        return SWA_REF_ENCODER;
    }
  },

  encodeUndeclaredBlock: (name, value, compiler, run) =>
    encodeNamedElement(name, value, untypedContext(compiler, true), run),
};

/** xs:anyType (AN-6, AN-7), or, if `plain`, an unknown type (MO-4). */
function compileAnyType(plain: boolean, compiler: EncoderCompiler): ValueEncoder {
  const declared = untypedContext(compiler, true);
  const context: UntypedContext = plain ? { ...declared, plain } : declared;
  return {
    encode: (tags, value, run, extraKeys) => encodeUntyped(tags, value, context, run, extraKeys, !plain),
  };
}
