import { canonicalForm } from '../algorithms/algorithms.js';
import { DS } from '../namespaces.js';
import { attributeOf, elementsOf, isNamed, type XmlElement } from '../xml/element.js';
import { invalid } from './refusal.js';

const ENVELOPED = `${DS}enveloped-signature`;

/**
 * Returns the one transform of a reference. An enveloped-signature transform before a canonicalization removes the signature from the
 * target (XML Signature §6.6.4). node-soap writes it for targets that do not contain the signature: there it changes nothing, and is
 * left out. Throws `Refusal` where it would change something, and for any other list of transforms.
 *
 * @param target the element that is signed
 * @param signature the signature that the reference belongs to
 */
export function transformOf(
  transforms: XmlElement,
  target: XmlElement,
  signature: XmlElement,
): XmlElement | undefined {
  const listed = elementsOf(transforms);
  if (!listed.every((transform) => isNamed(transform, DS, 'Transform'))) {
    throw invalid('a reference of the signature has unknown parts');
  }
  const [first, second, ...more] = listed;
  if (second === undefined) return first;
  const isEnveloped =
    more.length === 0 &&
    first !== undefined &&
    attributeOf(first, 'Algorithm') === ENVELOPED &&
    elementsOf(first).length === 0 &&
    canonicalForm(attributeOf(second, 'Algorithm')) !== undefined;
  if (!isEnveloped) throw invalid('a reference of the signature has more than one transform');
  if (contains(target, signature))
    throw invalid('the signature covers a part that contains it, which is not supported');
  return second;
}

function contains(outer: XmlElement, inner: XmlElement): boolean {
  for (let at: XmlElement | undefined = inner; at !== undefined; at = at.parent) {
    if (at === outer) return true;
  }
  return false;
}
