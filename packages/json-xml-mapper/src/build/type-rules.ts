import type {
  AttributeUse,
  ComplexType,
  DerivationMethod,
  ElementDeclaration,
  SchemaType,
  TypeIndex,
  TypeReference,
} from '@soapstone/soap-model';
import { SOAP11_ENCODING, SOAP12_ENCODING, WSI_SWAREF } from '@soapstone/soap-model/namespaces';
import { isProtocolAttribute } from './element-keys.js';
import type { AllowedDerivation, SchemaIndex } from './schema-index.js';

/** Whether a namespace is one of SOAP's section 5 encoding. */
export function isSoapEncoding(namespace: string): boolean {
  return namespace === SOAP11_ENCODING || namespace === SOAP12_ENCODING;
}

/** EN-2: whether a type restricts soapenc:Array, extends it with one repeatable element, or is soapenc:Array itself. */
export function isSoapArray(type: SchemaType): boolean {
  if (type.kind !== 'complex') return false;
  if (type.soapArray !== undefined) return true;
  return type.name?.localName === 'Array' && isSoapEncoding(type.name.namespace);
}

/** AT-2: whether a type is wsi:swaRef, or a simple type that restricts it. */
export function isSwaRef(index: SchemaIndex, type: TypeIndex): boolean {
  const seen = new Set<TypeIndex>();
  let current: TypeReference | undefined = type;
  while (typeof current === 'number' && !seen.has(current)) {
    seen.add(current);
    const definition: SchemaType = index.type(current);
    if (definition.name?.localName === 'swaRef' && definition.name.namespace === WSI_SWAREF) return true;
    current = definition.base;
  }
  return false;
}

/** The attributes with keys in JSON (KY-7). */
export function dataAttributes(type: ComplexType, encoded: boolean): readonly AttributeUse[] {
  return type.attributes.filter((attribute) => !isProtocolAttribute(attribute.name, encoded));
}

/** The derivation methods that `block` still allows (PY-3). */
export function allowedDerivation(block: readonly DerivationMethod[]): AllowedDerivation {
  const extension = !block.includes('extension');
  const restriction = !block.includes('restriction');
  if (extension) return restriction ? 'any' : 'extension';
  return restriction ? 'restriction' : 'none';
}

/**
 * Whether `member` may stand for `head` by the derivation of its type (SG-2). The `block` of the head and of its type exclude
 * derivation methods. A member whose type is not derived from the head's at all is accepted, because schemas often get this wrong
 * and the declaration shows the intention.
 */
export function mayStandFor(
  index: SchemaIndex,
  member: ElementDeclaration,
  head: ElementDeclaration,
): boolean {
  const block = new Set(head.block);
  const headType = typeof head.type === 'number' ? index.type(head.type) : undefined;
  if (headType?.kind === 'complex') for (const method of headType.block) block.add(method);
  if (!block.has('extension') && !block.has('restriction')) return true;
  const methods = new Set<DerivationMethod>();
  const seen = new Set<TypeIndex>();
  let current: TypeReference | undefined = member.type;
  while (current !== head.type && typeof current === 'number' && !seen.has(current)) {
    seen.add(current);
    const type: SchemaType = index.type(current);
    methods.add(type.kind === 'simple' ? 'restriction' : (type.derivation ?? 'restriction'));
    current = type.base;
  }
  return current !== head.type || ![...methods].some((method) => block.has(method));
}

/** Whether an element may be nil. One with fixed content may not, because a nil element has none (XML Schema 1.0, cvc-elt 3.2.2). */
export function mayBeNil({
  nillable,
  fixed,
}: {
  readonly nillable: boolean;
  readonly fixed?: string;
}): boolean {
  return nillable && fixed === undefined;
}
