import { clarkName } from '@soapstone/soap-model';
import type { EncodingRun } from '../../request/encoding-run.js';
import { Tags } from '../../request/tags.js';
import { describeValue } from '../../scalar/describe.js';
import type { ElementMember, Shape } from '../../shape/shape.js';
import type { EncoderCompiler, ExtraKeys, ValueEncoder } from '../compiler.js';
import { withSpaceForEmpty } from '../content/default-value.js';
import { withFixedValue } from '../content/fixed-value.js';
import { type InputObject, isInputObject, memberOf } from '../json-input.js';
import { compileKeyCheck } from '../keys/key-check.js';
import { nearestName } from '../keys/nearest-name.js';

const MAX_LISTED = 20;
const checkValueKeys = compileKeyCheck(['$element', '$value']);
const checkNilKeys = compileKeyCheck(['$element', '$nil']);

interface Substitute {
  readonly name: string;
  readonly nillable: boolean;
  readonly encoder: ValueEncoder;
  readonly isObject: boolean;
}

/** Compiles the head of a substitution group: `$element` names the substitute (SG-1). `head` writes the head itself. */
export function compileSubstitution(
  member: ElementMember,
  head: ValueEncoder,
  compiler: EncoderCompiler,
): ValueEncoder {
  const { abstract, members } = member.substitution ?? { abstract: false, members: [] };
  const substitutes = new Map<string, Substitute>();
  for (const each of members) {
    const { key, name, nillable, shape } = each;
    const substitute = {
      name: compiler.elementName(name),
      nillable,
      encoder: withFixedValue(
        withSpaceForEmpty(compiler.valueEncoder(shape), each, compiler),
        each,
        compiler,
      ),
      isObject: isObjectShape(shape),
    };
    substitutes.set(key, substitute);
    if (!substitutes.has(clarkName(name))) substitutes.set(clarkName(name), substitute);
  }
  const keys = members.map(({ key }) => key);
  const substitution: ValueEncoder = {
    encode(tags, value, run, extraKeys) {
      const chosen = isInputObject(value) ? memberOf(value, '$element') : undefined;
      if (chosen === undefined) {
        if (!abstract) {
          head.encode(tags, value, run, extraKeys);
          return;
        }
        // SG-2: an abstract head cannot stand for itself.
        const message = `is required: one of ${keys.slice(0, MAX_LISTED).join(', ')}`;
        run.reportAt('$element', 'abstract', message, keys.slice(0, MAX_LISTED));
        return;
      }
      const substitute = typeof chosen === 'string' ? substitutes.get(chosen) : undefined;
      if (substitute !== undefined) {
        // Declarations and attributes of the start tag apply to the substitute too.
        encodeSubstitute(
          substitute,
          new Tags(substitute.name, tags.markup),
          value as InputObject,
          run,
          extraKeys,
        );
        return;
      }
      const nearest = typeof chosen === 'string' ? nearestName(chosen, keys) : undefined;
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      const list = keys.slice(0, MAX_LISTED).join(', ');
      const message = `must be one of ${list}, got ${describeValue(chosen, run.secret)}${hint}`;
      run.reportAt('$element', 'substitution', message, keys.slice(0, MAX_LISTED));
    },
  };
  const { encodeNil } = head;
  if (encodeNil === undefined) return substitution;
  return {
    ...substitution,
    // Without `$element`, the head handles a nil object.
    encodeNil: (tags, value, run, extraKeys) =>
      memberOf(value, '$element') === undefined && !abstract
        ? encodeNil(tags, value, run, extraKeys)
        : substitution.encode(tags, value, run, extraKeys),
  };
}

function encodeSubstitute(
  substitute: Substitute,
  tags: Tags,
  value: InputObject,
  run: EncodingRun,
  extraKeys: ExtraKeys,
): void {
  const { encoder } = substitute;
  const keys = ['$element', ...extraKeys];
  const nil = memberOf(value, '$nil');
  if (nil !== undefined) {
    if (!substitute.nillable || nil !== true) {
      run.reportAt('$nil', 'nil', substitute.nillable ? 'must be true or absent' : 'must not be given');
    } else if (encoder.encodeNil !== undefined) {
      encoder.encodeNil(tags, value, run, ['$nil', ...keys]);
    } else {
      run.xml.nil(tags);
      checkNilKeys(value, run, extraKeys);
    }
    return;
  }
  if (substitute.isObject) {
    encoder.encode(tags, value, run, keys);
    return;
  }
  checkValueKeys(value, run, extraKeys);
  const inner = memberOf(value, '$value');
  if (inner === undefined) {
    run.reportAt('$value', 'required', 'is required: the value of the element');
    return;
  }
  run.enter('$value');
  encoder.encode(tags, inner, run, []);
  run.leave();
}

/** Whether the shape is that of an object, whose members are next to `$element`. Other values are in `$value` (SG-1). */
function isObjectShape(shape: Shape): boolean {
  return shape.kind === 'object' || shape.kind === 'polymorphic';
}
