import { clarkName, type ExpandedName, isBuiltinDerived } from '@soapstone/soap-model';
import { XSD } from '@soapstone/soap-model/namespaces';
import type { SimpleShape } from '../../shape/simple-shape.js';
import type { Decoding } from '../decoding.js';
import { saysBase64 } from './base64-string.js';
import { xsiType } from './xsi.js';

/**
 * TR-2: reports an `xsi:type` on a simple value that the schema does not allow there: no type, or one that is not derived from the
 * declared one. Other simple types of the schema are assumed to be derived.
 */
export function warnOtherSimpleType(decoding: Decoding, shape: SimpleShape): void {
  const type = xsiType(decoding);
  if (type === undefined || saysBase64(decoding)) return;
  if (typeof type !== 'string' && isAllowed(decoding, type, shape)) return;
  const name = typeof type === 'string' ? `"${type}"` : clarkName(type);
  decoding.warn('UNKNOWN_XSI_TYPE', `xsi:type ${name} is not allowed here`);
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
