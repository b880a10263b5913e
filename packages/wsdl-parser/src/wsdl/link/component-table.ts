import type { DiagnosticCode } from '@soapstone/soap-model';
import { clarkName, type ExpandedName, type SourceLocation } from '@soapstone/soap-model';
import { WSDL11, WSDL20 } from '@soapstone/soap-model/namespaces';
import { diagnose } from '../../diagnostics.js';
import type { ComponentReference } from '../definitions.js';
import { isUnbound } from '../read/reader.js';
import type { ReferenceContext } from './link-context.js';

interface Component {
  readonly name: ExpandedName;
  readonly location: SourceLocation;
}

/** All messages, portTypes or bindings of a description, by expanded name. */
export interface ComponentTable<T extends Component> {
  /**
   * The target of a reference; `undefined`, with a diagnostic at `location`, if there is none. `within` describes what contains the
   * reference.
   */
  find(
    reference: ComponentReference,
    location: SourceLocation,
    within?: string,
    /** The code where less is lost than usual. */
    code?: DiagnosticCode,
  ): T | undefined;
  /** Like `find`, without a diagnostic. */
  peek(reference: ComponentReference): T | undefined;
}

/**
 * Creates the table of one kind of component. The first declaration of a name counts.
 *
 * An unresolved reference is corrected to the only component with that local name, or to the only one of that name in another case, and
 * reported: handwritten WSDL often lacks the prefix or uses the wrong one, and tools that compare local names accept it. A reference into the
 * namespace of a missing document is not corrected, because its target is in that document.
 */
export function createComponentTable<T extends Component>(
  kind: string,
  unresolved: DiagnosticCode,
  components: readonly T[],
  { report, lose, missing }: ReferenceContext,
): ComponentTable<T> {
  const byName = new Map<string, T>();
  /** The same in lower case. */
  const bySpelling = new Map<string, T[]>();
  const byLocalName = new Map<string, T[]>();
  const byLocalSpelling = new Map<string, T[]>();
  for (const component of components) {
    const key = clarkName(component.name);
    const first = byName.get(key);
    if (first !== undefined) {
      const what = `${kind} ${key} is declared twice`;
      // The finding is about what uses the component only where the two differ.
      const about = isSame(first, component) ? undefined : `${kind} ${key}`;
      report(diagnose('DUPLICATE_COMPONENT', component.location, what, about));
      continue;
    }
    byName.set(key, component);
    const { localName } = component.name;
    byLocalName.set(localName, [...(byLocalName.get(localName) ?? []), component]);
    const lower = localName.toLowerCase();
    const alike = byLocalSpelling.get(lower);
    if (alike === undefined) byLocalSpelling.set(lower, [component]);
    else alike.push(component);
    const spelling = key.toLowerCase();
    const inNamespace = bySpelling.get(spelling);
    if (inNamespace === undefined) bySpelling.set(spelling, [component]);
    else inNamespace.push(component);
  }
  const correct = ({ name }: ComponentReference): T | undefined => {
    if (missing.has(name.namespace) && !lacksPrefix(name)) return undefined;
    const same =
      byLocalName.get(name.localName) ??
      bySpelling.get(clarkName(name).toLowerCase()) ??
      (lacksPrefix(name) ? byLocalSpelling.get(name.localName.toLowerCase()) : undefined) ??
      [];
    return same.length === 1 ? same[0] : undefined;
  };
  return {
    peek: (reference) => byName.get(clarkName(reference.name)) ?? correct(reference),
    find(reference, location, within, code = unresolved) {
      const found = byName.get(clarkName(reference.name));
      const wanted = `${kind} "${reference.text.slice(0, 200)}"`;
      if (found !== undefined) {
        if (reference.spelledOut) {
          const message = `${wanted} is no QName; ${clarkName(found.name)} is meant`;
          report(diagnose('REFERENCE_CORRECTED', location, message, within));
        }
        return found;
      }
      const only = correct(reference);
      const finding =
        only === undefined
          ? diagnose(code, location, `${wanted} is not declared`, within)
          : diagnose(
              'REFERENCE_CORRECTED',
              location,
              `${wanted} is not declared as ${clarkName(reference.name)}; ${clarkName(only.name)} is meant`,
              within,
            );
      if (only === undefined) lose(reference.name.namespace, finding);
      report(finding);
      return only;
    },
  };
}

/** True for a name that cannot belong to its namespace: none, that of WSDL itself, or an unbound prefix. */
export function lacksPrefix({ namespace }: ExpandedName): boolean {
  return namespace === '' || namespace === WSDL11 || namespace === WSDL20 || isUnbound(namespace);
}

/** Whether two declarations say the same in different places. */
function isSame(one: Component, other: Component): boolean {
  const [first, second] = [one, other].map((component) =>
    JSON.stringify(component, (key, value: unknown) => (key === 'location' ? undefined : value)),
  );
  return first === second;
}
