import { assertOptions, kindOf, wrong } from '@soapstone/options';
import type {
  AttributeDeclaration,
  ElementDeclaration,
  ExposedOperation,
  Operation,
  SchemaType,
  ServiceModel,
} from '@soapstone/soap-model';
import type { GeneratedOperation, JoinedPieces } from './generated-service.js';

/** The contents of `frame`. */
interface Frame {
  readonly model: ServiceModel;
  /** The number of types of all operations together. */
  readonly types: number;
  /** The names of the ports. */
  readonly ports: readonly string[];
  /** The character before the number of a string in the other pieces; `''` if they have all strings themselves. */
  readonly mark: string;
  readonly strings: readonly string[];
  readonly decided: JoinedPieces['decided'];
}

/** The contents of `operation`: its name, its place, and its ports, by positions in the two lists. */
type Place = readonly [service: number, port: number, operation: Operation];
type OperationData = readonly [
  name: string,
  places: readonly Place[],
  ports: readonly (readonly [port: number, place: number])[],
];

/** The contents of an entry of `types`, and the position of its first type. */
type Types = readonly [
  start: number,
  types: readonly SchemaType[],
  elements: readonly ElementDeclaration[],
  attributes: readonly AttributeDeclaration[],
];

/** Takes the place of a type that the operation cannot contain, so that the positions of the others are right. */
const ABSENT: SchemaType = {
  kind: 'complex',
  targetNamespace: '',
  abstract: true,
  block: [],
  final: [],
  attributes: [],
  content: { kind: 'empty' },
};

const generatedPieces = (value: unknown) => {
  const { frame, operation, types } = (value ?? {}) as Partial<GeneratedOperation>;
  return typeof frame === 'string' && typeof operation === 'string' && Array.isArray(types)
    ? []
    : wrong(`expected what "soapstone client --split" wrote, not ${kindOf(value)}`);
};

/** Pieces that several clients of a program need are parsed once. */
const parsed = new Map<string, unknown>();

function parse<Value>(json: string, { mark, strings }: Pick<Frame, 'mark' | 'strings'>): Value {
  const known = parsed.get(json);
  if (known !== undefined) return known as Value;
  const value = JSON.parse(mark === '' ? json : withStrings(json, `"${mark}`, strings)) as Value;
  parsed.set(json, value);
  return value;
}

/** The text with the strings whose numbers it has, such as `"#12"`. */
function withStrings(json: string, mark: string, strings: readonly string[]): string {
  const [first = '', ...rest] = json.split(mark);
  const quoted = strings.map((each) => JSON.stringify(each));
  const restored = rest.map((part) => {
    const end = part.indexOf('"');
    return (quoted[Number(part.slice(0, end))] ?? '') + part.slice(end + 1);
  });
  return first + restored.join('');
}

/**
 * The service with one operation, from the pieces that its module has. Modules of `soapstone client --split` pass it on.
 *
 * @example
 * ```ts
 * const service: GeneratedOperation = { join: joinPieces, frame, operation, types: [types1, types4] };
 * ```
 */
export function joinPieces(pieces: GeneratedOperation): JoinedPieces {
  assertOptions(generatedPieces, pieces, 'joinPieces', 'pieces');
  const { frame, operation } = pieces;
  const service = parse<Frame>(frame, { mark: '', strings: [] });
  const { model, types: count, ports, decided } = service;
  const [name, places, through] = parse<OperationData>(operation, service);
  const types = Array.from({ length: count }, () => ABSENT);
  const elements: ElementDeclaration[] = [];
  const attributes: AttributeDeclaration[] = [];
  for (const piece of pieces.types) {
    const [start, ofTypes, ofElements, ofAttributes] = parse<Types>(piece, service);
    for (const [index, type] of ofTypes.entries()) types[start + index] = type;
    for (const each of ofElements) elements.push(each);
    for (const each of ofAttributes) attributes.push(each);
  }
  const operationsOf = (service: number, port: number): Operation[] =>
    places.flatMap((place) => (place[0] === service && place[1] === port ? [place[2]] : []));
  const exposedAt = (index: number): readonly ExposedOperation[] => {
    const place = places[index];
    if (place === undefined) return [];
    const [service, port, found] = place;
    return [{ name, service, port, operation: operationsOf(service, port).indexOf(found) }];
  };
  return {
    model: {
      ...model,
      services: model.services.map((each, serviceAt) => ({
        ...each,
        ports: each.ports.map((port, portAt) => ({
          ...port,
          operations: operationsOf(serviceAt, portAt),
        })),
      })),
      exposed: exposedAt(0),
      schema: { types, elements, attributes },
    },
    ports: through.map(([port, place]) => [ports[port] ?? '', exposedAt(place)]),
    decided,
  };
}
