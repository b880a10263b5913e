import { type Diagnostic, diagnose } from '../diagnostics.js';
import { clarkName } from '../model/names.js';
import type { Operation, Port, WsdlService } from '../model/service-model.js';
import { createComponentTable } from './component-table.js';
import type { Binding, Definitions, PortType, Service, ServicePort } from './definitions.js';
import type { MessageContext } from './link-message.js';
import { linkOperations } from './link-operation.js';
import type { PartLinker } from './link-parts.js';
import { mergePolicies, NO_POLICY, type PolicyFacts } from './policy.js';

/** `soap:binding/@transport` of HTTP: as WSDL 1.1 writes it, and as SOAP 1.2 names its HTTP binding. */
const HTTP_TRANSPORTS: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/soap/http',
  'http://www.w3.org/2003/05/soap/bindings/HTTP',
]);

/** A binding, linked: shared by all ports that use it, and reported once. */
interface LinkedBinding {
  readonly binding: Binding;
  readonly version: '1.1' | '1.2';
  readonly portType: PortType;
  readonly operations: readonly Operation[];
  readonly policy: PolicyFacts;
}

/**
 * Link the services of a WSDL 1.1 description, in document order: every port whose binding is SOAP 1.1 or 1.2 over HTTP,
 * with its operations. Other ports are named in a diagnostic (OP-1).
 *
 * Where no document has a wsdl:service, the SOAP bindings make one by themselves, without an address: descriptions of
 * standards are published like that, and whoever registers one knows where it is served.
 */
export function linkServices(
  definitions: readonly Definitions[],
  parts: PartLinker,
  report: (diagnostic: Diagnostic) => void,
): readonly WsdlService[] {
  const table = <T extends { name: Binding['name']; location: Binding['location'] }>(
    kind: string,
    code: 'UNRESOLVED_MESSAGE' | 'UNRESOLVED_PORT_TYPE' | 'UNRESOLVED_BINDING',
    components: readonly T[],
  ) => createComponentTable(kind, code, components, report);
  const messages = table(
    'message',
    'UNRESOLVED_MESSAGE',
    definitions.flatMap((d) => d.messages),
  );
  const portTypes = table(
    'portType',
    'UNRESOLVED_PORT_TYPE',
    definitions.flatMap((d) => d.portTypes),
  );
  const bindings = table(
    'binding',
    'UNRESOLVED_BINDING',
    definitions.flatMap((d) => d.bindings),
  );
  const context: MessageContext = { messages, parts, report };

  const linked = new Map<Binding, LinkedBinding | undefined>();
  const linkBinding = (binding: Binding): LinkedBinding | undefined => {
    if (linked.has(binding)) return linked.get(binding);
    const made = soapBinding(binding, report) ? link(binding) : undefined;
    linked.set(binding, made);
    return made;
  };
  const link = (
    binding: Binding & { protocol: { kind: 'soap'; version: '1.1' | '1.2' } },
  ): LinkedBinding | undefined => {
    const portType = portTypes.find(binding.portType, binding.location);
    if (portType === undefined) return undefined;
    return {
      binding,
      version: binding.protocol.version,
      portType,
      operations: linkOperations(binding, portType, context),
      policy: [
        portType.policy,
        ...portType.operations.map((o) => o.policy),
        ...binding.operations.flatMap((o) => [o.policy, o.input.policy, o.output.policy]),
      ].reduce(mergePolicies, binding.policy),
    };
  };

  const linkPort = (port: ServicePort, service: Service): readonly Port[] => {
    const component = `port ${port.name}`;
    if (port.refused !== undefined) {
      const what = `the port requires the unknown extension ${clarkName(port.refused.name)}`;
      report(diagnose('REQUIRED_EXTENSION', port.refused.location, what, component));
      return [];
    }
    const binding = bindings.find(port.binding, port.location);
    const found = binding === undefined ? undefined : linkBinding(binding);
    if (found === undefined) return [];
    if (port.address === undefined) {
      report(diagnose('NO_ADDRESS', port.location, 'the port has no soap:address', component));
    }
    return [makePort(port, found, mergePolicies(service.policy, port.policy))];
  };

  const services = definitions.flatMap((d) => d.services);
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
        ...(documentation === undefined ? {} : { documentation }),
        ports: service.ports.flatMap((port) => linkPort(port, service)),
      },
    ];
  });
  if (services.length > 0) return result;
  return serviceOfBindings(definitions, linkBinding, report);
}

/** The service that stands for bindings without one: a port per SOAP binding, named like it. */
function serviceOfBindings(
  definitions: readonly Definitions[],
  linkBinding: (binding: Binding) => LinkedBinding | undefined,
  report: (diagnostic: Diagnostic) => void,
): readonly WsdlService[] {
  const ports: Port[] = [];
  for (const binding of definitions.flatMap((d) => d.bindings)) {
    const found = linkBinding(binding);
    if (found === undefined) continue;
    const { name, location } = binding;
    ports.push(makePort({ name: name.localName, location }, found, NO_POLICY));
  }
  const first = definitions[0];
  const at = ports[0]?.location;
  if (first === undefined || at === undefined) return [];
  report(diagnose('NO_SERVICE', at, 'the description has bindings and no wsdl:service'));
  const localName = first.name ?? ports[0]?.portType.localName ?? 'service';
  return [{ name: { namespace: first.targetNamespace, localName }, ports }];
}

function makePort(
  port: Pick<ServicePort, 'name' | 'documentation' | 'address' | 'location'>,
  linked: LinkedBinding,
  attached: PolicyFacts,
): Port {
  const { addressing, mtom, security } = mergePolicies(attached, linked.policy);
  return {
    name: port.name,
    ...(port.documentation === undefined ? {} : { documentation: port.documentation }),
    ...(port.address === undefined ? {} : { address: port.address }),
    binding: linked.binding.name,
    portType: linked.portType.name,
    soapVersion: linked.version,
    ...(addressing === undefined ? {} : { addressing }),
    ...(mtom === undefined ? {} : { mtom }),
    securityPolicies: security,
    operations: linked.operations,
    location: port.location,
  };
}

/** True for SOAP over HTTP with nothing that must be understood and is not; reports why not otherwise. */
function soapBinding(
  binding: Binding,
  report: (diagnostic: Diagnostic) => void,
): binding is Binding & { protocol: { kind: 'soap'; version: '1.1' | '1.2' } } {
  const { protocol, refused } = binding;
  const component = `binding ${clarkName(binding.name)}`;
  if (refused !== undefined) {
    const what = `the binding requires the unknown extension ${clarkName(refused.name)}`;
    report(diagnose('REQUIRED_EXTENSION', refused.location, what, component));
    return false;
  }
  if (protocol.kind === 'other') {
    const what = `the protocol of the binding is ${protocol.name}: only SOAP is offered`;
    report(diagnose('BINDING_SKIPPED', binding.location, what, component));
    return false;
  }
  const { transport } = protocol;
  if (transport !== '' && !HTTP_TRANSPORTS.has(transport.replace(/\/$/, ''))) {
    const what = `the transport of the binding is ${transport}: only HTTP is offered`;
    report(diagnose('BINDING_SKIPPED', binding.location, what, component));
    return false;
  }
  return true;
}
