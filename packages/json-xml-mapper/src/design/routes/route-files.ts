import { defined } from '@soapstone/options/defined';
import type { ExpandedName, SchemaSet, SchemaType } from '@soapstone/soap-model';
import { XMLMIME } from '@soapstone/soap-model/namespaces';
import { BUILTIN_TYPES } from '../../shape/builtin-types.js';
import type { MessageShape, OperationShape } from '../../shape/operation-shape.js';
import { ATTACHMENTS, type FilePlace, type FormPart, type RouteFiles } from '../../shape/route-files.js';
import type { AnyNode, ContentNode, ElementMember, ItemsNode, Shape } from '../../shape/shape.js';
import { bindRoute } from './bind-route.js';
import type { ParsedRoute } from './parsed-route.js';
import { bodyOfRoute, type RouteBody } from './route-body.js';

/** Finds what of a route can be a file (PG-7) or a form of files (PG-12). Undefined if nothing can. */
export function filesOf(route: ParsedRoute, shape: OperationShape): RouteFiles | undefined {
  const taken = bodyOfRoute(
    route,
    bindRoute(route, shape, () => {}),
    shape,
  );
  const { output, schema } = shape;
  const body = taken && fileInBody(taken, schema);
  const form = taken && body === undefined ? formOf(taken, schema) : undefined;
  const result =
    output === undefined || route.page !== undefined
      ? undefined
      : fileInMessage(output.attachments, output.record?.shape ?? output.root, schema);
  if ((body ?? form ?? result) === undefined) return undefined;
  return { ...defined({ body, result, form }) };
}

function fileInBody(taken: RouteBody, schema: SchemaSet): FilePlace | undefined {
  if ('message' in taken) return fileInMessage(taken.message.attachments, taken.message.root, schema);
  const { member } = taken;
  return isSingle(member) ? fileOf(member, schema) : undefined;
}

/** The file of a message that has nothing else: its only member, or its only attachment. */
function fileInMessage(
  attachments: MessageShape['attachments'],
  root: Shape,
  schema: SchemaSet,
): FilePlace | undefined {
  const [attachment] = attachments;
  if (attachment === undefined) return onlyFileIn(root, schema);
  if (attachments.length > 1 || !isEmpty(root)) return undefined;
  const { name, contentTypes } = attachment;
  return {
    key: name,
    path: [ATTACHMENTS, name, 'data'],
    typeKey: 'contentType',
    encoding: 'base64',
    ...declaredTypes(contentTypes),
    part: 'bound',
  };
}

function isEmpty(shape: Shape): boolean {
  if (shape.kind !== 'object' || shape.form !== 'plain' || shape.value !== undefined) return false;
  const { members, attributes, anyAttributes, content } = shape;
  const size = members.length + attributes.length + content.children.length;
  return size === 0 && anyAttributes === undefined;
}

/** The file of an object that has one member, which is binary. */
function onlyFileIn(shape: Shape, schema: SchemaSet): FilePlace | undefined {
  if (shape.kind !== 'object' || shape.form !== 'plain' || shape.value !== undefined) return undefined;
  const { members, attributes, anyAttributes, content } = shape;
  const [member] = members;
  if (member === undefined || members.length > 1 || attributes.length > 0 || anyAttributes !== undefined)
    return undefined;
  if (!isSingle(member)) return undefined;
  // Wildcards and groups that repeat have keys of their own.
  if (content.children.some((child) => child.kind !== 'element')) return undefined;
  const { key } = member;
  const place = fileOf(member, schema);
  if (place === undefined) return undefined;
  return { ...place, key, ...(place.path && { path: [key, ...place.path] }) };
}

function isSingle({ array, substitution }: ElementMember): boolean {
  return !array && substitution === undefined;
}

/** The file that a value of a member is: binary data, alone or with its media type, or an attachment. */
function fileOf({ shape, mediaTypes }: ElementMember, schema: SchemaSet): FilePlace | undefined {
  const types = declaredTypes(mediaTypes ?? typesOfType(shape, schema));
  if (shape.kind === 'attachment')
    return { path: ['data'], typeKey: 'contentType', encoding: 'base64', ...types, part: 'referenced' };
  if (shape.kind !== 'object') {
    const place = fileAt(shape);
    return place && { ...place, ...types };
  }
  const { value, valueFill, attributes, anyAttributes } = shape;
  const [type] = attributes;
  if (value === undefined || valueFill !== undefined || anyAttributes !== undefined) return undefined;
  if (attributes.length > 1 || (type !== undefined && !isContentType(type.name))) return undefined;
  const place = fileAt(value);
  if (place === undefined) return undefined;
  return {
    path: ['$value'],
    ...(type && { typeKey: type.key, ...(type.required && { typeRequired: true }) }),
    ...place,
    ...types,
  };
}

const MOST_BASES = 16;

/** AT-5: the media types that a named type declares for its values, or one that it is derived from. */
function typesOfType(shape: Shape, { types }: SchemaSet): readonly string[] | undefined {
  const { name } = shape as { readonly name?: ExpandedName };
  let type: SchemaType | undefined =
    name &&
    types.find((each) => each.name?.localName === name.localName && each.name.namespace === name.namespace);
  for (let bases = 0; type !== undefined && bases < MOST_BASES; bases++) {
    if (type.mediaTypes !== undefined) return type.mediaTypes;
    type = typeof type.base === 'number' ? types[type.base] : undefined;
  }
  return undefined;
}

/** AT-5: the attribute with the media type of a value. */
function isContentType({ namespace, localName }: ExpandedName): boolean {
  return localName === 'contentType' && XMLMIME.includes(namespace);
}

const MOST_TYPES = 20;
const RANGE = /^[a-z0-9!#$&^_.+-]{1,64}\/(?:\*|[a-z0-9!#$&^_.+-]{1,64})$/;
/** The type of a body with one of these and without a declaration. */
const TAKEN_TYPES: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'application/json',
  'application/x-ndjson',
  'multipart/form-data',
]);

/** The media types that a service declares (AT-5), without their parameters and those that mean something else here. */
function declaredTypes(declared: readonly string[] = []): Pick<FilePlace, 'mediaTypes'> {
  const types = declared
    .slice(0, MOST_TYPES)
    .map((type) => (type.split(';', 1)[0] ?? '').trim().toLowerCase())
    .filter((type) => RANGE.test(type) && !TAKEN_TYPES.has(type) && !type.endsWith('+json'));
  return types.length === 0 ? {} : { mediaTypes: [...new Set(types)] };
}

const MOST_PARTS = 100;

/**
 * The parts of a form with the members of a body (PG-12), of which at least one is a file. Undefined if a required member cannot be a part.
 */
function formOf(taken: RouteBody, schema: SchemaSet): readonly FormPart[] | undefined {
  const attachments = 'message' in taken ? taken.message.attachments : [];
  const root = 'message' in taken ? taken.message.root : isSingle(taken.member) && taken.member.shape;
  if (root === false || root.kind !== 'object' || root.form !== 'plain' || root.value !== undefined)
    return undefined;
  if (root.content.children.some((child) => isOther(child) && child.min > 0)) return undefined;
  const parts: FormPart[] = [];
  for (const { key, shape, required } of root.attributes) {
    const part = partOf({ key, shape, isRequired: required });
    if (part !== undefined) parts.push(part);
    else if (required) return undefined;
  }
  for (const member of root.members) {
    const { key, shape, substitution, conditional } = member;
    const isRequired = member.min > 0 && !conditional;
    const part =
      substitution === undefined
        ? partOf({ key, shape, isRequired, many: member.array, file: fileOf(member, schema) })
        : undefined;
    if (part !== undefined) parts.push(part);
    else if (isRequired) return undefined;
  }
  for (const { name, contentTypes } of attachments) {
    const types = declaredTypes(contentTypes);
    const file = {
      path: ['data'],
      typeKey: 'contentType',
      encoding: 'base64',
      ...types,
      part: 'bound',
    } as const;
    parts.push({ name, required: true, file, attachment: true });
  }
  const names = new Set(parts.map(({ name }) => name));
  const isForm = parts.some(({ file }) => file !== undefined) && names.size === parts.length;
  return isForm && parts.length <= MOST_PARTS ? parts : undefined;
}

function isOther(node: ContentNode): node is AnyNode | ItemsNode {
  return node.kind === 'any' || node.kind === 'items';
}

function partOf({
  key,
  shape,
  isRequired,
  many = false,
  file,
}: {
  readonly key: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly many?: boolean;
  readonly file?: FilePlace | undefined;
}): FormPart | undefined {
  if (file === undefined && shape.kind !== 'scalar') return undefined;
  const json =
    file === undefined && shape.kind === 'scalar' && shape.json !== 'string' ? shape.json : undefined;
  return {
    name: key,
    ...(isRequired && { required: true }),
    ...(many && { many: true }),
    ...defined({ file, json }),
  };
}

function fileAt(shape: Shape): FilePlace | undefined {
  if (shape.kind !== 'scalar' || shape.wire !== undefined) return undefined;
  if (BUILTIN_TYPES[shape.builtin].family !== 'binary') return undefined;
  const { patterns, whiteSpace: _, ...bounds } = shape.facets;
  const isRestricted = patterns.length > 0 || Object.keys(bounds).length > 0;
  return {
    encoding: shape.builtin === 'hexBinary' ? 'hex' : 'base64',
    ...(isRestricted && { restricted: true }),
  };
}
