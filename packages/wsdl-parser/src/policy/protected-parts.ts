import type { ExpandedName, ProtectedPart } from '@soapstone/soap-model';
import { attribute, type NamespaceScope, type XmlElement } from '../xml/element.js';

/**
 * Reads `sp:SignedParts`, `sp:EncryptedParts` and `sp:RequiredParts`.
 *
 *     <sp:SignedParts>
 *         <sp:Body/>? <sp:Header Name="ncname"? Namespace="uri"/>* <sp:Attachments/>?
 *     </sp:SignedParts>
 *
 * Signed parts that name nothing are the Body and every header block; encrypted parts that name nothing are the Body.
 */
export function readParts({ name, children }: XmlElement): readonly ProtectedPart[] {
  if (children.length === 0) {
    const body = { kind: 'body' } as const;
    if (name.localName === 'SignedParts') return [body, { kind: 'all-headers' }];
    return name.localName === 'EncryptedParts' ? [body] : [];
  }
  return children.flatMap((child): readonly ProtectedPart[] => {
    switch (child.name.localName) {
      case 'Body':
        return [{ kind: 'body' }];
      case 'Attachments':
        return [{ kind: 'attachments' }];
      case 'Header': {
        const localName = attribute(child, 'Name')?.trim() ?? '';
        const namespace = attribute(child, 'Namespace')?.trim() ?? '';
        return [{ kind: 'header', namespace, ...(localName === '' ? {} : { name: localName }) }];
      }
      default:
        return [];
    }
  });
}

/**
 * Reads `sp:SignedElements` and its siblings, whose `sp:XPath` children select elements.
 *
 *     <sp:SignedElements XPathVersion="uri"?> <sp:XPath>expression</sp:XPath>+ </sp:SignedElements>
 */
export function readElements({ name, children }: XmlElement): readonly ProtectedPart[] {
  const isContent = name.localName === 'ContentEncryptedElements';
  return children
    .filter((child) => child.name.localName === 'XPath' || child.name.localName === 'XPath2')
    .map((child): ProtectedPart => {
      const expression = child.text.trim();
      const found = readPath(expression, child.scope);
      if (found === undefined)
        return { kind: 'xpath', expression: expression.slice(0, MAX_EXPRESSION_CHARACTERS) };
      return { kind: 'path', ...found, ...(isContent ? { content: true } : {}) };
    });
}

/** The maximum length of an expression in a model. */
const MAX_EXPRESSION_CHARACTERS = 500;
const MAX_STEPS = 32;

const STEP = /^(?:([\w.-]+):)?([\w.-]+)$/;
const PREDICATE = /^\*\[(.*)\]$/;
const COMPARISON = /^\s*(local-name|namespace-uri)\(\)\s*=\s*(?:'([^']*)'|"([^"]*)")\s*$/;

/** The expression as a path, if it has only names: `/s:Envelope/s:Body/t:Order`, or `//t:Order`. */
export function readPath(
  expression: string,
  scope: NamespaceScope,
): { readonly path: readonly ExpandedName[]; readonly anywhere?: true } | undefined {
  if (expression.length > MAX_EXPRESSION_CHARACTERS * 4) return undefined;
  const anywhere = expression.startsWith('//');
  const steps = stepsOf(expression.replace(/^\/\/?/, ''));
  if (steps === undefined || steps.length > MAX_STEPS) return undefined;
  const path: ExpandedName[] = [];
  for (const step of steps) {
    const name = readStep(step, scope);
    if (name === undefined) return undefined;
    path.push(name);
  }
  return anywhere ? { path, anywhere: true } : { path };
}

/** The steps of a location path: a slash between quotes belongs to a namespace. `undefined` for `//` between steps. */
function stepsOf(expression: string): readonly string[] | undefined {
  const parts = expression.match(/(?:'[^']*'|"[^"]*"|[^/'"])+|\//g) ?? [];
  const isPath = parts.every((part, index) => (part === '/') === (index % 2 === 1)) && parts.length % 2 === 1;
  return isPath ? parts.filter((part) => part !== '/') : undefined;
}

function readStep(text: string, scope: NamespaceScope): ExpandedName | undefined {
  const step = text.trim();
  const predicate = PREDICATE.exec(step)?.[1];
  if (predicate !== undefined) return readPredicate(predicate);
  const [, prefix, localName = ''] = STEP.exec(step) ?? [];
  if (localName === '' || localName === '.' || localName === '..') return undefined;
  // A name without a prefix is in no namespace, regardless of the default namespace (XPath 1.0 §2.3).
  if (prefix === undefined) return { namespace: '', localName };
  const namespace = scope.lookup(prefix);
  return namespace === undefined ? undefined : { namespace, localName };
}

/** `local-name()='a' and namespace-uri()='b'`, in either order. */
function readPredicate(predicate: string): ExpandedName | undefined {
  const values = new Map<string, string>();
  const terms = predicate.split(/\sand\s/);
  for (const term of terms) {
    const [, what, single, double] = COMPARISON.exec(term) ?? [];
    if (what !== undefined) values.set(what, single ?? double ?? '');
  }
  const localName = values.get('local-name');
  const namespace = values.get('namespace-uri');
  if (terms.length !== 2 || localName === undefined || namespace === undefined) return undefined;
  return { namespace, localName };
}
