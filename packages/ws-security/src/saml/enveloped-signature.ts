import { createHash, X509Certificate } from 'node:crypto';
import {
  canonicalForm,
  digestAlgorithm,
  signatureAlgorithm,
  verifyOctets,
} from '../algorithms/algorithms.js';
import { DS, EXC_C14N } from '../namespaces.js';
import { type Canonicalization, canonicalize, exclusiveWith } from '../xml/canonicalize.js';
import {
  attributeOf,
  childrenNamed,
  elementsOf,
  isNamed,
  textOnly,
  type XmlElement,
} from '../xml/element.js';
import type { Assertion } from './assertion.js';

const ENVELOPED = `${DS}enveloped-signature`;

/**
 * Returns what is wrong with the signature of an assertion; `undefined` if it covers exactly this assertion. The service that
 * reads it decides whom to trust; this detects an assertion that was altered or replaced, before it is sent.
 */
export function findSignatureProblem({ element, id }: Assertion): string | undefined {
  const [signature, ...more] = childrenNamed(element, DS, 'Signature');
  if (signature === undefined || more.length > 0) return 'is missing, or there are several';
  const [info, value] = elementsOf(signature);
  if (info === undefined || !isNamed(info, DS, 'SignedInfo')) return 'has no SignedInfo';
  const [method, signing, reference, ...others] = elementsOf(info);
  if (method === undefined || signing === undefined || reference === undefined || others.length > 0) {
    return 'does not have exactly one reference';
  }
  if (attributeOf(reference, 'URI') !== `#${id}`) return 'covers something other than the assertion';
  const digest = digestOf(reference, {
    ...element,
    children: element.children.filter((part) => part !== signature),
  });
  if (digest === undefined) return 'has transforms or a digest that are not supported';
  const [stated] = childrenNamed(reference, DS, 'DigestValue');
  if (!digest.equals(bytesOf(stated))) return 'covers another text: the assertion was altered';
  const form = canonicalForm(attributeOf(method, 'Algorithm'));
  const algorithm = signatureAlgorithm(attributeOf(signing, 'Algorithm'));
  const certificate = certificateIn(signature);
  // A certificate that the signature only names is known to the service alone.
  if (certificate === undefined) return undefined;
  if (form === undefined || algorithm === undefined) return 'uses an algorithm that is not supported';
  return verifyOctets(algorithm, certificate.publicKey, canonicalize(info, form), bytesOf(value))
    ? undefined
    : 'does not match its certificate';
}

/** The digest of an assertion without its signature; `undefined` for transforms that could leave out more. */
function digestOf(reference: XmlElement, assertion: XmlElement): Buffer | undefined {
  const [transforms] = childrenNamed(reference, DS, 'Transforms');
  const [method] = childrenNamed(reference, DS, 'DigestMethod');
  const [enveloped, canonical, ...more] = transforms === undefined ? [] : elementsOf(transforms);
  const algorithm = digestAlgorithm(method && attributeOf(method, 'Algorithm'));
  const isUsual =
    enveloped !== undefined && attributeOf(enveloped, 'Algorithm') === ENVELOPED && more.length === 0;
  const form = canonical && formOf(canonical);
  if (!isUsual || form === undefined || algorithm === undefined) return undefined;
  return createHash(algorithm).update(canonicalize(assertion, form)).digest();
}

/** SAML asks for exclusive canonicalization: any other breaks when the assertion is put into a message. */
function formOf(transform: XmlElement): Canonicalization | undefined {
  const form = canonicalForm(attributeOf(transform, 'Algorithm'));
  if (form?.exclusive !== true) return undefined;
  const [list] = childrenNamed(transform, EXC_C14N, 'InclusiveNamespaces');
  return list === undefined ? form : exclusiveWith(list);
}

function bytesOf(element: XmlElement | undefined): Buffer {
  return Buffer.from((element && textOnly(element)) ?? '', 'base64');
}

function certificateIn(signature: XmlElement): X509Certificate | undefined {
  const [certificate] = childrenNamed(signature, DS, 'KeyInfo')
    .flatMap((info) => childrenNamed(info, DS, 'X509Data'))
    .flatMap((data) => childrenNamed(data, DS, 'X509Certificate'));
  if (certificate === undefined) return undefined;
  try {
    return new X509Certificate(bytesOf(certificate));
  } catch {
    return undefined;
  }
}
