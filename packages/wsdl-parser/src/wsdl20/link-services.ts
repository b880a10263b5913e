import { defined } from '@soapstone/options/defined';
import type { Diagnostic, Operation, Port, WsdlService } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { WSDL20_SOAP } from '@soapstone/soap-model/namespaces';
import { diagnose } from '../diagnostics.js';
import { mergePolicies, NO_POLICY } from '../policy/attached-policies.js';
import { readSecurityPolicy } from '../policy/security-policy.js';
import type { ComponentReference } from '../wsdl/definitions.js';
import { type ComponentTable, createComponentTable } from '../wsdl/link/component-table.js';
import { meansHttp } from '../wsdl/link/http-transport.js';
import type { ReferenceContext } from '../wsdl/link/link-context.js';
import type { PartLinker } from '../wsdl/link/link-parts.js';
import { type NamedOperations, reasonOfLoss, reportLostOperations } from '../wsdl/link/lost-operations.js';
import { distinctPorts } from '../wsdl/link/repeated-names.js';
import { readAddress } from '../wsdl/link/unusable-address.js';
import type {
  Binding20,
  BindingOperation20,
  Description,
  Endpoint,
  Interface,
  InterfaceOperation,
  Service20,
} from './description.js';
import { linkOperation20, type OperationContext } from './link-operation.js';

/** `wsoap:protocol` for HTTP: SOAP 1.2, and SOAP 1.1 as the WSDL 2.0 SOAP 1.1 binding names it. */
const HTTP_PROTOCOLS: ReadonlySet<string> = new Set([
  '',
  'http://www.w3.org/2003/05/soap/bindings/HTTP',
  'http://www.w3.org/2006/01/soap11/bindings/HTTP',
  'http://schemas.xmlsoap.org/soap/http',
]);

/**
 * Links the services of a WSDL 2.0 description: every endpoint whose binding is SOAP over HTTP, with the operations of its
 * interface and of those that the interface extends (OP-6). If no document has a service with an endpoint, the bindings form one without an
 * address, as in WSDL 1.1.
 */
export function linkServices20(
  descriptions: readonly Description[],
  parts: PartLinker,
  linkContext: ReferenceContext,
): readonly WsdlService[] {
  const report = (diagnostic: Diagnostic): void => linkContext.report(diagnostic);
  const interfaces = createComponentTable(
    'interface',
    'UNRESOLVED_PORT_TYPE',
    descriptions.flatMap((d) => d.interfaces),
    linkContext,
  );
  const bindings = createComponentTable(
    'binding',
    'UNRESOLVED_BINDING',
    descriptions.flatMap((d) => d.bindings),
    linkContext,
  );
  const faults = createComponentTable(
    'fault',
    'UNRESOLVED_PART',
    descriptions.flatMap((d) => d.interfaces).flatMap((i) => i.faults),
    linkContext,
  );
  const context: OperationContext = { faults, parts, report };

  const declared = descriptions.flatMap((d) => d.services);
  const hasEndpoint = declared.some(({ endpoints }) => endpoints.length > 0);

  /** The operations of an interface through a binding: shared by all endpoints, reported once. */
  const linked = new Map<Binding20, Map<Interface, readonly Operation[]>>();
  const operationsOf = (binding: Binding20, owner: Interface): readonly Operation[] => {
    const known = linked.get(binding)?.get(owner);
    if (known !== undefined) return known;
    const made = linkInterface(owner, binding, interfaces, context);
    linked.set(binding, (linked.get(binding) ?? new Map()).set(owner, made));
    return made;
  };

  const linkEndpoint = (endpoint: Endpoint, service: Service20): readonly Port[] => {
    const component = `endpoint ${endpoint.name}`;
    if (endpoint.refused !== undefined) {
      const what = `the endpoint requires ${endpoint.refused.what}`;
      report(diagnose('REQUIRED_EXTENSION', endpoint.refused.location, what, component));
      return [];
    }
    const binding = bindings.find(endpoint.binding, endpoint.location, component);
    if (binding === undefined) return [];
    const problem = bindingProblem(binding);
    if (problem !== undefined) {
      report(problem);
      return [];
    }
    if (!HTTP_PROTOCOLS.has(binding.protocol.replace(/\/$/, ''))) {
      const what = `wsoap:protocol="${binding.protocol}" is no protocol that has a name; read as HTTP`;
      report(diagnose('BAD_EXTENSION_VALUE', binding.location, what, `binding ${clarkName(binding.name)}`));
    }
    const reference = binding.interface ?? service.interface;
    const owner = interfaces.find(reference, endpoint.location, component);
    if (owner === undefined) return [];
    const { documentation } = endpoint;
    if (endpoint.address === undefined && hasEndpoint) {
      report(diagnose('NO_ADDRESS', endpoint.location, 'the endpoint has no address', component));
    }
    const address = endpoint.address && readAddress(endpoint.address, endpoint.location, component, report);
    const policy = [
      endpoint.policy,
      binding.policy,
      owner.policy,
      ...binding.operations.map((o) => o.policy),
    ];
    const { addressing, mtom, security } = policy.reduce(mergePolicies, service.policy);
    const asked = readSecurityPolicy({
      endpoint: [endpoint.policy, binding.policy, owner.policy].reduce(mergePolicies, service.policy),
      operations: binding.operations.map((operation) => ({
        name: operation.operation.name.localName,
        request: mergePolicies(operation.policy, operation.inputPolicy),
        response: mergePolicies(operation.policy, operation.outputPolicy),
      })),
    });
    return [
      {
        name: endpoint.name,
        ...defined({ documentation, address }),
        binding: binding.name,
        portType: owner.name,
        soapVersion: binding.soapVersion,
        ...defined({ addressing, mtom }),
        securityPolicies: security,
        ...defined({ security: asked }),
        operations: operationsOf(binding, owner),
        location: endpoint.location,
      },
    ];
  };

  const services = (hasEndpoint ? declared : servicesOfBindings(descriptions, interfaces)).map(
    (service): WsdlService => ({
      name: service.name,
      ...defined({ documentation: service.documentation }),
      ports: distinctPorts('endpoint', service.endpoints, report).flatMap((endpoint) =>
        linkEndpoint(endpoint, service),
      ),
    }),
  );
  const at = services.flatMap(({ ports }) => ports)[0]?.location;
  if (!hasEndpoint && at !== undefined) {
    report(diagnose('NO_SERVICE', at, 'the description has bindings and no service with an endpoint'));
  }
  for (const { name, endpoints, location } of hasEndpoint ? declared : []) {
    if (endpoints.length > 0) continue;
    report(diagnose('EMPTY_SERVICE', location, `service ${clarkName(name)} has no endpoint`));
  }

  const used = new Set([...linked.values()].flatMap((owners) => [...owners.keys()]));
  reportLostOperations(findLostOperations(descriptions, interfaces, bindings, used), services, report);
  return services;
}

/**
 * The services that stand for bindings without an endpoint: each has an endpoint for every binding of its interface, with the name of the
 * binding. A binding that names no interface serves that of the declared services, or else the only interface.
 */
function servicesOfBindings(
  descriptions: readonly Description[],
  interfaces: ComponentTable<Interface>,
): readonly Service20[] {
  const bindings = descriptions.flatMap((d) => d.bindings).filter(({ type }) => type === WSDL20_SOAP);
  const declared = descriptions.flatMap((d) => d.services);
  const all = descriptions.flatMap((d) => d.interfaces);
  const named = declared.flatMap((service) => interfaces.peek(service.interface) ?? []);
  const bound = bindings.flatMap((binding) =>
    binding.interface === undefined ? [] : (interfaces.peek(binding.interface) ?? []),
  );
  const owners = new Set([...named, ...bound, ...(all.length === 1 ? all : [])]);
  return [...owners].flatMap((owner): readonly Service20[] => {
    const service = declared.find((each) => interfaces.peek(each.interface) === owner);
    const own = bindings.filter(
      (binding) => binding.interface === undefined || interfaces.peek(binding.interface) === owner,
    );
    const endpoints = own.map(
      ({ name, location }): Endpoint => ({
        name: name.localName,
        binding: { name, text: name.localName },
        policy: NO_POLICY,
        location,
      }),
    );
    if (endpoints.length === 0) return [];
    const reference = { name: owner.name, text: owner.name.localName };
    const { location } = owner;
    return [
      service === undefined
        ? { name: owner.name, interface: reference, endpoints, policy: NO_POLICY, location }
        : { ...service, endpoints },
    ];
  });
}

/** The operations of interfaces that no endpoint uses. The operations of other interfaces are offered, or reported when linked. */
function findLostOperations(
  descriptions: readonly Description[],
  interfaces: ComponentTable<Interface>,
  bindings: ComponentTable<Binding20>,
  used: ReadonlySet<Interface>,
): readonly NamedOperations[] {
  const tried = new Set(
    [...used].flatMap((owner) => extendedBy(owner, (reference) => interfaces.peek(reference))),
  );
  const bindingsOf = new Map<Interface | undefined, Binding20[]>();
  for (const binding of descriptions.flatMap((d) => d.bindings)) {
    // A binding that names no interface serves any.
    const owner = binding.interface === undefined ? undefined : interfaces.peek(binding.interface);
    if (binding.interface !== undefined && owner === undefined) continue;
    const known = bindingsOf.get(owner);
    if (known === undefined) bindingsOf.set(owner, [binding]);
    else known.push(binding);
  }
  const endpoints = descriptions.flatMap((d) => d.services).flatMap((service) => service.endpoints);
  const missingBindings = endpoints.flatMap(({ binding }) =>
    bindings.peek(binding) === undefined ? [binding.text] : [],
  );
  const evidence = (candidates: readonly Binding20[] = []) =>
    candidates.map((b) => ({ name: b.name, problem: bindingProblem(b)?.message }));
  const forAny = evidence(bindingsOf.get(undefined));
  return descriptions
    .flatMap((d) => d.interfaces)
    .filter((owner) => !tried.has(owner))
    .map((owner) => {
      const own = evidence(bindingsOf.get(owner));
      return {
        owner: { kind: 'interface', name: owner.name },
        operations: owner.operations.map(({ name, location }) => ({ name: name.localName, location })),
        reason: reasonOfLoss({ bindings: own.length > 0 ? own : forAny, missingBindings }),
      };
    });
}

function linkInterface(
  owner: Interface,
  binding: Binding20,
  interfaces: ComponentTable<Interface>,
  context: OperationContext,
): readonly Operation[] {
  const bound = new Map<string, BindingOperation20>();
  for (const operation of binding.operations) bound.set(clarkName(operation.operation.name), operation);
  const operations: Operation[] = [];
  for (const [operation, declarer] of allOperations(owner, interfaces)) {
    // A binding need not mention an operation; the defaults of the binding apply to it (Adjuncts §5.10).
    const details = bound.get(clarkName(operation.name));
    const linked = linkOperation20(operation, declarer, details, context);
    if (linked !== undefined) operations.push(linked);
  }
  return operations;
}

/** An interface and all that it extends, each once, breadth first. */
function extendedBy(
  owner: Interface,
  look: (interfaceName: ComponentReference, from: Interface) => Interface | undefined,
): readonly Interface[] {
  const all = new Set([owner]);
  // The set grows while it is iterated.
  for (const current of all) {
    for (const reference of current.extends) {
      const extended = look(reference, current);
      if (extended !== undefined) all.add(extended);
    }
  }
  return [...all];
}

/**
 * The operations of an interface and of all that it extends, with the declaring interface: its own first, then those of the
 * extended interfaces, breadth first. An interface counts once, so cycles and diamonds end.
 */
function allOperations(
  owner: Interface,
  interfaces: ComponentTable<Interface>,
): readonly (readonly [InterfaceOperation, Interface])[] {
  const found = new Map<string, readonly [InterfaceOperation, Interface]>();
  const family = extendedBy(owner, (reference, from) => interfaces.find(reference, from.location));
  for (const current of family) {
    for (const operation of current.operations) {
      const name = clarkName(operation.name);
      if (!found.has(name)) found.set(name, [operation, current]);
    }
  }
  return [...found.values()];
}

/** Why a binding is not offered: it is not SOAP over HTTP, or it requires an unknown extension. */
function bindingProblem({ name, refused, type, protocol, location }: Binding20): Diagnostic | undefined {
  const component = `binding ${clarkName(name)}`;
  if (refused !== undefined) {
    const what = `the binding requires ${refused.what}`;
    return diagnose('REQUIRED_EXTENSION', refused.location, what, component);
  }
  if (type !== WSDL20_SOAP) {
    const what = `the type of the binding is ${type}: only SOAP is offered`;
    return diagnose('BINDING_SKIPPED', location, what, component);
  }
  if (meansHttp(protocol, HTTP_PROTOCOLS)) return undefined;
  const what = `the protocol of the binding is ${protocol}: only HTTP is offered`;
  return diagnose('BINDING_SKIPPED', location, what, component);
}
