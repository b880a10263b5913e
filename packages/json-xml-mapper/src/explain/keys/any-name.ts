import type { ExpandedName } from '@soapstone/soap-model';
import { XMLNS } from '@soapstone/soap-model/namespaces';
import { parseClarkName } from '../../scalar/spaces/qname.js';
import { isXmlText } from '../../scalar/xml-char.js';
import type { WildcardShape } from '../../shape/wildcard-shape.js';

/**
 * Parses a name chosen by the input: a Clark name, or a bare one in no namespace (VO-4). This is the only way for a name outside
 * the schema to reach the XML, so it must be an NCName in a namespace that can be declared.
 */
export function readAnyName(text: string): ExpandedName | undefined {
  const name = parseClarkName(text);
  return name === undefined || name.namespace === XMLNS || !isXmlText(name.namespace) ? undefined : name;
}

/** The end of a message about a strict wildcard: how to make it accept the name. */
export const LOOSEN = ' (the setting wildcards: "lax" accepts any)';

/** Describes what a wildcard admits, for messages. */
export function describeWildcard(wildcard: WildcardShape): string {
  const { namespaces } = wildcard;
  switch (namespaces.kind) {
    case 'any':
      return 'any namespace';
    case 'not':
      // ##other admits no unqualified name (XML Schema Part 1 §3.10.4).
      return namespaces.namespace === '' ? 'a namespace' : `a namespace other than ${namespaces.namespace}`;
    case 'list':
      return namespaces.list.map((namespace) => (namespace === '' ? 'no namespace' : namespace)).join(' or ');
  }
}
