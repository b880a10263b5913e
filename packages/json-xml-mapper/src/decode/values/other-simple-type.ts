import { clarkName, type DerivationMethod, type ExpandedName, isBuiltinDerived } from '@soapstone/soap-model';
import { XSD } from '@soapstone/soap-model/namespaces';
import type { SimpleShape } from '../../shape/simple-shape.js';
import type { Decoding } from '../state/decoding.js';
import { saysBase64 } from './base64-string.js';
import { xsiType } from './xsi.js';

/**
 * TR-2: reports an `xsi:type` on a simple value that the schema does not allow there: no type, or one that is not derived from the
 * declared one, or one that `block` excludes.
 */
export function warnOtherSimpleType(
  decoding: Decoding,
  shape: SimpleShape,
  block: readonly DerivationMethod[] | undefined,
): void {
  const type = xsiType(decoding);
  if (type === undefined || saysBase64(decoding)) return;
  const isNamed = typeof type !== 'string';
  const allowed = isNamed && isAllowed(decoding, type, shape);
  const problem = allowed ? decoding.plans.typeProblem(type, shape, block) : 'is not allowed here';
  if (problem !== undefined)
    decoding.warn('UNKNOWN_XSI_TYPE', `xsi:type ${isNamed ? clarkName(type) : `"${type}"`} ${problem}`);
}

function isAllowed(decoding: Decoding, type: ExpandedName, shape: SimpleShape): boolean {
  if (shape.kind === 'anySimpleType') return true;
  if (shape.name !== undefined && clarkName(shape.name) === clarkName(type)) return true;
  if (type.namespace !== XSD) return decoding.plans.namedType(type)?.isSimple === true;
  if (shape.kind === 'list')
    return shape.name === undefined && /^(?:NMTOKENS|IDREFS|ENTITIES)$/.test(type.localName);
  // No built-in type is derived from a restriction in the schema.
  if (shape.kind !== 'scalar' || shape.name !== undefined) return false;
  return isBuiltinDerived(type.localName, shape.builtin);
}
