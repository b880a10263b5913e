import { clarkName } from '@soapstone/soap-model';
import type { EncodingRun } from '../../request/encoding-run.js';
import { attributeMarkup } from '../../request/tags.js';
import { describeValue } from '../../scalar/describe.js';
import type { PolymorphicShape } from '../../shape/shape.js';
import type { EncoderCompiler, ExtraKeys, ValueEncoder } from '../compiler.js';
import { isInputObject, memberOf } from '../json-input.js';
import { compileKeyCheck } from '../keys/key-check.js';
import { nearestName } from '../keys/nearest-name.js';

/** The maximum number of variants listed in an error (VE-4). */
const MAX_LISTED = 20;

const checkNilKeys = compileKeyCheck([]);

interface Variant {
  readonly encoder: ValueEncoder;
  /** The attribute that names the type, nothing for the declared one (PY-2). */
  readonly typeAttribute: string;
}

/** Compiles an element whose declared type has derived types: `$type` selects (PY-2). */
export function compilePolymorphic(shape: PolymorphicShape, compiler: EncoderCompiler): ValueEncoder {
  const declared: Variant = { encoder: compiler.valueEncoder(shape.declared), typeAttribute: '' };
  const variants = new Map<string, Variant>();
  if (!shape.abstract) variants.set(shape.declaredKey, declared);
  for (const { key, name, shape: variantShape } of shape.variants) {
    const variant = {
      encoder: compiler.valueEncoder(variantShape),
      // In rpc/encoded the object states its type itself.
      typeAttribute: compiler.encoded ? '' : attributeMarkup('xsi:type', compiler.qualifiedName(name)),
    };
    variants.set(key, variant);
    // PY-4: the long spelling is accepted too.
    if (!variants.has(clarkName(name))) variants.set(clarkName(name), variant);
  }
  if (shape.declared.name !== undefined && !shape.abstract && !variants.has(clarkName(shape.declared.name))) {
    variants.set(clarkName(shape.declared.name), declared);
  }
  const keys = [...(shape.abstract ? [] : [shape.declaredKey]), ...shape.variants.map(({ key }) => key)];

  const select = (value: unknown, run: EncodingRun): Variant | undefined => {
    const type = isInputObject(value) ? memberOf(value, '$type') : undefined;
    if (type === undefined) {
      if (!shape.abstract || !isInputObject(value)) return declared;
      run.reportAt('$type', 'abstract', `is required: one of ${listed(keys)}`, keys.slice(0, MAX_LISTED));
      return undefined;
    }
    const variant = typeof type === 'string' ? variants.get(type) : undefined;
    if (variant !== undefined) return variant;
    const nearest = typeof type === 'string' ? nearestName(type, keys) : undefined;
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    const message = `must be one of ${listed(keys)}, got ${describeValue(type, run.secret)}${hint}`;
    run.reportAt('$type', 'xsiType', message, keys.slice(0, MAX_LISTED));
    return undefined;
  };
  const withType = (extraKeys: ExtraKeys): ExtraKeys => ['$type', ...extraKeys];

  return {
    encode(tags, value, run, extraKeys) {
      const variant = select(value, run);
      variant?.encoder.encode(tags.with(variant.typeAttribute), value, run, withType(extraKeys));
    },
    encodeNil(tags, value, run, extraKeys) {
      const variant = select(value, run);
      if (variant === undefined) return;
      const { encoder, typeAttribute } = variant;
      if (encoder.encodeNil !== undefined) {
        encoder.encodeNil(tags.with(typeAttribute), value, run, withType(extraKeys));
        return;
      }
      // This variant has no attributes, others may: only the nil is left to write.
      checkNilKeys(value, run, withType(extraKeys));
      run.xml.nil(tags.with(typeAttribute));
    },
  };
}

function listed(keys: readonly string[]): string {
  const more = keys.length > MAX_LISTED ? ', …' : '';
  return `${keys.slice(0, MAX_LISTED).join(', ')}${more}`;
}
