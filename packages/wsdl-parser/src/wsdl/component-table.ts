import type { DiagnosticCode } from '@soapstone/soap-model';
import { clarkName, type ExpandedName, type SourceLocation } from '@soapstone/soap-model';
import { WSDL11, WSDL20 } from '@soapstone/soap-model/namespaces';
import { diagnose } from '../diagnostics.js';
import type { ReferenceContext } from '../link-wsdl.js';
import type { ComponentReference } from './definitions.js';
import { isUnbound } from './reader.js';

interface Component {
  readonly name: ExpandedName;
  readonly location: SourceLocation;
}

/** The messages, or the portTypes, or the bindings of all documents of a description, by expanded name. */
export interface ComponentTable<T extends Component> {
  /**
   * The component that a reference means; `undefined`, with a diagnostic at `location`, where there is none. `within` says in
   * words what the reference stands in.
   */
  find(reference: ComponentReference, location: SourceLocation, within?: string): T | undefined;
  /** As `find`, without a diagnostic. */
  peek(reference: ComponentReference): T | undefined;
}

/**
 * Make the table of one kind of component. The first declaration of a name counts.
 *
 * A reference that nothing answers is answered by the only component with that local name, if there is exactly one, and
 * reported: WSDL written by hand often has no prefix there, or one of another namespace, and other tools, which look at local
 * names only, accept it. A reference into a namespace whose document is missing is not corrected: its component is there.
 */
export function createComponentTable<T extends Component>(
  kind: string,
  unresolved: DiagnosticCode,
  components: readonly T[],
  { report, lose, missing }: ReferenceContext,
): ComponentTable<T> {
  const byName = new Map<string, T>();
  const byLocalName = new Map<string, T[]>();
  for (const component of components) {
    const key = clarkName(component.name);
    if (byName.has(key)) {
      report(diagnose('DUPLICATE_COMPONENT', component.location, `${kind} ${key} is declared twice`));
      continue;
    }
    byName.set(key, component);
    const { localName } = component.name;
    byLocalName.set(localName, [...(byLocalName.get(localName) ?? []), component]);
  }
  const correct = ({ name }: ComponentReference): T | undefined => {
    const same = byLocalName.get(name.localName) ?? [];
    return same.length === 1 && (lacksPrefix(name) || !missing.has(name.namespace)) ? same[0] : undefined;
  };
  return {
    peek: (reference) => byName.get(clarkName(reference.name)) ?? correct(reference),
    find(reference, location, within) {
      const found = byName.get(clarkName(reference.name));
      if (found !== undefined) return found;
      const only = correct(reference);
      if (only === undefined) lose(reference.name.namespace);
      const wanted = `${kind} "${reference.text.slice(0, 200)}"`;
      report(
        only === undefined
          ? diagnose(unresolved, location, `${wanted} is not declared`, within)
          : diagnose(
              'REFERENCE_CORRECTED',
              location,
              `${wanted} is not declared as ${clarkName(reference.name)}; ${clarkName(only.name)} is meant`,
              within,
            ),
      );
      return only;
    },
  };
}

/** True for a name that cannot be in the namespace where it was put: none, that of WSDL itself, or an unbound prefix. */
export function lacksPrefix({ namespace }: ExpandedName): boolean {
  return namespace === '' || namespace === WSDL11 || namespace === WSDL20 || isUnbound(namespace);
}
