import { assertOptions, type Check, kindOf, listOf, members, oneOf, text, wrong } from '@soapstone/options';
import type { ExpandedName, ExposedOperation, Port, ServiceModel } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { WsdlError } from './errors.js';

/** The part of a description to expose. An absent member does not restrict. */
export interface SelectionCriteria {
  /** The name of the wsdl:service: its local name, or in Clark notation. */
  readonly service?: string | undefined;
  /** The name of the wsdl:port; only this port is exposed. */
  readonly port?: string | undefined;
  readonly soapVersion?: '1.1' | '1.2' | undefined;
  /**
   * Several ports, of one or several services, to expose together. The other members must be absent. The order decides names: an
   * earlier port keeps a name that a later port has too, so appending a port never renames an operation (OP-3).
   */
  readonly ports?: readonly SelectedPort[] | undefined;
}

/** A port of a service. */
export interface SelectedPort {
  /** The name of the wsdl:service: its local name, or in Clark notation. */
  readonly service: string;
  readonly port: string;
}

/** The members of `SelectionCriteria`. */
export const selectionCriteria: Check = members<SelectionCriteria>({
  service: text,
  port: text,
  soapVersion: oneOf('1.1', '1.2'),
  ports: listOf(members<SelectedPort>({ service: text, port: text }, ['service', 'port'])),
});

/** The part of a `ServiceModel` that a selection reads. */
export interface SelectableModel {
  readonly services: readonly SelectableService[];
}

/** A service of a `SelectableModel`. */
export interface SelectableService {
  readonly name: ExpandedName;
  readonly ports: readonly SelectablePort[];
}

interface SelectablePort extends Pick<Port, 'name' | 'portType' | 'soapVersion'> {
  readonly operations: readonly { readonly name: string; readonly input: { readonly name: string } }[];
}

const serviceModel: Check = (value) =>
  Array.isArray((value as Partial<ServiceModel> | null | undefined)?.services)
    ? []
    : wrong(`expected a ServiceModel, not ${kindOf(value)}`);

/**
 * Returns the model with `exposed` filled in by `criteria`.
 *
 * Without criteria: the first service that has a SOAP operation, and for each of its portTypes the first port in document order
 * (OP-1, OP-2). With `ports`: those ports, in the given order. External names follow OP-3: the first operation of a name keeps it;
 * an overload is `name~inputName`; a name that an earlier port has is `PortType::name`, or `port::name` for a second port of the
 * same portType; remaining duplicates get `~2`, `~3`, ….
 *
 * @throws {WsdlError} `SELECTION_EMPTY` if criteria are given and nothing matches them, or if one of `ports` does not exist
 * @throws {OptionError} for an unknown criterion and for an unusable value
 *
 * @example
 * ```ts
 * selectOperations(model, { ports: [{ service: 'Orders', port: 'OrdersSoap' }, { service: 'Stock', port: 'StockSoap' }] });
 * ```
 */
export function selectOperations<Model extends SelectableModel>(
  model: Model,
  criteria: SelectionCriteria = {},
): Model & { readonly exposed: readonly ExposedOperation[] } {
  assertOptions(serviceModel, model, 'selectOperations', 'model');
  assertOptions(selectionCriteria, criteria, 'selectOperations');
  const exposed: ExposedOperation[] = [];
  const taken = new Set<string>();
  const suffixes = new Map<string, number>();
  const plainNames = new Set<string>();
  const portTypes = new Set<string>();
  for (const { service, port, candidate } of selectPorts(model, criteria)) {
    const portType = clarkName(candidate.portType);
    const qualifier = portTypes.has(portType) ? candidate.name : candidate.portType.localName;
    portTypes.add(portType);
    const ownNames = new Set<string>();
    for (const [operation, { name, input }] of candidate.operations.entries()) {
      const plain = plainNames.has(name) ? `${qualifier}::${name}` : name;
      const wanted = ownNames.has(name) ? `${plain}~${input.name}` : plain;
      ownNames.add(name);
      const unique = taken.has(wanted) ? nextName(plain, taken, suffixes) : wanted;
      taken.add(unique);
      exposed.push({ name: unique, service, port, operation });
    }
    for (const name of ownNames) plainNames.add(name);
  }
  return { ...model, exposed };
}

/** A selected port, and its position in the model. */
interface PlacedPort {
  readonly service: number;
  readonly port: number;
  readonly candidate: SelectablePort;
}

function selectPorts(model: SelectableModel, criteria: SelectionCriteria): readonly PlacedPort[] {
  const { ports, ...others } = criteria;
  const given = Object.values(others).some((each) => each !== undefined);
  if (ports !== undefined) {
    if (given) throw selectionError('ports cannot be combined with other criteria', model);
    if (ports.length === 0) throw selectionError('no port is selected', model);
    const found = ports.map((wanted) => findPort(model, wanted));
    return [...new Map(found.map((each) => [each.candidate, each])).values()];
  }
  const service = model.services.findIndex(
    (s) => answersService(s, criteria) && s.ports.some((p) => answersPort(p, criteria)),
  );
  const chosen = model.services[service];
  if (chosen === undefined) {
    if (!given) return [];
    const wanted = Object.entries(others)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key} "${value}"`);
    throw selectionError(`cannot select ${wanted.join(', ')}`, model);
  }
  // The first port of each portType.
  const found = new Map<string, PlacedPort>();
  for (const [port, candidate] of chosen.ports.entries()) {
    const portType = clarkName(candidate.portType);
    if (answersPort(candidate, criteria) && !found.has(portType))
      found.set(portType, { service, port, candidate });
  }
  return [...found.values()];
}

function findPort(model: SelectableModel, wanted: SelectedPort): PlacedPort {
  for (const [service, each] of model.services.entries()) {
    if (!answersService(each, wanted)) continue;
    const port = each.ports.findIndex((candidate) => answersPort(candidate, { port: wanted.port }));
    const candidate = each.ports[port];
    if (candidate !== undefined) return { service, port, candidate };
  }
  throw selectionError(`cannot select service "${wanted.service}", port "${wanted.port}"`, model);
}

/**
 * The operations that each port of the selected service offers, by the name of the port, in document order. External names follow
 * OP-3 within each port.
 *
 * @throws {OptionError} if `model` is not a model
 *
 * @example
 * ```ts
 * const { model } = await parseWsdl(location, { resolve });
 * for (const [port, operations] of operationsByPort(model)) console.log(port, operations.length);
 * ```
 */
export function operationsByPort(model: ServiceModel): ReadonlyMap<string, readonly ExposedOperation[]> {
  assertOptions(serviceModel, model, 'operationsByPort', 'model');
  const service = model.services[model.exposed[0]?.service ?? -1];
  if (service === undefined) return new Map();
  const services = model.services.map((each) => (each === service ? each : { ...each, ports: [] }));
  return new Map(
    service.ports
      .filter(({ operations }) => operations.length > 0)
      .map(({ name }) => [name, selectOperations({ ...model, services }, { port: name }).exposed]),
  );
}

/** The first free name of `plain~2`, `plain~3`, …. `suffixes` remembers how far the search got for each name. */
function nextName(plain: string, taken: ReadonlySet<string>, suffixes: Map<string, number>): string {
  let n = suffixes.get(plain) ?? 2;
  while (taken.has(`${plain}~${n}`)) n += 1;
  suffixes.set(plain, n + 1);
  return `${plain}~${n}`;
}

function answersService(service: SelectableService, criteria: Pick<SelectionCriteria, 'service'>): boolean {
  const { service: wanted } = criteria;
  return wanted === undefined || service.name.localName === wanted || clarkName(service.name) === wanted;
}

function answersPort(
  port: SelectablePort,
  criteria: Pick<SelectionCriteria, 'port' | 'soapVersion'>,
): boolean {
  return (
    port.operations.length > 0 &&
    (criteria.port === undefined || port.name === criteria.port) &&
    (criteria.soapVersion === undefined || port.soapVersion === criteria.soapVersion)
  );
}

function selectionError(problem: string, model: SelectableModel): WsdlError {
  const known = model.services
    .flatMap((s) => s.ports.map((p) => `${s.name.localName}/${p.name} (SOAP ${p.soapVersion})`))
    .slice(0, 20)
    .join(', ');
  return new WsdlError({
    code: 'SELECTION_EMPTY',
    message: `${problem}: the description has ${known === '' ? 'no SOAP port' : known}`,
  });
}
