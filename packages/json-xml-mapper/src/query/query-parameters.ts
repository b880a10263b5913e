import { assertOptions } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { BUILTIN_TYPES } from '../shape/builtin-types.js';
import { messageArgument } from '../shape/message-argument.js';
import type { MessageShape } from '../shape/operation-shape.js';
import type {
  AttributeMember,
  ContentNode,
  ElementMember,
  LiftedShape,
  ObjectShape,
  PolymorphicShape,
} from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import { textWhenLeftOut } from '../shape/value-constraint.js';

/** One query parameter: a simple field of the input, or of a record inside it (GQ-1). */
export interface QueryParameter {
  /** The keys of `path` joined by dots. */
  readonly name: string;
  readonly path: readonly string[];
  /** The type of one value. */
  readonly shape: SimpleShape;
  /** Whether the field is repeatable: each repetition of the parameter is then one value. */
  readonly array: boolean;
  /** Whether the field and every enclosing record are required (GQ-8). */
  readonly required: boolean;
  readonly default?: string;
  readonly fixed?: string;
  readonly documentation?: string;
}

/** The part of an input that a query string can express. */
export interface QueryParameters {
  /** In schema order; with a refusal, those that it does not concern. */
  readonly parameters: readonly QueryParameter[];
  /** Why the operation is not query-safe (GQ-1), explained to the owner; absent if it is. */
  readonly refusal?: string;
}

/** GQ-1: how deep records with query parameters may nest, and the maximum number of parameters. */
const MAX_DEPTH = 4;
const MAX_PARAMETERS = 50;

/** The maximum number of input positions to visit. Four levels of wide records would be millions. */
const MAX_VISITS = 5_000;

/**
 * Finds the query parameters of an input message, and whether they are enough to call the operation (GQ-1).
 *
 * @example
 * ```ts
 * queryParameters(mapper.compile('GetUser').shape.input);
 * ```
 */
export function queryParameters(message: MessageShape): QueryParameters {
  assertOptions(messageArgument, message, 'queryParameters', 'message');
  const walk: Walk = { visits: 0 };
  const found = collectRecord(recordOf(message.root), { path: [], required: true }, walk);
  const parameters = withoutShadowed(found.parameters);
  const refusal = refuse(message, found, parameters, walk);
  return refusal === undefined ? { parameters } : { parameters, refusal };
}

interface Walk {
  visits: number;
}

interface Found {
  readonly parameters: readonly QueryParameter[];
  readonly refusal?: string;
}

interface Position {
  readonly path: readonly string[];
  /** Whether every step so far is required. */
  readonly required: boolean;
}

function refuse(
  message: MessageShape,
  found: Found,
  parameters: readonly QueryParameter[],
  walk: Walk,
): string | undefined {
  if (message.attachments.length > 0) return 'it takes attachments, which a query string cannot carry';
  if (message.root.kind === 'polymorphic' && message.root.abstract) return 'its input is of an abstract type';
  if (walk.visits > MAX_VISITS) return 'its input has too many fields to look for query parameters';
  if (found.refusal !== undefined) return found.refusal;
  const lost = found.parameters.find((parameter) => parameter.required && !parameters.includes(parameter));
  if (lost !== undefined) return `two of its required fields would both be the parameter ${lost.name}`;
  if (parameters.length > MAX_PARAMETERS) {
    return `its input has ${parameters.length} fields, and a query string may have ${MAX_PARAMETERS}`;
  }
  return undefined;
}

/** GQ-2: a root key wins over an equal dotted path; otherwise the first in schema order. */
function withoutShadowed(parameters: readonly QueryParameter[]): readonly QueryParameter[] {
  const winners = new Map<string, QueryParameter>();
  for (const parameter of parameters) {
    const rival = winners.get(parameter.name);
    if (rival === undefined || (parameter.path.length === 1 && rival.path.length > 1)) {
      winners.set(parameter.name, parameter);
    }
  }
  return parameters.filter((parameter) => winners.get(parameter.name) === parameter);
}

/** The object of a root. Without `$type` a polymorphic value has its declared type. */
function recordOf(root: ObjectShape | PolymorphicShape): ObjectShape {
  return root.kind === 'polymorphic' ? root.declared : root;
}

/** The parameters of one record. Recursive over records only, which the depth limit bounds. */
function collectRecord(record: ObjectShape, at: Position, walk: Walk): Found {
  const where = at.path.length === 0 ? 'its input' : `its required field ${at.path.join('.')}`;
  if (record.form !== 'plain')
    return { parameters: [], refusal: `${where} is ordered text and elements ($content)` };
  const parameters: QueryParameter[] = [];
  for (const attribute of record.attributes) {
    walk.visits++;
    const found = collectAttribute(attribute, at);
    if (typeof found === 'string') return { parameters, refusal: found };
    if (found !== undefined) parameters.push(found);
  }
  if (record.value !== undefined) {
    // A name that starts with `$` belongs to the gateway (GQ-6), so the text of the root itself has no parameter.
    if (at.path.length === 0) return { parameters, refusal: `${where} is text with attributes` };
    parameters.push(
      parameterAt([...at.path, '$value'], record.value, { array: false, required: at.required }),
    );
  }
  const refusal = collectContent(record, at, walk, parameters);
  return refusal === undefined ? { parameters } : { parameters, refusal };
}

function collectAttribute(attribute: AttributeMember, at: Position): QueryParameter | string | undefined {
  const path = [...at.path, attribute.key];
  const must = attribute.required && textWhenLeftOut(attribute) === undefined;
  const obstacle =
    path.length > MAX_DEPTH ? tooDeep(path) : must && isBinary(attribute.shape) ? binary(path) : undefined;
  if (obstacle !== undefined) return must ? obstacle : undefined;
  return parameterAt(path, attribute.shape, {
    ...annotations(attribute),
    array: false,
    required: at.required && must,
  });
}

interface Step {
  readonly node: ContentNode;
  /** Whether the record cannot be expressed without this node. */
  readonly must: boolean;
  /** Whether the node is inside a choice or an optional group, where no parameter is required by itself. */
  readonly conditional: boolean;
}

/**
 * The parameters of the content. Iterative, because a schema determines the nesting of groups. Returns the first rejection; the parameters behind it
 * are those that a request with a body can have beside it.
 */
function collectContent(
  record: ObjectShape,
  at: Position,
  walk: Walk,
  parameters: QueryParameter[],
): string | undefined {
  const stack: Step[] = [{ node: record.content, must: true, conditional: false }];
  let refusal: string | undefined;
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (++walk.visits > MAX_VISITS) return refusal;
    const { node, must } = step;
    switch (node.kind) {
      case 'element': {
        const found = collectElement(node.member, must && node.min > 0, step.conditional, at, walk);
        parameters.push(...found.parameters);
        refusal ??= found.refusal;
        break;
      }
      case 'any':
      case 'items':
        if (must && node.min > 0)
          refusal ??= `${[...at.path, node.key].join('.')} is required and is a list of objects`;
        break;
      case 'sequence':
      case 'choice': {
        // A choice is expressible if all of its branches are, because the caller's branch is not known here.
        const children = node.kind === 'sequence' ? node.children : node.branches;
        const conditional = step.conditional || node.kind === 'choice' || node.optional;
        for (const child of children.toReversed()) {
          stack.push({ node: child, must: must && !node.optional, conditional });
        }
      }
    }
  }
  return refusal;
}

function collectElement(
  member: ElementMember,
  needed: boolean,
  conditional: boolean,
  at: Position,
  walk: Walk,
): Found {
  const path = [...at.path, member.key];
  const must = needed && textWhenLeftOut(member) === undefined;
  const required = at.required && must && !conditional;
  const obstacle = obstacleOf(member, path, must);
  if (obstacle !== undefined) return must ? { parameters: [], refusal: obstacle } : { parameters: [] };
  const { shape } = member;
  if (shape.kind === 'lifted') return collectElement(inPlaceOf(member, shape), needed, conditional, at, walk);
  if (shape.kind === 'object' || shape.kind === 'polymorphic') {
    const found = collectRecord(recordOf(shape), { path, required }, walk);
    if (found.refusal === undefined) return found;
    // A record that can never be expressed completely is not offered at all.
    return must ? found : { parameters: [] };
  }
  if (shape.kind === 'anyType' || shape.kind === 'soapArray' || shape.kind === 'attachment')
    return { parameters: [] };
  return {
    parameters: [parameterAt(path, shape, { ...annotations(member), array: member.array, required })],
  };
}

/** The member whose value takes the place of an object (DF-14), under its key. */
function inPlaceOf(outer: ElementMember, { member }: LiftedShape): ElementMember {
  const { default: _, fixed: __, whenLeftOut: ___, documentation = outer.documentation, ...inner } = member;
  return { ...inner, ...defined({ documentation }), key: outer.key };
}

/** The reason why an element cannot be in a query string. */
function obstacleOf(member: ElementMember, path: readonly string[], must: boolean): string | undefined {
  if (path.length > MAX_DEPTH) return tooDeep(path);
  const name = path.join('.');
  if (member.substitution?.abstract) return `its required field ${name} needs $element`;
  switch (member.shape.kind) {
    case 'object':
    case 'polymorphic':
      if (member.array) return `its required field ${name} is a list of objects`;
      if (member.shape.kind === 'polymorphic' && member.shape.abstract)
        return `its required field ${name} needs $type`;
      return path.length === MAX_DEPTH && must ? tooDeep([...path, '…']) : undefined;
    case 'anyType':
      return `its required field ${name} may be any XML`;
    case 'soapArray':
      return `its required field ${name} is a SOAP array`;
    case 'attachment':
      return `its required field ${name} is an attachment`;
    case 'lifted':
      return member.array ? `its required field ${name} is a list of lists` : undefined;
    default:
      return must && isBinary(member.shape) ? binary(path) : undefined;
  }
}

function isBinary(shape: SimpleShape): boolean {
  return shape.kind === 'scalar' && BUILTIN_TYPES[shape.builtin].family === 'binary';
}

function binary(path: readonly string[]): string {
  return `its required field ${path.join('.')} is binary`;
}

function tooDeep(path: readonly string[]): string {
  return `its required field ${path.join('.')} is nested more than ${MAX_DEPTH} levels deep`;
}

function annotations(
  member: ElementMember | AttributeMember,
): Pick<QueryParameter, 'default' | 'fixed' | 'documentation'> {
  return {
    ...defined({
      default: member.whenLeftOut ?? member.default,
      fixed: member.fixed,
      documentation: member.documentation,
    }),
  };
}

function parameterAt(
  path: readonly string[],
  shape: SimpleShape,
  rest: Omit<QueryParameter, 'name' | 'path' | 'shape'>,
): QueryParameter {
  return { name: path.join('.'), path, shape, ...rest };
}
