import { escapeKey } from '../design/parse-design.js';
import { listed } from '../design/shaping/named-shape.js';
import type { OperationShapes } from '../operation/operation-shapes.js';
import type { MessageShape, OperationShape } from '../shape/operation-shape.js';
import type { Shape } from '../shape/shape.js';
import { objectOf } from './member-names.js';

/** A member of an input, as the schema has it. */
export interface ListedMember {
  /** Its keys from the input, as a path of a design: `partner/@id`, `$headers/Locale`. */
  readonly path: string;
  /** `xs:string`, `object`, or another kind of value. */
  readonly type: string;
  /** Whether the object that it is in must have it. */
  readonly required: boolean;
  /** Whether it can occur more than once. */
  readonly many: boolean;
  /** The texts of its values, if they are enumerated or `true` and `false`: at most 200. */
  readonly values?: readonly string[];
}

/** The names of the faults that an operation declares. */
export interface ListedFaults {
  readonly operation: string;
  readonly faults: readonly string[];
}

/** The members of the input or the result of an operation, each object before its members. */
export interface ListedInput {
  readonly operation: string;
  readonly members: readonly ListedMember[];
  /** Whether there are more members than are listed. */
  readonly more: boolean;
}

/** The maximum number of members that are listed, for all operations together. Each operation gets an equal share, and at least `LEAST`. */
const MOST_MEMBERS = 10_000;
const LEAST = 50;
const MOST_OPERATIONS = 2_000;
const MOST_KEYS = 8;
const MOST_VALUES = 200;
/** The characters of the values of all members of one side together. */
const MOST_VALUE_TEXT = 262_144;
const MOST_FAULTS = 100;

interface Place {
  readonly shape: Shape;
  readonly keys: readonly string[];
  /** The objects that it is in: a type can contain itself. */
  readonly above: readonly Shape[];
  readonly listed: Omit<ListedMember, 'path'> | undefined;
}

/** Lists what the inputs of all operations consist of, without a design. Work and size are bounded. */
export function listInputs(shapes: OperationShapes): readonly ListedInput[] {
  return listOf(shapes, (operation) => inputOf(shapes, operation));
}

/**
 * Lists what the results of all operations consist of, without a design, as `listInputs` does.
 *
 * @example
 * ```ts
 * listResults(createOperationShapes(model)); // [{ operation: 'GetUser', members: [{ path: 'Name', … }], more: false }]
 * ```
 */
export function listResults(shapes: OperationShapes): readonly ListedInput[] {
  return listOf(shapes, (operation) => {
    const output = shapeOf(shapes, operation)?.output;
    return output && { root: output.record?.shape ?? output.root };
  });
}

/**
 * Lists the faults that operations declare, by the names that a design gives statuses to. Operations without one are left out.
 *
 * @example
 * ```ts
 * listFaults(createOperationShapes(model)); // [{ operation: 'GetUser', faults: ['UserNotFound'] }]
 * ```
 */
export function listFaults(shapes: OperationShapes): readonly ListedFaults[] {
  return shapes.names.slice(0, MOST_OPERATIONS).flatMap((operation) => {
    const declared = shapeOf(shapes, operation)?.faults ?? [];
    const faults = [...new Set(declared.map(({ name }) => name))].slice(0, MOST_FAULTS);
    return faults.length === 0 ? [] : [{ operation, faults }];
  });
}

function listOf(
  { names }: OperationShapes,
  rootsOf: (operation: string) => Roots | undefined,
): readonly ListedInput[] {
  const operations = names.slice(0, MOST_OPERATIONS);
  const share = Math.max(LEAST, Math.floor(MOST_MEMBERS / Math.max(1, operations.length)));
  const room = new ValueRoom(MOST_VALUE_TEXT);
  return operations.flatMap((operation) => {
    const roots = rootsOf(operation);
    return roots === undefined ? [] : [{ operation, ...listMembers(roots, share, room) }];
  });
}

/** The parents of the members of a message. */
interface Roots {
  readonly root: Shape;
  readonly headers?: Shape | undefined;
}

/** The input of an operation; undefined if the operation cannot be called. */
export function inputOf(shapes: OperationShapes, operation: string): MessageShape | undefined {
  return shapeOf(shapes, operation)?.input;
}

function shapeOf(shapes: OperationShapes, operation: string): OperationShape | undefined {
  try {
    return shapes.get(operation).shape;
  } catch {
    // An operation that cannot be called has no design either.
    return undefined;
  }
}

function listMembers(
  { root, headers }: Roots,
  most: number,
  room: ValueRoom,
): Omit<ListedInput, 'operation'> {
  const members: ListedMember[] = [];
  const start = (shape: Shape, keys: readonly string[]): Place => ({
    ...{ shape, keys, above: [] },
    listed: undefined,
  });
  const pending: Place[] = [...(headers ? [start(headers, ['$headers'])] : []), start(root, [])];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (place.listed !== undefined) {
      if (members.length >= most) return { members, more: true };
      const values = room.valuesOf(place.shape);
      const path = place.keys.map(escapeKey).join('/');
      members.push({ path, ...place.listed, ...(values && { values }) });
    }
    pending.push(...membersOf(place).reverse());
  }
  return { members, more: false };
}

/** The members of an object, in the order of the schema. */
function membersOf({ shape, keys, above }: Place): Place[] {
  const object = objectOf(shape);
  if (object === undefined || object.form !== 'plain' || keys.length >= MOST_KEYS) return [];
  if (above.includes(object)) return [];
  const inside = [...above, object];
  const attributes = object.attributes.map(
    (member): Place => ({
      shape: member.shape,
      keys: [...keys, member.key],
      above: inside,
      listed: { type: typeOf(member.shape), required: member.required, many: false },
    }),
  );
  const value: Place[] =
    object.value === undefined
      ? []
      : [
          {
            shape: object.value,
            keys: [...keys, '$value'],
            above: inside,
            listed: { type: typeOf(object.value), required: true, many: false },
          },
        ];
  const elements = object.members.map(
    ({ key, shape: content, min, array, conditional }): Place => ({
      shape: content,
      keys: [...keys, key],
      above: inside,
      listed: { type: typeOf(content), required: min > 0 && !conditional, many: array },
    }),
  );
  return [...attributes, ...value, ...elements];
}

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'scalar':
      return `xs:${shape.builtin}`;
    case 'polymorphic':
      return 'object';
    case 'list':
      return 'list';
    default:
      return shape.kind;
  }
}

/** Lists the values of members as long as there is room for their texts. */
class ValueRoom {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** The texts that a value can have; undefined if they are not enumerated, and if there is no room. */
  valuesOf(shape: Shape): readonly string[] | undefined {
    const item = shape.kind === 'list' ? shape.item : shape;
    const texts = item.kind === 'scalar' || item.kind === 'union' ? listed(item) : undefined;
    const values = texts?.slice(0, MOST_VALUES);
    const size = values?.reduce((sum, text) => sum + text.length, 0) ?? 0;
    if (size > this.#left) return undefined;
    this.#left -= size;
    return values;
  }
}
