import { clarkName, type ExpandedName, parseClarkName } from '@soapstone/soap-model';
import { nearestName } from '../../explain/keys/nearest-name.js';
import { hint, quote } from '../design-data.js';

/** How many names a problem lists. */
const MOST_NAMED = 5;

/** The global element that a design names, as `{namespace}local` or by a local name that only one has, or why there is none. */
export function findGlobalElement(
  element: string,
  names: readonly ExpandedName[],
): { readonly name: ExpandedName } | { readonly problem: string; readonly nearest?: string } {
  const full = element.startsWith('{') ? parseClarkName(element) : undefined;
  const found = names.filter(({ namespace, localName }) =>
    full === undefined ? localName === element : namespace === full.namespace && localName === full.localName,
  );
  const [name] = found;
  if (name === undefined) {
    const nearest = nearestName(
      element,
      names.map((each) => (element.startsWith('{') ? clarkName(each) : each.localName)),
    );
    const problem = `the schema has no element ${quote(element)}${hint(nearest)}`;
    return nearest === undefined ? { problem } : { problem, nearest };
  }
  if (found.length === 1) return { name };
  const several = found.slice(0, MOST_NAMED).map(clarkName).join(', ');
  return { problem: `the schema has several elements ${quote(element)}: ${several}` };
}
