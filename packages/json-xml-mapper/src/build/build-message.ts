import { defined } from '@soapstone/options/defined';
import type { BoundMessage, Operation, Part } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import type { UnwrapMode } from '../api/options.js';
import type { HeadersShape, MessageShape } from '../shape/operation-shape.js';
import type { ObjectShape, PolymorphicShape, Shape, Use } from '../shape/shape.js';
import { resultRecord } from './result-record.js';
import { ANY_TYPE, type ShapeBuilder } from './shape-builder.js';
import { type VirtualField, virtualRecord } from './virtual-record.js';

/** The position of a message. */
export interface MessageContext {
  readonly style: Operation['style'];
  /** The elements that the result omits (UW-7); undefined for inputs, which only ever omit the body element (UW-3). */
  readonly unwrap: UnwrapMode | undefined;
  /** The namespace of the WSDL, which gets bare keys if parts share a local name (KY-3). */
  readonly targetNamespace: string;
  /** Whether there may be parts that the WSDL does not declare (AT-7). */
  readonly undeclaredAttachments: true | undefined;
}

/** Builds the Shape of a message: its root by the table of §4.1, its headers, its attachments, its record (UW-4). */
export function buildMessage(
  builder: ShapeBuilder,
  message: BoundMessage,
  context: MessageContext,
): MessageShape {
  const body =
    context.style === 'rpc' ? rpcBody(builder, message, context) : documentBody(builder, message, context);
  const headers = buildHeaders(builder, message, context.targetNamespace);
  builder.settle();
  const shown = context.unwrap === 'none' ? withBodyElement(body, context.targetNamespace) : body;
  const record = context.unwrap === 'record' ? resultRecord(body.root) : undefined;
  return {
    ...shown,
    encoded: message.use === 'encoded',
    attachments: message.attachments,
    ...defined({ record, headers, undeclaredAttachments: context.undeclaredAttachments }),
  };
}

type Body = Pick<
  MessageShape,
  'kind' | 'name' | 'constraints' | 'fixed' | 'part' | 'rpc' | 'nillable' | 'root'
>;

function documentBody(builder: ShapeBuilder, message: BoundMessage, context: MessageContext): Body {
  const { parts, use } = message;
  if (message.anyElement === true) return { ...PARTS, root: ANY_ELEMENT };
  const [part] = parts;
  if (parts.length !== 1 || part === undefined) {
    const fields = parts.map((each) => partField(builder, each, use));
    return { ...PARTS, root: virtualRecord(fields, context.targetNamespace) };
  }
  const field = partField(builder, part, use);
  const root = objectRoot(field.shape);
  if (part.kind === 'type') {
    const typed = { ...PARTS, part: part.name };
    if (root !== undefined) return { ...typed, kind: 'content', root };
    return { ...typed, kind: 'value', root: virtualRecord([field], context.targetNamespace) };
  }
  // An abstract element is never the Body child itself, so its key stays and contains `$element` (SG-2).
  if (root === undefined || field.substitution !== undefined) {
    return { ...PARTS, root: virtualRecord([field], context.targetNamespace) };
  }
  const { name, nillable, constraints, fixed } = field;
  return { kind: 'element', name, rpc: false, nillable, root, ...defined({ constraints, fixed }) };
}

/** §4.1: a wrapper element with one unqualified accessor per part (R2735). */
function rpcBody(builder: ShapeBuilder, message: BoundMessage, context: MessageContext): Body {
  const fields = message.parts.map((part): VirtualField => {
    const field = partField(builder, part, message.use);
    const accessor = { ...field, name: { namespace: '', localName: part.name } };
    if (message.use === 'literal') return accessor;
    // UW-9, EN-8: an accessor may be nil, and that of a result may also be missing.
    return { ...accessor, nillable: true, min: context.unwrap === undefined ? 1 : 0 };
  });
  const name = message.wrapper ?? { namespace: context.targetNamespace, localName: message.name };
  const root = virtualRecord(fields, context.targetNamespace);
  return { kind: 'element', name, rpc: true, nillable: false, root };
}

const PARTS: Omit<Body, 'root'> = { kind: 'parts', rpc: false, nillable: false };

/** OP-6: `element="#any"`, one element of any kind. */
const ANY_ELEMENT: ObjectShape = {
  kind: 'object',
  form: 'plain',
  attributes: [],
  members: [],
  content: {
    kind: 'sequence',
    optional: false,
    unordered: false,
    children: [
      {
        kind: 'any',
        key: '$any',
        min: 1,
        max: 1,
        wildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
      },
    ],
  },
};

/** UW-7 `none`: the body element stays as the only field. */
function withBodyElement(body: Body, targetNamespace: string): Body {
  if (body.kind !== 'element' || body.name === undefined) return body;
  const { name, root: shape, nillable, constraints, fixed } = body;
  const field = { name, shape, nillable, min: 1, ...defined({ constraints, fixed }) };
  return { ...PARTS, rpc: body.rpc, root: virtualRecord([field], targetNamespace) };
}

/** A part as a field: by element under the element's name, by type under the part's (§4.1). */
export function partField(builder: ShapeBuilder, part: Part, use: Use): VirtualField {
  const documentation = defined({ documentation: part.documentation });
  if (part.kind === 'type') {
    const name = { namespace: '', localName: part.name };
    return {
      name,
      shape: builder.declaredShape(part, use),
      nillable: use === 'encoded',
      min: 1,
      ...documentation,
    };
  }
  const declaration = builder.index.element(part.element);
  if (declaration === undefined)
    return { name: part.element, shape: ANY_TYPE, nillable: true, min: 1, ...documentation };
  const member = builder.elementMember(declaration, use);
  // An element that can occur in the Body itself is the message; only an abstract one must be substituted.
  const substitution = declaration.abstract ? builder.substitutionOf(declaration.name, use) : undefined;
  return { ...documentation, ...member, ...defined({ substitution }) };
}

/** HD-1: header blocks by element, or by part name for a part by type. All optional unless WSDL 2.0 requires them. */
function buildHeaders(
  builder: ShapeBuilder,
  message: BoundMessage,
  targetNamespace: string,
): HeadersShape | undefined {
  const blocks = new Map<string, HeaderBlock>();
  for (const { part, use, namespace, required } of message.headers) {
    const field = headerField(builder, part, use, namespace);
    const id = clarkName(field.name);
    const min = required || blocks.get(id)?.field.min === 1 ? 1 : 0;
    blocks.set(id, { field: { ...field, min }, use });
  }
  return headersRecord([...blocks.values()], targetNamespace);
}

/** A header block before it has a key. */
export interface HeaderBlock {
  readonly field: VirtualField;
  readonly use: Use;
}

/** Blocks of different names as one record; `undefined` if there are none. */
export function headersRecord(
  blocks: readonly HeaderBlock[],
  targetNamespace: string,
): HeadersShape | undefined {
  if (blocks.length === 0) return undefined;
  const record = virtualRecord(
    blocks.map(({ field }) => field),
    targetNamespace,
  );
  const encoded = blocks.filter(({ use }) => use === 'encoded').map(({ field }) => clarkName(field.name));
  const members = record.members.filter(({ name }) => encoded.includes(clarkName(name)));
  return { ...record, encodedBlocks: new Set(members.map(({ key }) => key)) };
}

/** One header block; `namespace` qualifies a part by type. */
export function headerField(
  builder: ShapeBuilder,
  part: Part,
  use: Use,
  namespace: string | undefined,
): VirtualField {
  const field = partField(builder, part, use);
  return part.kind === 'element'
    ? field
    : { ...field, name: { namespace: namespace ?? '', localName: part.name } };
}

/** The shape as a JSON root, if its value is statically an object (§4.1). */
function objectRoot(shape: Shape): ObjectShape | PolymorphicShape | undefined {
  return shape.kind === 'object' || shape.kind === 'polymorphic' ? shape : undefined;
}
