import type {
  BuiltinTypeName,
  ComplexType,
  ElementParticle,
  FacetStep,
  Particle,
  SchemaSet,
  SchemaType,
  SimpleType,
  TypeReference,
} from '@soapstone/soap-model';
import { WSI_SWAREF, XMLMIME } from '@soapstone/soap-model/namespaces';

/**
 * Adds the types of Annex A that servers name with `xsi:type` and descriptions rarely import: those of Axis, of .NET and of
 * attachments (MO-3). A namespace that already has types in the schema is unchanged. They are appended, so that every existing
 * `TypeIndex` stays valid; elements are not added, so that wildcards admit the same names as before.
 */
export function withKnownTypes(schema: SchemaSet): SchemaSet {
  const described = new Set(schema.types.map(({ targetNamespace }) => targetNamespace));
  const types: SchemaType[] = [...schema.types];
  for (const [namespace, make] of KNOWN) {
    if (!described.has(namespace)) types.push(...make(namespace, types.length));
  }
  return types.length === schema.types.length ? schema : { ...schema, types };
}

/** Creates the types of a namespace. `first` is the index of the first of them. */
type Make = (namespace: string, first: number) => readonly SchemaType[];

const GUID = String.raw`[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}`;
const DURATION = String.raw`\-?P(\d*D)?(T(\d*H)?(\d*M)?(\d*(\.\d*)?S)?)?`;

const KNOWN: readonly (readonly [namespace: string, make: Make])[] = [
  ['http://xml.apache.org/xml-soap', apacheTypes],
  [
    'http://schemas.microsoft.com/2003/10/Serialization/',
    (namespace) => [
      simple(namespace, 'char', 'int'),
      simple(namespace, 'duration', 'duration', {
        patterns: [DURATION],
        minInclusive: '-P10675199DT2H48M5.4775808S',
        maxInclusive: 'P10675199DT2H48M5.4775807S',
      }),
      simple(namespace, 'guid', 'string', { patterns: [GUID] }),
    ],
  ],
  [
    'http://microsoft.com/wsdl/types/',
    (namespace) => [
      simple(namespace, 'guid', 'string', { patterns: [GUID] }),
      simple(namespace, 'char', 'unsignedShort'),
    ],
  ],
  ...XMLMIME.map((namespace) => [namespace, mediaTypes] as const),
  [WSI_SWAREF, (namespace) => [simple(namespace, 'swaRef', 'anyURI')]],
];

/** Their namespaces, because prefixes are assigned before a value can name such a type. */
export const KNOWN_NAMESPACES: readonly string[] = KNOWN.map(([namespace]) => namespace);

/** Apache SOAP and Axis 1: maps, vectors, DOM nodes and attachments (EN-7). */
function apacheTypes(namespace: string, first: number): readonly SchemaType[] {
  const any = { namespaces: { kind: 'any' }, processContents: 'lax' } as const;
  const nodes: Particle = { kind: 'any', minOccurs: 0, maxOccurs: 'unbounded', wildcard: any };
  const list = { minOccurs: 0, maxOccurs: 'unbounded' } as const;
  return [
    record(namespace, 'mapItem', [
      element('key', 'anyType', { nillable: true }),
      element('value', 'anyType', { nillable: true }),
    ]),
    record(namespace, 'Map', [element('item', first, list)]),
    record(namespace, 'Vector', [element('item', 'anyType', { nillable: true, ...list })]),
    record(namespace, 'Document', [nodes]),
    record(namespace, 'Element', [nodes]),
    ...['DataHandler', 'Image', 'Multipart', 'Source', 'octet-stream'].map((name) =>
      simple(namespace, name, 'base64Binary'),
    ),
    simple(namespace, 'PlainText', 'string'),
  ];
}

/** Binary values with a media type (AT-5). */
function mediaTypes(namespace: string, first: number): readonly SchemaType[] {
  const typeOf: SimpleType = {
    kind: 'simple',
    targetNamespace: namespace,
    owner: { namespace, localName: 'contentType' },
    base: 'string',
    variety: { kind: 'atomic', builtin: 'string' },
    facets: [{ minLength: 3 }],
  };
  const binary = (localName: BuiltinTypeName): ComplexType => ({
    ...record(namespace, localName, []),
    base: localName,
    derivation: 'extension',
    attributes: [{ name: { namespace, localName: 'contentType' }, type: first, required: false }],
    content: { kind: 'simple', type: localName },
  });
  return [typeOf, binary('base64Binary'), binary('hexBinary')];
}

function simple(
  namespace: string,
  localName: string,
  builtin: BuiltinTypeName,
  facets?: FacetStep,
): SimpleType {
  return {
    kind: 'simple',
    name: { namespace, localName },
    targetNamespace: namespace,
    base: builtin,
    variety: { kind: 'atomic', builtin },
    facets: facets === undefined ? [] : [facets],
  };
}

function record(namespace: string, localName: string, particles: readonly Particle[]): ComplexType {
  return {
    kind: 'complex',
    name: { namespace, localName },
    targetNamespace: namespace,
    abstract: false,
    block: [],
    final: [],
    attributes: [],
    content: {
      kind: 'element-only',
      particle: { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles },
    },
  };
}

/** An unqualified local element that occurs once unless stated otherwise. */
function element(
  localName: string,
  type: TypeReference,
  more: Partial<Pick<ElementParticle, 'minOccurs' | 'maxOccurs' | 'nillable'>>,
): ElementParticle {
  const once = { minOccurs: 1, maxOccurs: 1, nillable: false } as const;
  return { kind: 'element', name: { namespace: '', localName }, type, global: false, ...once, ...more };
}
