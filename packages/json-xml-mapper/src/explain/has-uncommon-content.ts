import { isUncommonType } from '../scalar/spaces/builtin-spaces.js';
import { hasMinimum } from '../shape/has-minimum.js';
import type { MessageShape } from '../shape/operation-shape.js';
import type { ContentNode, Scope, Shape } from '../shape/shape.js';

/**
 * Whether a message may have content whose encoders are in `uncommonContent`. Iterative, because a stranger's schema determines how deep
 * types nest.
 *
 * @example
 * ```ts
 * const needed = hasUncommonContent(createOperationShapes(model).get('GetUser').shape.input);
 * ```
 */
export function hasUncommonContent({
  root,
  headers,
  attachments,
  undeclaredAttachments,
  written,
}: MessageShape): boolean {
  if (written !== undefined || attachments.length > 0 || undeclaredAttachments === true) return true;
  const shapes: Shape[] = headers === undefined ? [root] : [root, headers];
  const seen = new Set<Shape>(shapes);
  for (let shape = shapes.pop(); shape !== undefined; shape = shapes.pop()) {
    if (isUncommon(shape)) return true;
    const object = shape.kind === 'lifted' ? shape.object : shape;
    if (object.kind !== 'object') continue;
    if (object.anyAttributes !== undefined) return true;
    const found = shapesOf(object);
    if (found === undefined) return true;
    for (const each of found) {
      if (!seen.has(each)) shapes.push(each);
      seen.add(each);
    }
  }
  return false;
}

/**
 * Whether a message may have values whose types are in `uncommonTypes`: lists, dates, durations, bytes, XML names. True if it has uncommon content,
 * which may be of any type.
 *
 * @example
 * ```ts
 * const needed = hasUncommonTypes(createOperationShapes(model).get('CreateUser').shape.input);
 * ```
 */
export function hasUncommonTypes(message: MessageShape): boolean {
  if (hasUncommonContent(message)) return true;
  const { root, headers } = message;
  const shapes: Shape[] = headers === undefined ? [root] : [root, headers];
  const seen = new Set<Shape>(shapes);
  for (let shape = shapes.pop(); shape !== undefined; shape = shapes.pop()) {
    if (shape.kind === 'list' || (shape.kind === 'scalar' && isUncommonType(shape.builtin))) return true;
    for (const each of partsOf(shape)) {
      if (!seen.has(each)) shapes.push(each);
      seen.add(each);
    }
  }
  return false;
}

/** The shapes inside one without uncommon content. */
function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'union':
      return shape.members;
    case 'lifted':
      return [shape.object];
    case 'object': {
      const own = [...shape.attributes.map((each) => each.shape), ...(shapesOf(shape) ?? [])];
      return shape.value === undefined ? own : [...own, shape.value];
    }
    default:
      return [];
  }
}

function isUncommon({ kind }: Shape): boolean {
  return ['polymorphic', 'soapArray', 'anyType', 'anySimpleType', 'attachment'].includes(kind);
}

/** The shapes of the elements of a scope; `undefined` if their places are uncommon. */
function shapesOf(scope: Scope): readonly Shape[] | undefined {
  if (scope.form !== 'plain' || scope.openOrder) return undefined;
  const shapes: Shape[] = [];
  const nodes: ContentNode[] = [scope.content];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    switch (node.kind) {
      case 'any':
        return undefined;
      case 'element':
        if (node.member.substitution !== undefined) return undefined;
        if (node.member.fixed !== undefined && node.member.shape.kind === 'union') return undefined;
        shapes.push(node.member.shape);
        break;
      case 'items':
        if (node.body.form !== 'plain' || hasMinimum(node)) return undefined;
        nodes.push(node.body.content);
        break;
      case 'sequence':
        nodes.push(...node.children);
        break;
      case 'choice':
        nodes.push(...node.branches);
        break;
    }
  }
  return shapes;
}
