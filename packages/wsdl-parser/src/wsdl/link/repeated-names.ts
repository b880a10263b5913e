import { defined } from '@soapstone/options/defined';
import type { Diagnostic } from '@soapstone/soap-model';
import { clarkName, type ExpandedName, type SourceLocation } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';
import { mergePolicies, NO_POLICY } from '../../policy/attached-policies.js';
import type {
  AbstractOperation,
  Binding,
  BindingOperation,
  Definitions,
  PortType,
  Service,
  ServicePort,
} from '../definitions.js';

/** The portTypes, bindings and services of a description, in document order. */
export interface Described {
  readonly portTypes: readonly PortType[];
  readonly bindings: readonly Binding[];
  readonly services: readonly Service[];
}

interface Named {
  readonly name: ExpandedName;
  readonly location: SourceLocation;
}

/**
 * Reads the portTypes, bindings and services that are declared twice as one, where the later declaration adds operations or ports to the
 * first, and reports it. A later declaration that adds nothing stays as it is, for the linker to report. A binding of another protocol with
 * the name of a SOAP binding is left out, because only SOAP is offered.
 *
 * @example
 * ```ts
 * const { portTypes } = readRepeatedNames(definitions, report);
 * ```
 */
export function readRepeatedNames(
  definitions: readonly Definitions[],
  report: (diagnostic: Diagnostic) => void,
): Described {
  const services = definitions.flatMap((d) => d.services);
  const bindings = withoutOtherProtocols(
    definitions.flatMap((d) => d.bindings),
    report,
  );
  const portTypes = definitions.flatMap((d) => d.portTypes);
  return {
    portTypes: unite('portType', portTypes, joiningOperations<AbstractOperation, PortType>(), report),
    bindings: unite('binding', bindings, joiningOperations<BindingOperation, Binding>(isSameBinding), report),
    services: unite('service', services, PORTS, report),
  };
}

/** How the later declarations of a name join the first. */
interface Joining<T, Item> {
  itemsOf(component: T): readonly Item[];
  /** Items of one identity are the same. */
  identityOf(item: Item): string;
  withItems(first: T, items: readonly Item[]): T;
  mayJoin?(first: T, next: T): boolean;
}

/** PortTypes and bindings have operations. */
function joiningOperations<
  O extends { readonly name: string },
  T extends { readonly operations: readonly O[] },
>(mayJoin?: (first: T, next: T) => boolean): Joining<T, O> {
  return {
    itemsOf: ({ operations }) => operations,
    identityOf: ({ name }) => name,
    withItems: (first, operations) => ({ ...first, operations }),
    ...defined({ mayJoin }),
  };
}

const PORTS: Joining<Service, ServicePort> = {
  itemsOf: ({ ports, policy }) =>
    ports.map((port) => ({ ...port, policy: mergePolicies(policy, port.policy) })),
  identityOf: identityOfPort,
  // Each port has the policy of its service now.
  withItems: (first, ports) => ({ ...first, policy: NO_POLICY, ports }),
};

/** The declarations of one name so far. */
interface Joined<T, Item> {
  readonly first: T;
  /** Where the first is among the results. */
  readonly place: number;
  readonly items: Item[];
  readonly known: Set<string>;
}

function unite<T extends Named, Item>(
  kind: string,
  components: readonly T[],
  { itemsOf, identityOf, withItems, mayJoin = () => true }: Joining<T, Item>,
  report: (diagnostic: Diagnostic) => void,
): readonly T[] {
  const byName = new Map<string, Joined<T, Item>>();
  const result: T[] = [];
  const grown = new Set<Joined<T, Item>>();
  for (const component of components) {
    const key = clarkName(component.name);
    const joined = byName.get(key);
    if (joined === undefined) {
      const items = [...itemsOf(component)];
      byName.set(key, {
        first: component,
        place: result.length,
        items,
        known: new Set(items.map(identityOf)),
      });
      result.push(component);
      continue;
    }
    const { first, items, known } = joined;
    const added = mayJoin(first, component)
      ? itemsOf(component).filter((item) => !known.has(identityOf(item)))
      : [];
    if (added.length === 0) {
      result.push(component);
      continue;
    }
    for (const item of added) {
      items.push(item);
      known.add(identityOf(item));
    }
    grown.add(joined);
    const what = `${kind} ${key} is declared twice; read as one with the declaration at ${placeOf(first)}`;
    report(diagnose('DUPLICATE_COMPONENT', component.location, what));
  }
  for (const { first, place, items } of grown) result[place] = withItems(first, items);
  return result;
}

/** The bindings without those that have the name of a SOAP binding and another protocol. */
function withoutOtherProtocols(
  bindings: readonly Binding[],
  report: (diagnostic: Diagnostic) => void,
): readonly Binding[] {
  const soap = new Map<string, Binding>();
  for (const binding of bindings) {
    const key = clarkName(binding.name);
    if (binding.protocol.kind === 'soap' && !soap.has(key)) soap.set(key, binding);
  }
  return bindings.filter(({ name, protocol, location }) => {
    const namesake = soap.get(clarkName(name));
    if (protocol.kind === 'soap' || namesake === undefined) return true;
    const what = `binding ${clarkName(name)} is declared twice; the SOAP binding at ${placeOf(namesake)} is used`;
    report(diagnose('DUPLICATE_COMPONENT', location, what));
    return false;
  });
}

function isSameBinding(one: Binding, other: Binding): boolean {
  return (
    clarkName(one.portType.name) === clarkName(other.portType.name) &&
    JSON.stringify(one.protocol) === JSON.stringify(other.protocol)
  );
}

type PortIdentity = 'name' | 'binding';

/** The differences between the ports of one service. */
function identityOfPort({ name, binding }: Pick<ServicePort, PortIdentity>): string {
  return JSON.stringify([name, clarkName(binding.name)]);
}

/**
 * Gives each port of a service its own name. A port with the name and the binding of an earlier one is left out; one with another binding
 * gets a number, because it offers something else. Both are reported.
 *
 * @param kind what the ports are called: `port`, or `endpoint` in WSDL 2.0
 *
 * @example
 * ```ts
 * const ports = distinctPorts('port', service.ports, report);
 * ```
 */
export function distinctPorts<P extends Pick<ServicePort, PortIdentity | 'location'>>(
  kind: 'port' | 'endpoint',
  ports: readonly P[],
  report: (diagnostic: Diagnostic) => void,
): readonly P[] {
  const firsts = new Map<string, P>();
  const identities = new Set<string>();
  const taken = new Set(ports.map(({ name }) => name));
  const next = new Map<string, number>();
  return ports.flatMap((port): readonly P[] => {
    const { name, location } = port;
    const first = firsts.get(name);
    const identity = identityOfPort(port);
    const isKnown = identities.has(identity);
    identities.add(identity);
    if (first === undefined) {
      firsts.set(name, port);
      return [port];
    }
    const what = `${kind} "${name}" is declared twice in its service, first at ${placeOf(first)}`;
    if (isKnown) {
      report(diagnose('DUPLICATE_COMPONENT', location, `${what}, with the same binding`, `${kind} ${name}`));
      return [];
    }
    let count = next.get(name) ?? 2;
    while (taken.has(`${name}~${count}`)) count += 1;
    next.set(name, count + 1);
    const renamed = `${name}~${count}`;
    const reading = `${what}, with another binding; read as "${renamed}"`;
    report(diagnose('DUPLICATE_COMPONENT', location, reading, `${kind} ${name}`));
    return [{ ...port, name: renamed }];
  });
}

function placeOf({ location: { file, line } }: Pick<Named, 'location'>): string {
  return `${file}:${line}`;
}
