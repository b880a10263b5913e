import { assertOptions, text } from '@soapstone/options';
import type { ServiceModel } from '@soapstone/soap-model';
import type { ExchangeInfo } from '../api/operation.js';
import type { MapperOptions, UnwrapMode } from '../api/options.js';
import { type BoundOperation, buildOperation, resolveExposed } from '../build/build-operation.js';
import { ShapeBuilder } from '../build/shape-builder.js';
import type { Designer } from '../design/designer.js';
import { OperationNotFoundError } from '../errors.js';
import { nearestName } from '../explain/keys/nearest-name.js';
import type { OperationShape } from '../shape/operation-shape.js';
import { describeOperation } from './operation-info.js';

/** The options that determine the Shapes of a model. */
export type ShapeOptions = Pick<
  MapperOptions,
  'numbers' | 'unwrap' | 'unwrapByOperation' | 'wildcards' | 'allowUndeclaredAttachments' | 'design'
>;

/** An operation with everything needed to call it, apart from the data of a call. */
export interface ShapedExchange {
  readonly info: ExchangeInfo;
  readonly shape: OperationShape;
  readonly bound: BoundOperation;
}

/** The Shapes of a model's exposed operations, each built on first use and then shared. */
export interface Shapes<Shaped extends ShapedExchange> {
  /** External names in the order of the description (OP-3). */
  readonly names: readonly string[];
  /**
   * Throws `OperationNotFoundError`, or `MappingError` with code `LIMIT` for an operation that cannot be mapped: the derived types
   * of its schema explode, or an object of its messages has thousands of members. Other operations are unaffected.
   */
  get(name: string): Shaped;
}

/**
 * Builds Shapes for a model.
 *
 * @param complete adds what callers need to know about an operation
 * @param designer turns each Shape into the one that a design wants
 */
export function shapeOperations<Shaped extends ShapedExchange>(
  model: ServiceModel,
  options: Omit<ShapeOptions, 'design'>,
  complete: (shaped: ShapedExchange) => Shaped,
  designer?: Designer,
): Shapes<Shaped> {
  const newBuilder = () => new ShapeBuilder(model.schema, options.numbers ?? 'number', options.wildcards);
  let builder = newBuilder();
  const exposed = new Map(model.exposed.map((operation) => [operation.name, operation]));
  const shaped = new Map<string, Shaped>();
  const refused = new Map<string, unknown>();
  return {
    names: [...exposed.keys()],
    get(name) {
      const known = shaped.get(name);
      if (known !== undefined) return known;
      if (refused.has(name)) throw refused.get(name);
      assertOptions(text, name, 'get', 'name');
      const operation = exposed.get(name);
      if (operation === undefined) {
        throw new OperationNotFoundError({ operation: name, nearest: nearestNames(name, exposed.keys()) });
      }
      const bound = resolveExposed(model, operation);
      const unwrap = unwrapOf(name, options);
      try {
        const { allowUndeclaredAttachments } = options;
        const built = buildOperation(builder, model, bound.operation, unwrap, allowUndeclaredAttachments);
        const shape = designer === undefined ? built : designer.design(name, built);
        const result = complete({ info: describeOperation(name, bound, shape, unwrap), shape, bound });
        shaped.set(name, result);
        return result;
      } catch (error) {
        // Contains Shapes that were started but not finished.
        builder = newBuilder();
        refused.set(name, error);
        throw error;
      }
    },
  };
}

/** UW-7. An operation may be called `constructor`, so only own keys count (VO-5). */
function unwrapOf(
  name: string,
  { unwrap = 'record', unwrapByOperation = {} }: Omit<ShapeOptions, 'design'>,
): UnwrapMode {
  return Object.hasOwn(unwrapByOperation, name) ? unwrapByOperation[name]! : unwrap;
}

/** Up to three most similar names, best first. */
function nearestNames(name: string, names: Iterable<string>): readonly string[] {
  const candidates = new Set(names);
  const nearest: string[] = [];
  while (nearest.length < 3) {
    const next = nearestName(name, candidates);
    if (next === undefined) break;
    nearest.push(next);
    candidates.delete(next);
  }
  return nearest;
}
