import { defined } from '@soapstone/options/defined';
import type { Diagnostic, Operation, Port, WsdlService } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';
import { mergePolicies, NO_POLICY, type PolicyFacts } from '../../policy/attached-policies.js';
import { type PortPolicies, readSecurityPolicy } from '../../policy/security-policy.js';
import type {
  AbstractMessage,
  Binding,
  BindingOperation,
  Definitions,
  PortType,
  Service,
  ServicePort,
} from '../definitions.js';
import { type ComponentTable, createComponentTable } from './component-table.js';
import { meansHttp } from './http-transport.js';
import type { ReferenceContext } from './link-context.js';
import type { MessageContext } from './link-message.js';
import { linkOperations } from './link-operation.js';
import type { PartLinker } from './link-parts.js';
import { type NamedOperations, reasonOfLoss, reportLostOperations } from './lost-operations.js';
import { type MatchedOperation, matchOperations } from './match-operations.js';
import { type Described, distinctPorts, readRepeatedNames } from './repeated-names.js';
import { readAddress } from './unusable-address.js';

/** `soap:binding/@transport` for HTTP: the value of WSDL 1.1, and the name of the SOAP 1.2 HTTP binding. */
const HTTP_TRANSPORTS: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/soap/http',
  'http://www.w3.org/2003/05/soap/bindings/HTTP',
]);

type SoapBinding = Binding & { readonly protocol: { readonly kind: 'soap' } };

/** A linked binding: shared by all ports that use it, and reported once. */
interface LinkedBinding {
  readonly binding: Binding;
  readonly version: '1.1' | '1.2';
  readonly portType: PortType;
  readonly operations: readonly Operation[];
  /** The names of the operations that were linked, or reported. */
  readonly tried: ReadonlySet<string>;
  /** The extensions of the binding and its portType. */
  readonly policy: PolicyFacts;
  /** The extensions of the operations and their messages. */
  readonly operationPolicies: PortPolicies['operations'];
}

/**
 * Links the services of a WSDL 1.1 description in document order: every port whose binding is SOAP 1.1 or 1.2 over HTTP, with its
 * operations. Other ports are reported (OP-1).
 *
 * If no document has a wsdl:service with a port, the SOAP bindings form one without an address. Standards are published like that, and those
 * who register one know the address.
 */
export function linkServices(
  definitions: readonly Definitions[],
  parts: PartLinker,
  linkContext: ReferenceContext,
): readonly WsdlService[] {
  const report = (diagnostic: Diagnostic): void => linkContext.report(diagnostic);
  const described = readRepeatedNames(definitions, report);
  const table = <T extends { name: Binding['name']; location: Binding['location'] }>(
    kind: string,
    code: 'UNRESOLVED_MESSAGE' | 'UNRESOLVED_PORT_TYPE' | 'UNRESOLVED_BINDING',
    components: readonly T[],
  ) => createComponentTable(kind, code, components, linkContext);
  const messages = table(
    'message',
    'UNRESOLVED_MESSAGE',
    definitions.flatMap((d) => d.messages),
  );
  const portTypes = table('portType', 'UNRESOLVED_PORT_TYPE', described.portTypes);
  const bindings = table('binding', 'UNRESOLVED_BINDING', described.bindings);
  const context: MessageContext = { messages, parts, report };

  const meantTypes = meantPortTypes(described, portTypes, linkContext);
  const linked = new Map<Binding, LinkedBinding | undefined>();
  const linkBinding = (binding: Binding): LinkedBinding | undefined => {
    if (linked.has(binding)) return linked.get(binding);
    const problem = bindingProblem(binding);
    if (problem !== undefined) report(problem);
    else reportMisspeltTransport(binding, report);
    const made = problem === undefined ? link(binding) : undefined;
    linked.set(binding, made);
    return made;
  };
  const link = (binding: Binding): LinkedBinding | undefined => {
    if (!isSoap(binding)) return undefined;
    const component = `binding ${clarkName(binding.name)}`;
    const meant = meantTypes.get(binding);
    if (meant !== undefined) {
      const what = `${isNoReference(binding.portType, 'portType')}; ${clarkName(meant.name)} is meant`;
      report(diagnose('REFERENCE_CORRECTED', binding.location, what, component));
    }
    const portType = meant ?? portTypes.find(binding.portType, binding.location, component);
    if (portType === undefined) return undefined;
    const matched = matchOperations(binding, portType, context);
    const bound = matched.flatMap(({ operation, bound }) => (bound === undefined ? [] : [operation.name]));
    return {
      binding,
      version: binding.protocol.version,
      portType,
      operations: linkOperations(binding, portType, matched, context),
      tried: new Set([...binding.operations.map(({ name }) => name), ...bound]),
      policy: mergePolicies(binding.policy, portType.policy),
      operationPolicies: policiesOfOperations(binding, matched),
    };
  };

  const linkPort = (port: ServicePort, service: Service): readonly Port[] => {
    const component = `port ${port.name}`;
    if (port.refused !== undefined) {
      const what = `the port requires ${port.refused.what}`;
      report(diagnose('REQUIRED_EXTENSION', port.refused.location, what, component));
      return [];
    }
    const meant = meantBinding(port.binding, described, portTypes, bindings, linkContext);
    if (meant !== undefined) {
      const what = `${isNoReference(port.binding, 'binding')}; ${clarkName(meant.name)} is meant`;
      report(diagnose('REFERENCE_CORRECTED', port.location, what, component));
    }
    const binding = meant ?? bindings.find(port.binding, port.location, component);
    const found = binding === undefined ? undefined : linkBinding(binding);
    if (found === undefined) return [];
    if (port.address === undefined) {
      report(diagnose('NO_ADDRESS', port.location, 'the port has no soap:address', component));
    }
    const address = port.address && readAddress(port.address, port.location, component, report);
    return [
      makePort({ ...port, ...defined({ address }) }, found, mergePolicies(service.policy, port.policy)),
    ];
  };

  const { services } = described;
  const seen = new Set<string>();
  const result = services.flatMap((service): readonly WsdlService[] => {
    const name = clarkName(service.name);
    if (seen.has(name)) {
      report(diagnose('DUPLICATE_COMPONENT', service.location, `service ${name} is declared twice`));
      return [];
    }
    seen.add(name);
    const { documentation } = service;
    return [
      {
        name: service.name,
        ...defined({ documentation }),
        ports: distinctPorts('port', service.ports, report).flatMap((port) => linkPort(port, service)),
      },
    ];
  });
  const hasPort = services.some((service) => service.ports.length > 0);
  for (const { name, ports, location } of hasPort ? services : []) {
    if (ports.length > 0) continue;
    report(diagnose('EMPTY_SERVICE', location, `service ${clarkName(name)} has no port`));
  }
  const offered = hasPort ? result : serviceOfBindings(definitions, described.bindings, linkBinding, report);

  const typeOf = (binding: Binding) => portTypes.peek(binding.portType) ?? meantTypes.get(binding);
  const lost = findLostOperations(described, typeOf, bindings, linked);
  reportLostOperations(lost, offered, report);
  return offered;
}

/** The problem of a reference that leads nowhere. */
function isNoReference({ text }: ServicePort['binding'], kind: string): string {
  return text === '' ? `no ${kind} is named` : `"${text.slice(0, 200)}" is no ${kind}`;
}

/**
 * The only possible portTypes of bindings whose `type` leads to none: for each, the only portType that has exactly the operations of the
 * binding. If a document is missing, a name is not guessed, because it may be declared there. Linear in the operations.
 */
function meantPortTypes(
  { bindings, portTypes: declared }: Described,
  portTypes: ComponentTable<PortType>,
  { missing }: ReferenceContext,
): ReadonlyMap<Binding, PortType> {
  const meant = new Map<Binding, PortType>();
  const lost = bindings.filter(
    (binding) =>
      isSoap(binding) &&
      portTypes.peek(binding.portType) === undefined &&
      (binding.portType.text === '' || missing.size === 0),
  );
  if (lost.length === 0) return meant;
  const keyOf = ({ operations }: Binding | PortType): string =>
    operations
      .map(({ name }) => name)
      .sort()
      .join(' ');
  /** `undefined` where several have the same operations. */
  const byOperations = new Map<string, PortType | undefined>();
  for (const portType of declared) {
    const key = keyOf(portType);
    byOperations.set(key, byOperations.has(key) ? undefined : portType);
  }
  for (const binding of lost) {
    const found = binding.operations.length === 0 ? undefined : byOperations.get(keyOf(binding));
    if (found !== undefined) meant.set(binding, found);
  }
  return meant;
}

/**
 * The only possible binding of a port if its `binding` leads to none: the only one of the portType that it names instead, or else the only
 * one that no other port uses. If a document is missing, a name is not guessed.
 */
function meantBinding(
  reference: ServicePort['binding'],
  described: Described,
  portTypes: ComponentTable<PortType>,
  bindings: ComponentTable<Binding>,
  { missing }: ReferenceContext,
): Binding | undefined {
  if (bindings.peek(reference) !== undefined) return undefined;
  const ports = described.services.flatMap((service) => service.ports);
  const found = ports.map((port) => bindings.peek(port.binding));
  const used = new Set(found);
  const portType = reference.text === '' ? undefined : portTypes.peek(reference);
  if (reference.text !== '' && portType === undefined) {
    const isOnlyOne = found.filter((each) => each === undefined).length === 1;
    if (missing.size > 0 || !isOnlyOne) return undefined;
  }
  const possible = described.bindings.filter(
    (binding) =>
      isSoap(binding) &&
      (portType === undefined ? !used.has(binding) : portTypes.peek(binding.portType) === portType),
  );
  return possible.length === 1 ? possible[0] : undefined;
}

/**
 * The operations that are declared by portTypes, or named by bindings without a portType, and that no linked binding has tried to
 * link.
 */
function findLostOperations(
  described: Described,
  typeOf: (binding: Binding) => PortType | undefined,
  bindings: ComponentTable<Binding>,
  linked: ReadonlyMap<Binding, LinkedBinding | undefined>,
): readonly NamedOperations[] {
  const bindingsOf = new Map<PortType, Binding[]>();
  const lost: NamedOperations[] = [];
  for (const binding of described.bindings) {
    const portType = typeOf(binding);
    if (portType !== undefined) {
      const known = bindingsOf.get(portType);
      if (known === undefined) bindingsOf.set(portType, [binding]);
      else known.push(binding);
    } else if (isSoap(binding)) {
      const reason = `portType "${binding.portType.text.slice(0, 200)}" is not declared`;
      lost.push({ owner: { kind: 'binding', name: binding.name }, operations: binding.operations, reason });
    }
  }
  const ports = described.services.flatMap((s) => s.ports);
  const missingBindings = ports.flatMap((port) =>
    bindings.peek(port.binding) === undefined ? [port.binding.text] : [],
  );
  for (const portType of described.portTypes) {
    const own = bindingsOf.get(portType) ?? [];
    // Operations that a linked binding names are offered, or were reported when they were linked.
    const used = own.flatMap((binding) => linked.get(binding) ?? []);
    const evidence = own.map((b) => ({ name: b.name, problem: bindingProblem(b)?.message }));
    const [first] = used;
    lost.push({
      owner: { kind: 'portType', name: portType.name },
      operations: portType.operations.filter(({ name }) => !used.some(({ tried }) => tried.has(name))),
      reason:
        first === undefined
          ? reasonOfLoss({ bindings: evidence, missingBindings })
          : `binding ${first.binding.name.localName} does not bind it`,
    });
  }
  return lost;
}

/** The service that stands for bindings without one: a port per SOAP binding, with its name. */
function serviceOfBindings(
  definitions: readonly Definitions[],
  bindings: readonly Binding[],
  linkBinding: (binding: Binding) => LinkedBinding | undefined,
  report: (diagnostic: Diagnostic) => void,
): readonly WsdlService[] {
  const ports: Port[] = [];
  for (const binding of bindings) {
    const found = linkBinding(binding);
    if (found === undefined) continue;
    const { name, location } = binding;
    ports.push(makePort({ name: name.localName, location }, found, NO_POLICY));
  }
  const first = definitions[0];
  const at = ports[0]?.location;
  if (first === undefined || at === undefined) return [];
  report(diagnose('NO_SERVICE', at, 'the description has bindings and no wsdl:service with a port'));
  const localName = first.name ?? ports[0]?.portType.localName ?? 'service';
  return [{ name: { namespace: first.targetNamespace, localName }, ports }];
}

function policiesOfOperations(
  binding: Binding,
  matched: readonly MatchedOperation[],
): PortPolicies['operations'] {
  const byName = new Map<string, BindingOperation[]>();
  for (const operation of binding.operations) {
    const same = byName.get(operation.name);
    if (same === undefined) byName.set(operation.name, [operation]);
    else same.push(operation);
  }
  return matched.map(({ operation: { name, policy, input, output }, bound: own }) => {
    const same = byName.get(name) ?? [];
    const bound = own === undefined || own.name === name ? same : [...same, own];
    const common = [policy, ...bound.map((operation) => operation.policy)].reduce(mergePolicies);
    const unite = (message: AbstractMessage | undefined, ofBinding: readonly PolicyFacts[]): PolicyFacts =>
      [message?.policy ?? NO_POLICY, ...ofBinding].reduce(mergePolicies, common);
    return {
      name,
      request: unite(
        input,
        bound.map((operation) => operation.input.policy),
      ),
      response: unite(
        output,
        bound.map((operation) => operation.output.policy),
      ),
    };
  });
}

function makePort(
  port: Pick<ServicePort, 'name' | 'documentation' | 'address' | 'location'>,
  linked: LinkedBinding,
  attached: PolicyFacts,
): Port {
  const endpoint = mergePolicies(attached, linked.policy);
  const operations = linked.operationPolicies;
  const { addressing, mtom, security } = operations
    .flatMap(({ request, response }) => [request, response])
    .reduce(mergePolicies, endpoint);
  const asked = readSecurityPolicy({ endpoint, operations });
  return {
    name: port.name,
    ...defined({ documentation: port.documentation, address: port.address }),
    binding: linked.binding.name,
    portType: linked.portType.name,
    soapVersion: linked.version,
    ...defined({ addressing, mtom }),
    securityPolicies: security,
    ...defined({ security: asked }),
    operations: linked.operations,
    location: port.location,
  };
}

function isSoap(binding: Binding): binding is SoapBinding {
  return binding.protocol.kind === 'soap';
}

function reportMisspeltTransport(
  { protocol, name, location }: Binding,
  report: (d: Diagnostic) => void,
): void {
  if (protocol.kind !== 'soap' || protocol.transport === '') return;
  if (HTTP_TRANSPORTS.has(protocol.transport.replace(/\/$/, ''))) return;
  const what = `transport="${protocol.transport}" is no transport that has a name; read as HTTP`;
  report(diagnose('BAD_EXTENSION_VALUE', location, what, `binding ${clarkName(name)}`));
}

/** Why a binding is not offered: it is not SOAP over HTTP, or it requires an unknown extension. */
function bindingProblem({ protocol, refused, name, location }: Binding): Diagnostic | undefined {
  const component = `binding ${clarkName(name)}`;
  if (refused !== undefined) {
    const what = `the binding requires ${refused.what}`;
    return diagnose('REQUIRED_EXTENSION', refused.location, what, component);
  }
  if (protocol.kind === 'other') {
    const what = `the protocol of the binding is ${protocol.name}: only SOAP is offered`;
    return diagnose('BINDING_SKIPPED', location, what, component);
  }
  const { transport } = protocol;
  if (transport === '' || meansHttp(transport, HTTP_TRANSPORTS)) return undefined;
  const what = `the transport of the binding is ${transport}: only HTTP is offered`;
  return diagnose('BINDING_SKIPPED', location, what, component);
}
