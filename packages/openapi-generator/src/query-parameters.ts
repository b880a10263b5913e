import type { ElementMember, MessageShape, ObjectShape, SimpleShape } from '@soapstone/json-xml-mapper';
import type { ParameterObject } from 'openapi3-ts/oas30';
import type { Projection } from './schema/projection.js';

/** Path segments of a parameter name, at most (GQ-1). */
const MAX_DEPTH = 4;

/** An object on the way down, and the path to it. */
interface Level {
  readonly object: ObjectShape;
  readonly path: readonly string[];
  /** Every member on the way is required, so its required leaves are too (GQ-8). */
  readonly required: boolean;
}

/** The query parameters of a GET: one per addressable leaf, in schema order (GQ-1, GQ-8). */
export function queryParameters(input: MessageShape, projection: Projection): ParameterObject[] {
  const parameters: ParameterObject[] = [];
  if (input.root.kind !== 'object') return parameters;
  // Depth first, so that the leaves of a record stand together. The depth is bounded, so recursive types end.
  const stack: Level[] = [{ object: input.root, path: [], required: true }];
  for (let level = stack.pop(); level !== undefined; level = stack.pop()) {
    const { object, path, required } = level;
    for (const attribute of object.attributes) {
      const isRequired =
        attribute.required && attribute.default === undefined && attribute.fixed === undefined;
      parameters.push({
        name: [...path, attribute.key].join('.'),
        in: 'query',
        ...described(attribute.documentation),
        ...(required && isRequired ? { required: true } : {}),
        ...arrayStyle(attribute.shape),
        schema: projection.shape(attribute.shape),
      });
    }
    const records: Level[] = [];
    for (const member of object.form === 'plain' ? object.members : []) {
      const isRequired = required && !member.conditional && member.min > 0;
      const memberPath = [...path, member.key];
      const { shape } = member;
      if (isSimple(member)) {
        parameters.push({
          name: memberPath.join('.'),
          in: 'query',
          ...described(member.documentation),
          ...(isRequired && !isFilled(member) ? { required: true } : {}),
          ...(member.array ? { style: 'form', explode: true } : arrayStyle(shape as SimpleShape)),
          schema: member.array ? projection.member(member) : projection.shape(shape),
        });
      } else if (shape.kind === 'object' && !member.array && memberPath.length < MAX_DEPTH) {
        records.push({ object: shape, path: memberPath, required: isRequired });
      }
    }
    stack.push(...records.reverse());
  }
  return parameters;
}

function isSimple(member: ElementMember): boolean {
  if (member.substitution !== undefined) return false;
  const { kind } = member.shape;
  return kind === 'scalar' || kind === 'union' || (kind === 'list' && !member.array);
}

function isFilled(member: ElementMember): boolean {
  return !member.array && (member.default !== undefined || member.fixed !== undefined);
}

function arrayStyle(shape: SimpleShape): { style?: 'form'; explode?: boolean } {
  return shape.kind === 'list' ? { style: 'form', explode: true } : {};
}

function described(documentation: string | undefined): { description?: string } {
  return documentation === undefined ? {} : { description: documentation };
}
