import type { IdentityConstraint, IdentityNameTest, IdentityPath } from '@soapstone/soap-model';
import { isNCName } from '@soapstone/soap-model/xml';
import type { XmlElement } from '../../xml/element.js';
import type { SchemaReader } from './declarations.js';
import { clip, readReference, schemaChildren, token } from './lexical.js';
import { readName } from './name.js';

/** The maximum length of a path: those of real schemas have a handful of steps. */
const MAX_XPATH = 1_000;

/**
 * Reads the identity constraints of an element declaration (XML Schema Part 1 §3.11.2); `undefined` if it has none.
 *
 *     <key name="NCName"> annotation?, selector, field+ </key>
 *     <keyref name="NCName" refer="QName"> annotation?, selector, field+ </keyref>
 *
 * A constraint that cannot be read is left out, with a diagnostic (MO-6).
 */
export function readIdentityConstraints(
  reader: SchemaReader,
  node: XmlElement,
): readonly IdentityConstraint[] | undefined {
  const found: IdentityConstraint[] = [];
  for (const child of schemaChildren(node)) {
    const kind = KINDS.get(child.name.localName);
    const constraint = kind === undefined ? undefined : readConstraint(reader, child, kind);
    if (constraint !== undefined) found.push(constraint);
  }
  return found.length === 0 ? undefined : found;
}

const KINDS: ReadonlyMap<string, IdentityConstraint['kind']> = new Map(
  (['key', 'unique', 'keyref'] as const).map((kind) => [kind, kind]),
);

function readConstraint(
  reader: SchemaReader,
  node: XmlElement,
  kind: IdentityConstraint['kind'],
): IdentityConstraint | undefined {
  const localName = readName(reader, node);
  const refer = token(node, 'refer');
  const paths = (name: string): (readonly IdentityPath[] | undefined)[] =>
    schemaChildren(node)
      .filter((child) => child.name.localName === name)
      .map((child) => readXPath(reader, child, name === 'field'));
  const [selector] = paths('selector');
  const read = paths('field');
  const fields = read.filter((field) => field !== undefined);
  const isWhole = fields.length > 0 && fields.length === read.length;
  if (localName === undefined || selector === undefined || !isWhole) return undefined;
  if (kind === 'keyref' && refer === undefined) {
    reader.report('INVALID_SCHEMA_VALUE', node.location, 'xs:keyref needs refer; it is ignored');
    return undefined;
  }
  const name = { namespace: reader.targetNamespace, localName };
  if (kind !== 'keyref' || refer === undefined) return { kind, name, selector, fields };
  const reference = readReference(reader, node, refer, node.location);
  if (reference.unbound) {
    reader.report('UNBOUND_PREFIX', node.location, `the prefix of "${clip(refer)}" is not declared`);
  }
  return { kind, name, refer: reference.ownNamespace ?? reference.name, selector, fields };
}

/** The `xpath` of a selector or field: paths joined by `|`. */
function readXPath(
  reader: SchemaReader,
  node: XmlElement,
  isField: boolean,
): readonly IdentityPath[] | undefined {
  const xpath = token(node, 'xpath') ?? '';
  const paths = xpath.length > MAX_XPATH ? [] : xpath.split('|').map((path) => readPath(path, node, isField));
  const known = paths.filter((path) => path !== undefined);
  if (known.length > 0 && known.length === paths.length) return known;
  reader.report(
    'INVALID_SCHEMA_VALUE',
    node.location,
    `xpath="${clip(xpath)}" is not in the subset that identity constraints may use; the constraint is ignored`,
  );
  return undefined;
}

function readPath(text: string, node: XmlElement, isField: boolean): IdentityPath | undefined {
  const compact = text.replaceAll(/[ \t\r\n]+/g, '');
  const descendant = compact.startsWith('.//');
  const parts = (descendant ? compact.slice(3) : compact).split('/');
  const steps: IdentityNameTest[] = [];
  for (const [index, part] of parts.entries()) {
    const attributeName = /^(?:@|attribute::)(.*)$/.exec(part)?.[1];
    if (attributeName !== undefined) {
      const attribute = readNameTest(attributeName, node);
      const isLast = index === parts.length - 1;
      return isField && isLast && attribute !== undefined ? { descendant, steps, attribute } : undefined;
    }
    if (part === '.') continue;
    const step = readNameTest(part.replace(/^child::/, ''), node);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return { descendant, steps };
}

/** A name without a prefix is in no namespace, regardless of the default namespace (XPath 1.0 §2.3). */
function readNameTest(text: string, { scope }: XmlElement): IdentityNameTest | undefined {
  if (text === '*') return {};
  const colon = text.indexOf(':');
  const localName = text.slice(colon + 1);
  const namespace = colon < 0 ? '' : scope.lookup(text.slice(0, colon));
  if (namespace === undefined) return undefined;
  if (localName === '*' && colon > 0) return { namespace };
  return isNCName(localName) ? { namespace, localName } : undefined;
}
