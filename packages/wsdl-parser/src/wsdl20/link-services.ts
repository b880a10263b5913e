import { type Diagnostic, diagnose } from '../diagnostics.js';
import { clarkName } from '../model/names.js';
import type { Operation, Port, WsdlService } from '../model/service-model.js';
import { type ComponentTable, createComponentTable } from '../wsdl/component-table.js';
import type { PartLinker } from '../wsdl/link-parts.js';
import { mergePolicies } from '../wsdl/policy.js';
import { WSDL20_SOAP } from '../xml/namespaces.js';
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

/** `wsoap:protocol` of HTTP: SOAP 1.2, and SOAP 1.1 as the WSDL 2.0 SOAP 1.1 binding names it. */
const HTTP_PROTOCOLS: ReadonlySet<string> = new Set([
  '',
  'http://www.w3.org/2003/05/soap/bindings/HTTP',
  'http://www.w3.org/2006/01/soap11/bindings/HTTP',
  'http://schemas.xmlsoap.org/soap/http',
]);

/**
 * Link the services of a WSDL 2.0 description: every endpoint whose binding is SOAP over HTTP, with the operations of its
 * interface and of those that the interface extends (OP-6).
 */
export function linkServices20(
  descriptions: readonly Description[],
  parts: PartLinker,
  report: (diagnostic: Diagnostic) => void,
): readonly WsdlService[] {
  const interfaces = createComponentTable(
    'interface',
    'UNRESOLVED_PORT_TYPE',
    descriptions.flatMap((d) => d.interfaces),
    report,
  );
  const bindings = createComponentTable(
    'binding',
    'UNRESOLVED_BINDING',
    descriptions.flatMap((d) => d.bindings),
    report,
  );
  const faults = createComponentTable(
    'fault',
    'UNRESOLVED_PART',
    descriptions.flatMap((d) => d.interfaces).flatMap((i) => i.faults),
    report,
  );
  const context: OperationContext = { faults, parts, report };

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
      const what = `the endpoint requires the unknown extension ${clarkName(endpoint.refused.name)}`;
      report(diagnose('REQUIRED_EXTENSION', endpoint.refused.location, what, component));
      return [];
    }
    const binding = bindings.find(endpoint.binding, endpoint.location);
    if (binding === undefined || !isSoapOverHttp(binding, report)) return [];
    const reference = binding.interface ?? service.interface;
    const owner = interfaces.find(reference, endpoint.location);
    if (owner === undefined) return [];
    const { documentation, address } = endpoint;
    if (address === undefined) {
      report(diagnose('NO_ADDRESS', endpoint.location, 'the endpoint has no address', component));
    }
    const policy = [
      endpoint.policy,
      binding.policy,
      owner.policy,
      ...binding.operations.map((o) => o.policy),
    ];
    const { addressing, mtom, security } = policy.reduce(mergePolicies, service.policy);
    return [
      {
        name: endpoint.name,
        ...(documentation === undefined ? {} : { documentation }),
        ...(address === undefined ? {} : { address }),
        binding: binding.name,
        portType: owner.name,
        soapVersion: binding.soapVersion,
        ...(addressing === undefined ? {} : { addressing }),
        ...(mtom === undefined ? {} : { mtom }),
        securityPolicies: security,
        operations: operationsOf(binding, owner),
        location: endpoint.location,
      },
    ];
  };

  return descriptions
    .flatMap((d) => d.services)
    .map((service) => ({
      name: service.name,
      ...(service.documentation === undefined ? {} : { documentation: service.documentation }),
      ports: service.endpoints.flatMap((endpoint) => linkEndpoint(endpoint, service)),
    }));
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
    // A binding need not mention an operation: the defaults of the binding apply to it (Adjuncts §5.10).
    const details = bound.get(clarkName(operation.name));
    const linked = linkOperation20(operation, declarer, details, context);
    if (linked !== undefined) operations.push(linked);
  }
  return operations;
}

/**
 * The operations of an interface and of all that it extends, with the interface that declares each: its own first, then those
 * of the extended interfaces, breadth first. An interface counts once, so that cycles and diamonds end.
 */
function allOperations(
  owner: Interface,
  interfaces: ComponentTable<Interface>,
): readonly (readonly [InterfaceOperation, Interface])[] {
  const all = [owner];
  const seen = new Set(all);
  const found = new Map<string, readonly [InterfaceOperation, Interface]>();
  for (const current of all) {
    for (const operation of current.operations) {
      const name = clarkName(operation.name);
      if (!found.has(name)) found.set(name, [operation, current]);
    }
    for (const reference of current.extends) {
      const extended = interfaces.find(reference, current.location);
      if (extended === undefined || seen.has(extended)) continue;
      seen.add(extended);
      all.push(extended);
    }
  }
  return [...found.values()];
}

function isSoapOverHttp(binding: Binding20, report: (diagnostic: Diagnostic) => void): boolean {
  const component = `binding ${clarkName(binding.name)}`;
  if (binding.refused !== undefined) {
    const what = `the binding requires the unknown extension ${clarkName(binding.refused.name)}`;
    report(diagnose('REQUIRED_EXTENSION', binding.refused.location, what, component));
    return false;
  }
  if (binding.type !== WSDL20_SOAP) {
    const what = `the type of the binding is ${binding.type}: only SOAP is offered`;
    report(diagnose('BINDING_SKIPPED', binding.location, what, component));
    return false;
  }
  if (!HTTP_PROTOCOLS.has(binding.protocol.replace(/\/$/, ''))) {
    const what = `the protocol of the binding is ${binding.protocol}: only HTTP is offered`;
    report(diagnose('BINDING_SKIPPED', binding.location, what, component));
    return false;
  }
  return true;
}
