import type { ExposedOperation, SchemaSet, ServiceModel, TypeReference } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import {
  compactModel,
  type OfferedService,
  reachableFrom,
  renumberSchema,
  renumberServices,
} from './prune-model.js';

/** A service in pieces, as JSON: `createGeneratedClient` puts those of one operation together. */
export interface SplitService {
  /** The parts that every operation needs. */
  readonly frame: string;
  /** Types of several operations, by the name of the constant that holds them. */
  readonly shared: ReadonlyMap<string, string>;
  readonly operations: readonly SplitOperation[];
}

/** One operation. */
export interface SplitOperation {
  readonly name: string;
  readonly operation: string;
  /** The names of the shared pieces that it needs. */
  readonly shared: readonly string[];
  /** The types that no other operation needs. */
  readonly own: string | undefined;
}

/** The components of a schema that the same operations need. */
interface Group {
  readonly types: number[];
  readonly elements: number[];
  readonly attributes: number[];
  /** Positions of operations. */
  readonly users: readonly number[];
}

/** The characters that one more piece costs an operation in a bundle, about. */
const COST_OF_PIECE = 8;

/**
 * Divides a service into pieces, so that a bundle has each type once and only if one of its operations needs it. Types that the same operations
 * need are one piece; a small one that many operations need is part of a piece that all of them have. If the pieces were larger together
 * than the whole service, all shared types would be one piece: any operations together are never larger than the whole.
 *
 * @param decided options of the client that were decided when it was generated
 */
export function splitModel(service: OfferedService, decided: Readonly<Record<string, string>>): SplitService {
  const groups = groupsOf(service);
  const whole = JSON.stringify({ model: compactModel(service.model), ports: [...service.ports] }).length;
  const divided = printPieces(service, mergeSmall(service.model.schema, groups), decided);
  return sizeOf(divided) <= whole ? divided : printPieces(service, mergeShared(groups), decided);
}

function groupsOf({ model, ports }: OfferedService): readonly Group[] {
  const { types, elements, attributes } = model.schema;
  const users = [types, elements, attributes].map((list) => list.map((): number[] => []));
  const [ofTypes = [], ofElements = [], ofAttributes = []] = users;
  for (const [at, { name }] of model.exposed.entries()) {
    const reach = reachableFrom({ model, ports }, name);
    for (const type of reach.kept) ofTypes[type]?.push(at);
    for (const [index, element] of elements.entries())
      if (reach.open || reach.elements.has(clarkName(element.name))) ofElements[index]?.push(at);
    if (reach.open) for (const list of ofAttributes) list.push(at);
  }
  const groups = new Map<string, Group>();
  const add = (kind: 'types' | 'elements' | 'attributes', lists: readonly (readonly number[])[]): void => {
    for (const [index, list] of lists.entries()) {
      if (list.length === 0) continue;
      const key = list.join();
      const group = groups.get(key) ?? { types: [], elements: [], attributes: [], users: list };
      groups.set(key, group);
      group[kind].push(index);
    }
  };
  add('types', ofTypes);
  add('elements', ofElements);
  add('attributes', ofAttributes);
  return [...groups.values()];
}

/** Puts shared groups into one that all of their operations have, if naming them costs more than it saves. */
function mergeSmall(schema: SchemaSet, groups: readonly Group[]): readonly Group[] {
  return mergeThose(groups, ({ types, elements, attributes, users }) => {
    const characters = [
      ...types.map((at) => schema.types[at]),
      ...elements.map((at) => schema.elements[at]),
      ...attributes.map((at) => schema.attributes[at]),
    ].reduce((sum, each) => sum + JSON.stringify(each).length, 0);
    return characters < 2 * COST_OF_PIECE * users.length;
  });
}

function mergeShared(groups: readonly Group[]): readonly Group[] {
  return mergeThose(groups, () => true);
}

function mergeThose(groups: readonly Group[], isMerged: (group: Group) => boolean): readonly Group[] {
  const merged: Group[] = [];
  const kept: Group[] = [];
  for (const group of groups) (group.users.length > 1 && isMerged(group) ? merged : kept).push(group);
  if (merged.length < 2) return groups;
  const ascending = (lists: readonly (readonly number[])[]): number[] =>
    [...new Set(lists.flat())].sort((one, other) => one - other);
  const common: Group = {
    types: ascending(merged.map(({ types }) => types)),
    elements: ascending(merged.map(({ elements }) => elements)),
    attributes: ascending(merged.map(({ attributes }) => attributes)),
    users: ascending(merged.map(({ users }) => users)),
  };
  return [common, ...kept];
}

function printPieces(
  { model: given, ports }: OfferedService,
  groups: readonly Group[],
  decided: Readonly<Record<string, string>>,
): SplitService {
  // The types of a piece are neighbours, so that it says only where they begin.
  const order = groups.flatMap(({ types }) => types);
  const places = new Map(order.map((old, now) => [old, now]));
  const at = (reference: TypeReference): TypeReference =>
    typeof reference === 'number' ? (places.get(reference) ?? reference) : reference;
  const model = compactModel(given);
  const { types, elements, attributes } = renumberSchema(model.schema, at);
  const services = renumberServices(model.services, at);
  const portNames = [...ports.keys()];

  let next = 0;
  const pieces = groups.map((group) => {
    const pick = <Item>(list: readonly Item[], from: readonly number[]): Item[] =>
      from.flatMap((index) => list.slice(index, index + 1));
    const start = next;
    next += group.types.length;
    return {
      users: new Set(group.users),
      json: JSON.stringify([
        start,
        pick(types, group.types),
        pick(elements, group.elements),
        pick(attributes, group.attributes),
      ]),
    };
  });
  const names = new Map(
    pieces.filter(({ users }) => users.size > 1).map((piece, index) => [piece, `types${index}`]),
  );
  const frame: Pick<ServiceModel, 'services'> = {
    ...model,
    services: services.map((service) => ({
      ...service,
      ports: service.ports.map((port) => ({ ...port, operations: [] })),
    })),
  };
  const split: Omit<SplitService, 'frame'> = {
    shared: new Map(
      pieces.flatMap((piece) => (names.has(piece) ? [[names.get(piece) ?? '', piece.json]] : [])),
    ),
    operations: model.exposed.map((exposed, index) => {
      const used = pieces.filter(({ users }) => users.has(index));
      const own = used.find((piece) => !names.has(piece));
      return {
        name: exposed.name,
        operation: printOperationData(exposed, services, ports),
        shared: used.flatMap((piece) => names.get(piece) ?? []),
        own: own?.json,
      };
    }),
  };
  const { strings, mark, shorten } = shortener([
    ...split.shared.values(),
    ...split.operations.map(({ operation, own = '' }) => operation + own),
  ]);
  return {
    frame: JSON.stringify({
      model: { ...frame, exposed: [], schema: { types: [], elements: [], attributes: [] } },
      types: order.length,
      ports: portNames,
      decided,
      mark,
      strings,
    }),
    shared: new Map([...split.shared].map(([name, json]) => [name, shorten(json)])),
    operations: split.operations.map(({ operation, own, ...others }) => ({
      ...others,
      operation: shorten(operation),
      own: own === undefined ? undefined : shorten(own),
    })),
  };
}

/** A string in JSON. */
const STRING = /"(?:[^"\\]|\\.)*"/g;
/** A number takes the place of strings that are longer, with their quotes, and appear this often. */
const MAX_KEPT_CHARACTERS = 16;
const FEWEST_USES = 4;
/** Characters that may begin the number of a string: one that begins no string of the service. */
const MARKS = ['#', '~', '^', '%', '|'];

/** Puts numbers (`"#0"`) in the place of long strings that appear often, such as namespaces: pieces repeat them more than the whole would. */
function shortener(texts: readonly string[]): {
  readonly strings: readonly string[];
  readonly mark: string;
  readonly shorten: (json: string) => string;
} {
  const mark = MARKS.find((each) => !texts.some((text) => text.includes(`"${each}`)));
  if (mark === undefined) return { strings: [], mark: '', shorten: (json) => json };
  const uses = new Map<string, { count: number; first: number; isShared: boolean }>();
  for (const [at, text] of texts.entries()) {
    for (const [string] of text.matchAll(STRING)) {
      if (string.length <= MAX_KEPT_CHARACTERS) continue;
      const known = uses.get(string) ?? { count: 0, first: at, isShared: false };
      uses.set(string, known);
      known.count += 1;
      // A string of one operation stays with it.
      known.isShared ||= known.first !== at;
    }
  }
  const kept = [...uses]
    .filter(([, { count, isShared }]) => isShared && count >= FEWEST_USES)
    .map(([string]) => string);
  const numbers = new Map(kept.map((string, index) => [string, `"${mark}${index}"`]));
  return {
    strings: kept.map((string) => JSON.parse(string) as string),
    mark,
    shorten: (json) => json.replace(STRING, (string) => numbers.get(string) ?? string),
  };
}

/** An operation as `[name, [[service, port, operation]…], [[name of a port, position in the list]…]]`; the first of the list is the exposed one. */
function printOperationData(
  exposed: ExposedOperation,
  services: ServiceModel['services'],
  ports: OfferedService['ports'],
): string {
  const places: ExposedOperation[] = [exposed];
  const placeOf = (wanted: ExposedOperation): number => {
    const found = places.findIndex(
      ({ service, port, operation }) =>
        service === wanted.service && port === wanted.port && operation === wanted.operation,
    );
    return found < 0 ? places.push(wanted) - 1 : found;
  };
  const through = [...ports.values()].flatMap((offered, port) =>
    offered.filter(({ name }) => name === exposed.name).map((each) => [port, placeOf(each)]),
  );
  return JSON.stringify([
    exposed.name,
    places.map(({ service, port, operation }) => [
      service,
      port,
      services[service]?.ports[port]?.operations[operation],
    ]),
    through,
  ]);
}

function sizeOf({ frame, shared, operations }: SplitService): number {
  const ofOperations = operations.map(
    ({ operation, shared: names, own = '' }) =>
      operation.length + own.length + names.length * COST_OF_PIECE + 60,
  );
  const ofShared = [...shared.values()].map((json) => json.length + COST_OF_PIECE);
  return [frame.length, ...ofOperations, ...ofShared].reduce((sum, each) => sum + each, 0);
}
