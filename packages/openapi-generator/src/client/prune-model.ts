import type {
  AttributeUse,
  BoundHeader,
  BoundMessage,
  ComplexType,
  ExposedOperation,
  Operation,
  Part,
  Particle,
  SchemaSet,
  SchemaType,
  ServiceModel,
  TypeReference,
} from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';

/** A service with its operations through each port. */
export interface OfferedService {
  readonly model: ServiceModel;
  /** The operations of each port, by the name of the port. */
  readonly ports: ReadonlyMap<string, readonly ExposedOperation[]>;
}

/**
 * The service with some of its operations and the types that these can contain: those they name, those derived from them (`xsi:type`),
 * and the members of their substitution groups. If a wildcard or an untyped value can hold any element, every type is kept.
 *
 * @param names external names of the operations to keep
 */
export function pruneModel({ model, ports }: OfferedService, names: ReadonlySet<string>): OfferedService {
  const wanted = (exposed: readonly ExposedOperation[]) => exposed.filter(({ name }) => names.has(name));
  const kept = [...wanted(model.exposed), ...[...ports.values()].flatMap(wanted)];
  const services = keptServices(model, kept);
  const operations = services.all.flatMap((service) => service.ports.flatMap((port) => port.operations));
  const types = reachableTypes(model, operations);
  const index = new Map([...types.kept].sort((one, other) => one - other).map((old, now) => [old, now]));
  const at = (reference: TypeReference): TypeReference =>
    typeof reference === 'number' ? (index.get(reference) ?? reference) : reference;
  const { elements, attributes } = model.schema;
  const schema: SchemaSet = {
    types: model.schema.types.filter((_, old) => index.has(old)),
    elements: elements.filter((each) => types.open || types.elements.has(clarkName(each.name))),
    attributes: types.open ? attributes : [],
  };
  return {
    model: {
      ...model,
      services: renumberServices(services.all, at),
      exposed: wanted(model.exposed).map(services.moved),
      schema: renumberSchema(schema, at),
    },
    ports: new Map(
      [...ports].flatMap(([name, exposed]) => {
        const own = wanted(exposed).map(services.moved);
        return own.length === 0 ? [] : [[name, own]];
      }),
    ),
  };
}

/** The components of the schema that one operation can contain, through any port. */
export function reachableFrom({ model, ports }: OfferedService, name: string): Reachable {
  const exposed = [...model.exposed, ...[...ports.values()].flat()].filter((each) => each.name === name);
  return reachableTypes(
    model,
    exposed.flatMap(({ service, port, operation }) => {
      const found = model.services[service]?.ports[port]?.operations[operation];
      return found === undefined ? [] : [found];
    }),
  );
}

/** The components of a schema with other references between types. */
export function renumberSchema({ types, elements, attributes }: SchemaSet, at: Renumber): SchemaSet {
  return {
    types: types.map((type) => renumberType(type, at)),
    elements: elements.map((each) => ({ ...each, type: at(each.type) })),
    attributes: attributes.map((each) => ({ ...each, type: at(each.type) })),
  };
}

/** The operations of services with other references to types. */
export function renumberServices(services: ServiceModel['services'], at: Renumber): ServiceModel['services'] {
  return services.map((service) => ({
    ...service,
    ports: service.ports.map((port) => ({
      ...port,
      operations: port.operations.map((operation) => renumberOperation(operation, at)),
    })),
  }));
}

/** The exposed services, ports and operations, and their new positions. */
function keptServices(model: ServiceModel, kept: readonly ExposedOperation[]) {
  const has = (service: number, port?: number, operation?: number): boolean =>
    kept.some(
      (each) =>
        each.service === service &&
        (port === undefined || each.port === port) &&
        (operation === undefined || each.operation === operation),
    );
  /** The number of kept ones before this one. */
  const place = (count: number, isKept: (index: number) => boolean): number =>
    Array.from({ length: count }, (_, index) => index).filter(isKept).length;
  return {
    all: model.services.flatMap((service, serviceAt) =>
      has(serviceAt)
        ? [
            {
              ...service,
              ports: service.ports.flatMap((port, portAt) =>
                has(serviceAt, portAt)
                  ? [{ ...port, operations: port.operations.filter((_, at) => has(serviceAt, portAt, at)) }]
                  : [],
              ),
            },
          ]
        : [],
    ),
    moved: ({ name, service, port, operation }: ExposedOperation): ExposedOperation => ({
      name,
      service: place(service, (at) => has(at)),
      port: place(port, (at) => has(service, at)),
      operation: place(operation, (at) => has(service, port, at)),
    }),
  };
}

/** The components of a schema that operations can contain. */
export interface Reachable {
  readonly kept: ReadonlySet<number>;
  /** Global elements that a message or a substitution group names, in Clark notation. */
  readonly elements: ReadonlySet<string>;
  /** Any element of the schema may appear. */
  readonly open: boolean;
}

function reachableTypes({ schema }: ServiceModel, operations: readonly Operation[]): Reachable {
  const byName = new Map(schema.elements.map((each) => [clarkName(each.name), each]));
  const substitutes = grouped(
    schema.elements,
    (each) => each.substitutionGroup && clarkName(each.substitutionGroup),
  );
  const derived = grouped([...schema.types.keys()], (at) => {
    const base = schema.types[at]?.base;
    return schema.types[at]?.name === undefined || typeof base !== 'number' ? undefined : base;
  });
  const kept = new Set<number>();
  const elements = new Set<string>();
  const waiting: TypeReference[] = [];
  let open = false;

  const reachElement = (name: string): void => {
    const element = byName.get(name);
    if (element === undefined || elements.has(name)) return;
    elements.add(name);
    waiting.push(element.type);
    for (const other of substitutes.get(name) ?? []) reachElement(clarkName(other.name));
  };
  const reachParticle = (particle: Particle): void => {
    if (particle.kind === 'any') open ||= particle.wildcard.processContents !== 'skip';
    else if (particle.kind !== 'element') particle.particles.forEach(reachParticle);
    else {
      waiting.push(particle.type);
      if (particle.global) reachElement(clarkName(particle.name));
    }
  };
  const reachType = (type: SchemaType): void => {
    if (type.base !== undefined && type.base !== 'anyType') waiting.push(type.base);
    if (type.kind === 'complex') {
      waiting.push(...type.attributes.map((each) => each.type));
      if (type.attributeWildcard !== undefined) open ||= type.attributeWildcard.processContents !== 'skip';
      if (type.content.kind === 'simple') waiting.push(type.content.type);
      else if (type.content.kind !== 'empty' && type.content.particle !== undefined)
        reachParticle(type.content.particle);
      if (type.soapArray !== undefined) waiting.push(type.soapArray.itemType);
    } else if (type.variety.kind === 'list') waiting.push(type.variety.itemType);
    else if (type.variety.kind === 'union') waiting.push(...type.variety.memberTypes);
  };

  for (const part of operations.flatMap(partsOf)) {
    if (part.kind === 'type') waiting.push(part.type);
    else reachElement(clarkName(part.element));
  }
  open ||= operations.some(({ input, output }) => input.anyElement === true || output?.anyElement === true);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === 'anyType') open = true;
    if (typeof next !== 'number' || kept.has(next)) continue;
    kept.add(next);
    const type = schema.types[next];
    if (type !== undefined) reachType(type);
    waiting.push(...(derived.get(next) ?? []));
  }
  return open ? { kept: new Set(schema.types.keys()), elements, open } : { kept, elements, open };
}

function partsOf({ input, output, faults }: Operation): readonly Part[] {
  const ofMessage = ({ parts, headers }: BoundMessage): readonly Part[] => [
    ...parts,
    ...headers.flatMap((header) => [header.part, ...header.faults]),
  ];
  return [
    ...ofMessage(input),
    ...(output === undefined ? [] : ofMessage(output)),
    ...faults.map(({ part }) => part),
  ];
}

/** The new position of a type. */
type Renumber = (reference: TypeReference) => TypeReference;

function renumberOperation(operation: Operation, at: Renumber): Operation {
  const part = (each: Part): Part => (each.kind === 'type' ? { ...each, type: at(each.type) } : each);
  const header = (each: BoundHeader): BoundHeader => ({
    ...each,
    part: part(each.part),
    faults: each.faults.map(part),
  });
  const message = (each: BoundMessage): BoundMessage => ({
    ...each,
    parts: each.parts.map(part),
    headers: each.headers.map(header),
  });
  return {
    ...operation,
    input: message(operation.input),
    ...(operation.output !== undefined && { output: message(operation.output) }),
    faults: operation.faults.map((fault) => ({ ...fault, part: part(fault.part) })),
  };
}

function renumberType(type: SchemaType, at: Renumber): SchemaType {
  const base = type.base === undefined ? {} : { base: at(type.base) };
  if (type.kind === 'complex') {
    const attribute = (each: AttributeUse): AttributeUse => ({ ...each, type: at(each.type) });
    return {
      ...type,
      ...base,
      attributes: type.attributes.map(attribute),
      content: renumberContent(type.content, at),
      ...(type.soapArray !== undefined && {
        soapArray: { ...type.soapArray, itemType: at(type.soapArray.itemType) },
      }),
    };
  }
  const { variety } = type;
  if (variety.kind === 'list')
    return { ...type, ...base, variety: { ...variety, itemType: at(variety.itemType) } };
  if (variety.kind === 'union')
    return { ...type, ...base, variety: { ...variety, memberTypes: variety.memberTypes.map(at) } };
  return { ...type, ...base };
}

function renumberContent(content: ComplexType['content'], at: Renumber): ComplexType['content'] {
  const renumber = (each: Particle): Particle => {
    if (each.kind === 'any') return each;
    if (each.kind === 'element') return { ...each, type: at(each.type) };
    return { ...each, particles: each.particles.map(renumber) };
  };
  if (content.kind === 'simple') return { ...content, type: at(content.type) };
  if (content.kind === 'empty' || content.particle === undefined) return content;
  return { ...content, particle: renumber(content.particle) };
}

/**
 * The model without documentation and positions: no call needs them, and the bytes must not depend on the location of the WSDL.
 */
export function compactModel(model: ServiceModel): ServiceModel {
  return JSON.parse(
    JSON.stringify(model, (key, value: unknown) => {
      if (key === 'documentation' && typeof value === 'string') return undefined;
      return key === 'location' && typeof value === 'object' ? undefined : value;
    }),
  ) as ServiceModel;
}

function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key | undefined): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
