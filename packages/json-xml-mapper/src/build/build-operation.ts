import { defined } from '@soapstone/options/defined';
import type {
  BoundFault,
  BoundMessage,
  ExpandedName,
  ExposedOperation,
  Operation,
  Port,
  SchemaSet,
  ServiceModel,
  WsdlService,
} from '@soapstone/soap-model';
import { clarkName, parseClarkName } from '@soapstone/soap-model';
import { SOAP11_ENCODING, XSD } from '@soapstone/soap-model/namespaces';
import type { UnwrapMode } from '../api/options.js';
import { isBuiltinTypeName } from '../shape/builtin-types.js';
import type { FaultShape, HeadersShape, OperationShape } from '../shape/operation-shape.js';
import type { ElementMember, Shape, Use } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import { buildMessage, type HeaderBlock, headerField, headersRecord, partField } from './build-message.js';
import { elementKeys } from './element-keys.js';
import { KNOWN_NAMESPACES } from './known-types.js';
import { ANY_TYPE, type ShapeBuilder } from './shape-builder.js';
import { isSoapEncoding } from './type-rules.js';

/** An exposed operation with its port and service. */
export interface BoundOperation {
  readonly service: WsdlService;
  readonly port: Port;
  readonly operation: Operation;
}

/** Resolves the indices of an exposed operation. Throws a `RangeError` for a model that no parser created. */
export function resolveExposed(model: ServiceModel, exposed: ExposedOperation): BoundOperation {
  const service = model.services[exposed.service];
  const port = service?.ports[exposed.port];
  const operation = port?.operations[exposed.operation];
  if (service === undefined || port === undefined || operation === undefined) {
    throw new RangeError(`cannot find operation ${exposed.name}: the model has no such port or operation`);
  }
  return { service, port, operation };
}

/**
 * Builds the Shape of one operation.
 *
 * @param unwrap the mode of its results (UW-7)
 * @param allowUndeclaredAttachments whether its messages may have parts that the WSDL does not declare (AT-7)
 */
export function buildOperation(
  builder: ShapeBuilder,
  model: ServiceModel,
  operation: Operation,
  unwrap: UnwrapMode,
  allowUndeclaredAttachments = false,
): OperationShape {
  const { targetNamespace } = model;
  const undeclaredAttachments: true | undefined = allowUndeclaredAttachments || undefined;
  const context = { style: operation.style, targetNamespace, undeclaredAttachments };
  const input = buildMessage(builder, operation.input, { ...context, unwrap: undefined });
  const results = builder.forResults();
  const output = operation.output && buildMessage(results, operation.output, { ...context, unwrap });
  const faults = buildFaults(results, operation.faults, targetNamespace);
  const headerFaults = buildHeaderFaults(results, operation, targetNamespace);
  results.settle();
  builder.settle();
  return {
    input,
    ...defined({ output }),
    faults,
    ...defined({ headerFaults }),
    ...createLookups(builder),
    ...(results !== builder && { results: lookupsOf(results) }),
  };
}

/** FL-2: the children of a fault's detail, keyed like the elements of one object. */
function buildFaults(
  builder: ShapeBuilder,
  faults: readonly BoundFault[],
  targetNamespace: string,
): readonly FaultShape[] {
  const fields = faults.map((fault) => partField(builder, fault.part, fault.use));
  const names = fields.map((field) => field.name);
  const keys = elementKeys(names, targetNamespace);
  return faults.map((fault, position): FaultShape => {
    const field = fields[position]!;
    const detail = {
      ...field,
      key: keys.get(clarkName(field.name))!,
      max: 1,
      array: false,
      conditional: true,
    };
    return {
      name: fault.name,
      detail,
      ...defined({ documentation: fault.documentation }),
    };
  });
}

/** HD-7: the blocks of `soap:headerfault`, of the input's and the output's headers, with their use. */
function buildHeaderFaults(
  builder: ShapeBuilder,
  operation: Operation,
  targetNamespace: string,
): HeadersShape | undefined {
  const blocks = new Map<string, HeaderBlock>();
  const headers = [operation.input, operation.output].flatMap(
    (message?: BoundMessage) => message?.headers ?? [],
  );
  for (const header of headers) {
    for (const part of header.faults) {
      const field = headerField(builder, part, header.use, header.namespace);
      blocks.set(clarkName(field.name), { field: { ...field, min: 0 }, use: header.use });
    }
  }
  return headersRecord([...blocks.values()], targetNamespace);
}

function lookupsOf(builder: ShapeBuilder): NonNullable<OperationShape['results']> {
  const { globalElement, namedType } = createLookups(builder);
  return { globalElement, namedType };
}

/** Components that are only needed if a document names them: global elements under wildcards, types in anyType positions. */
function createLookups(
  builder: ShapeBuilder,
): Omit<OperationShape, 'input' | 'output' | 'faults' | 'headerFaults'> {
  const { index } = builder;
  const elements = new Map<string, ElementMember>();
  const isKnown = (namespace: string, localName: string): boolean =>
    namespace === XSD
      ? isBuiltinTypeName(localName)
      : index.namedType({ namespace, localName }) !== undefined ||
        (isSoapEncoding(namespace) && (localName === 'Array' || isBuiltinTypeName(localName)));
  return {
    globalElement(name, use) {
      const id = `${use} ${clarkName(name)}`;
      const known = elements.get(id);
      if (known !== undefined) return known;
      const declaration = index.element(name);
      if (declaration === undefined) return undefined;
      const member = builder.elementMember(declaration, use);
      builder.settle();
      elements.set(id, member);
      return member;
    },
    globalAttribute(name) {
      const attribute = index.attribute(name);
      const shape = attribute && builder.typeShape(attribute.type, 'literal');
      return shape !== undefined && isText(shape) ? shape : undefined;
    },
    namedType({ namespace, localName }, use) {
      if (namespace === XSD)
        return isBuiltinTypeName(localName) ? builder.typeShape(localName, use) : undefined;
      const type = index.namedType({ namespace, localName });
      if (type === undefined)
        return isSoapEncoding(namespace) ? encodingType(builder, localName, use) : undefined;
      const shape = builder.typeShape(type, use);
      builder.settle();
      // `$type` has been read by now: it is exactly this type.
      return shape.kind === 'polymorphic' ? shape.declared : shape;
    },
    typeKey(given) {
      const name = schemaTypeOf(given);
      return name.namespace === XSD ? `xs:${name.localName}` : index.typeKey(name);
    },
    typeOfKey(key) {
      if (key.startsWith('xs:')) {
        const localName = key.slice(3);
        return isBuiltinTypeName(localName) ? { namespace: XSD, localName } : undefined;
      }
      const name = key.startsWith('{')
        ? parseClarkName(key)
        : (index.typeOfLocalName(key) ?? parseClarkName(key));
      return name !== undefined && isKnown(name.namespace, name.localName) ? schemaTypeOf(name) : undefined;
    },
    globalElementNames: () =>
      index.schema.elements.filter(({ abstract }) => !abstract).map(({ name }) => name),
    schema: index.schema,
    namespaces: () => schemaNamespaces(index.schema),
  };
}

/** Whether the shape can be that of an attribute. */
function isText(shape: Shape): shape is SimpleShape {
  const { kind } = shape;
  return kind === 'scalar' || kind === 'list' || kind === 'union' || kind === 'anySimpleType';
}

/** The namespaces of all components, in model order, each once, and those of well-known types. */
function schemaNamespaces(schema: SchemaSet): readonly string[] {
  const namespaces = new Set<string>();
  for (const type of schema.types) namespaces.add(type.targetNamespace);
  for (const { name } of [...schema.elements, ...schema.attributes]) namespaces.add(name.namespace);
  for (const namespace of KNOWN_NAMESPACES) namespaces.add(namespace);
  namespaces.delete('');
  return [...namespaces];
}

/** SC-1: the name in XML Schema of soapenc:int and the like, including `soapenc:base64`; any other name is itself. */
function schemaTypeOf(name: ExpandedName): ExpandedName {
  if (!isSoapEncoding(name.namespace)) return name;
  const localName = name.localName === 'base64' ? 'base64Binary' : name.localName;
  return isBuiltinTypeName(localName) ? { namespace: XSD, localName } : name;
}

/** soapenc:string and the like are the types of XML Schema (SC-1); soapenc:Array is an array of anything (EN-2). */
function encodingType(builder: ShapeBuilder, localName: string, use: Use): Shape | undefined {
  if (localName === 'Array') {
    return {
      kind: 'soapArray',
      item: ANY_TYPE,
      itemType: { namespace: XSD, localName: 'anyType' },
      dimensions: [1],
    };
  }
  const { namespace, localName: meant } = schemaTypeOf({ namespace: SOAP11_ENCODING, localName });
  return namespace === XSD && isBuiltinTypeName(meant) ? builder.typeShape(meant, use) : undefined;
}
