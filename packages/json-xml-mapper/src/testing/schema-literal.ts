import { defined } from '@soapstone/options/defined';
import type {
  AttributeUse,
  BoundMessage,
  BuiltinTypeName,
  ComplexType,
  ContentType,
  ElementDeclaration,
  ElementParticle,
  FacetStep,
  GroupParticle,
  Occurs,
  Operation,
  Part,
  Particle,
  SchemaType,
  ServiceModel,
  SimpleType,
  TypeIndex,
  TypeReference,
  Wildcard,
  WildcardParticle,
} from '@soapstone/soap-model';

/** The namespace of schema literals. */
export const T: string = 'urn:t';

type ElementOptions = Partial<Omit<ElementParticle, 'kind' | 'name' | 'type'>> & { namespace?: string };

/** A local element, qualified in `urn:t` unless stated otherwise; `global: true` makes it a reference. */
export function el(localName: string, type: TypeReference, options: ElementOptions = {}): ElementParticle {
  const { namespace = T, ...rest } = options;
  return {
    kind: 'element',
    minOccurs: 1,
    maxOccurs: 1,
    nillable: false,
    global: false,
    name: { namespace, localName },
    type,
    ...rest,
  };
}

export function sequence(...particles: readonly Particle[]): GroupParticle {
  return { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles };
}

export function choice(...particles: readonly Particle[]): GroupParticle {
  return { kind: 'choice', minOccurs: 1, maxOccurs: 1, particles };
}

export function all(...particles: readonly Particle[]): GroupParticle {
  return { kind: 'all', minOccurs: 1, maxOccurs: 1, particles };
}

export function any(wildcard: Partial<Wildcard> = {}): WildcardParticle {
  return {
    kind: 'any',
    minOccurs: 1,
    maxOccurs: 1,
    wildcard: { namespaces: { kind: 'any' }, processContents: 'lax', ...wildcard },
  };
}

/** The particle with other bounds. */
export function times<P extends Particle>(particle: P, minOccurs: number, maxOccurs: Occurs): P {
  return { ...particle, minOccurs, maxOccurs };
}

export function attribute(
  localName: string,
  type: TypeReference,
  options: Partial<Omit<AttributeUse, 'name' | 'type'>> & { namespace?: string } = {},
): AttributeUse {
  const { namespace = '', ...rest } = options;
  return { name: { namespace, localName }, type, required: false, ...rest };
}

interface OperationLiteral {
  readonly style?: Operation['style'];
  readonly input?: Partial<BoundMessage>;
  readonly output?: Partial<BoundMessage> | 'none';
  readonly faults?: Operation['faults'];
  readonly safe?: boolean;
}

/** A part by element of `urn:t`, or by type. */
export function part(name: string, of: string | { readonly type: TypeReference }): Part {
  return typeof of === 'string'
    ? { kind: 'element', name, element: { namespace: T, localName: of } }
    : { kind: 'type', name, type: of.type };
}

/** Collects components and builds a small ServiceModel from them, so that tests need three lines instead of a WSDL. */
export class SchemaLiteral {
  readonly types: SchemaType[] = [];
  readonly elements: ElementDeclaration[] = [];

  /** Adds a complex type; `undefined` as name makes it anonymous. The particle may refer to the type itself. */
  complex(
    localName: string | undefined,
    particle?: Particle | ((self: TypeIndex) => Particle),
    options: Partial<Omit<ComplexType, 'kind' | 'name'>> & { namespace?: string } = {},
  ): TypeIndex {
    const self = this.types.length;
    const { namespace = T, ...rest } = options;
    const type = (content: ContentType): ComplexType => ({
      kind: 'complex',
      ...(localName === undefined ? {} : { name: { namespace, localName } }),
      targetNamespace: namespace,
      abstract: false,
      block: [],
      final: [],
      attributes: [],
      content,
      ...rest,
    });
    this.types.push(type(options.content ?? { kind: 'empty' }));
    const resolved = typeof particle === 'function' ? particle(self) : particle;
    if (resolved !== undefined) this.types[self] = type({ kind: 'element-only', particle: resolved });
    return self;
  }

  /** Adds a simple type restricted from a built-in. */
  simple(
    localName: string | undefined,
    builtin: BuiltinTypeName,
    ...facets: readonly FacetStep[]
  ): TypeIndex {
    return this.#add(localName, { base: builtin, variety: { kind: 'atomic', builtin }, facets });
  }

  list(localName: string | undefined, itemType: TypeReference, ...facets: readonly FacetStep[]): TypeIndex {
    return this.#add(localName, { variety: { kind: 'list', itemType }, facets });
  }

  union(
    localName: string | undefined,
    memberTypes: readonly TypeReference[],
    ...facets: FacetStep[]
  ): TypeIndex {
    return this.#add(localName, { variety: { kind: 'union', memberTypes }, facets });
  }

  #add(localName: string | undefined, rest: Pick<SimpleType, 'base' | 'variety' | 'facets'>): TypeIndex {
    const name = localName === undefined ? {} : { name: { namespace: T, localName } };
    this.types.push({ kind: 'simple', targetNamespace: T, ...name, ...rest });
    return this.types.length - 1;
  }

  /** Adds a global element. */
  element(
    localName: string,
    type: TypeReference,
    options: Partial<Omit<ElementDeclaration, 'name' | 'type'>> & { namespace?: string } = {},
  ): this {
    const { namespace = T, ...rest } = options;
    const name = { namespace, localName };
    this.elements.push({ name, type, nillable: false, abstract: false, block: [], ...rest });
    return this;
  }

  /** A service of one port. Document/literal by default: `Op` takes element `Op` and returns `OpResponse`. */
  service(operations: Readonly<Record<string, OperationLiteral>>): ServiceModel {
    const bound = Object.entries(operations).map(([name, literal]): Operation => {
      const message = (suffix: string, given: Partial<BoundMessage> = {}): BoundMessage => ({
        name: `${name}${suffix}`,
        action: `urn:t/${name}${suffix}`,
        use: 'literal',
        parts: [part('parameters', `${name}${suffix}`)],
        headers: [],
        attachments: [],
        ...(literal.style === 'rpc' ? { wrapper: { namespace: T, localName: `${name}${suffix}` } } : {}),
        ...given,
      });
      const oneWay = literal.output === 'none';
      return {
        name,
        style: literal.style ?? 'document',
        soapAction: `urn:t/${name}`,
        oneWay,
        input: message('', literal.input),
        ...(literal.output === 'none' ? {} : { output: message('Response', literal.output) }),
        faults: literal.faults ?? [],
        ...defined({ safe: literal.safe }),
      };
    });
    return {
      modelVersion: 1,
      wsdlVersion: '1.1',
      targetNamespace: T,
      services: [
        {
          name: { namespace: T, localName: 'Service' },
          ports: [
            {
              name: 'Port',
              address: 'http://localhost/service',
              binding: { namespace: T, localName: 'Binding' },
              portType: { namespace: T, localName: 'PortType' },
              soapVersion: '1.1',
              securityPolicies: [],
              operations: bound,
            },
          ],
        },
      ],
      schema: { types: this.types, elements: this.elements, attributes: [] },
      exposed: bound.map((operation, position) => ({
        name: operation.name,
        service: 0,
        port: 0,
        operation: position,
      })),
    };
  }
}
