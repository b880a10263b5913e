import type { ExposedOperation, Port, ServiceModel, WsdlService } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import {
  assertOptions,
  type Check,
  kindOf,
  members,
  oneOf,
  text,
  wrong,
} from '@soapstone/soap-model/options';
import { WsdlError } from './errors.js';

/** Which part of a description to expose. An absent member does not restrict. */
export interface SelectionCriteria {
  /** The name of the wsdl:service: its local name, or in Clark notation. */
  readonly service?: string | undefined;
  /** The name of the wsdl:port; only this port is exposed. */
  readonly port?: string | undefined;
  readonly soapVersion?: '1.1' | '1.2' | undefined;
}

/** The members of `SelectionCriteria`. */
export const selectionCriteria: Check = members<SelectionCriteria>({
  service: text,
  port: text,
  soapVersion: oneOf('1.1', '1.2'),
});

const serviceModel: Check = (value) =>
  Array.isArray((value as Partial<ServiceModel> | null | undefined)?.services)
    ? []
    : wrong(`expected a ServiceModel, not ${kindOf(value)}`);

/**
 * Returns the model with `exposed` filled in by `criteria`.
 *
 * Without criteria: the first service that has a SOAP operation, and for each of its portTypes the first port in document order
 * (OP-1, OP-2). External names follow OP-3: the first operation of a name keeps it; an overload is `name~inputName`; an operation
 * of another portType is `PortType::name`; remaining duplicates get `~2`, `~3`, ….
 *
 * @throws {WsdlError} `SELECTION_EMPTY` if criteria are given and nothing matches them
 * @throws {OptionError} for an unknown criterion and for an unusable value
 */
export function selectOperations(model: ServiceModel, criteria: SelectionCriteria = {}): ServiceModel {
  assertOptions(serviceModel, model, 'selectOperations', 'model');
  assertOptions(selectionCriteria, criteria, 'selectOperations');
  const service = model.services.findIndex(
    (s) => answersService(s, criteria) && s.ports.some((p) => answersPort(p, criteria)),
  );
  const chosen = model.services[service];
  if (chosen === undefined) {
    if (Object.values(criteria).every((each) => each === undefined)) return { ...model, exposed: [] };
    throw new WsdlError({ code: 'SELECTION_EMPTY', message: describeMiss(model, criteria) });
  }
  const exposed: ExposedOperation[] = [];
  const taken = new Set<string>();
  const suffixes = new Map<string, number>();
  const plainNames = new Set<string>();
  const portTypes = new Set<string>();
  for (const [port, candidate] of chosen.ports.entries()) {
    const portType = clarkName(candidate.portType);
    if (!answersPort(candidate, criteria) || portTypes.has(portType)) continue;
    portTypes.add(portType);
    const ownNames = new Set<string>();
    for (const [operation, { name, input }] of candidate.operations.entries()) {
      const plain = plainNames.has(name) ? `${candidate.portType.localName}::${name}` : name;
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

/**
 * The operations that each port of the selected service offers, by the name of the port, in document order. External names follow
 * OP-3 within each port.
 *
 * @throws {OptionError} if `model` is no model
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

function answersService(service: WsdlService, criteria: SelectionCriteria): boolean {
  const { service: wanted } = criteria;
  return wanted === undefined || service.name.localName === wanted || clarkName(service.name) === wanted;
}

function answersPort(port: Port, criteria: SelectionCriteria): boolean {
  return (
    port.operations.length > 0 &&
    (criteria.port === undefined || port.name === criteria.port) &&
    (criteria.soapVersion === undefined || port.soapVersion === criteria.soapVersion)
  );
}

function describeMiss(model: ServiceModel, criteria: SelectionCriteria): string {
  const wanted = Object.entries(criteria)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} "${value}"`)
    .join(', ');
  const known = model.services
    .flatMap((s) => s.ports.map((p) => `${s.name.localName}/${p.name} (SOAP ${p.soapVersion})`))
    .slice(0, 20)
    .join(', ');
  return `cannot select ${wanted}: the description has ${known === '' ? 'no SOAP port' : known}`;
}
