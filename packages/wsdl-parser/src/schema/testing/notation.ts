import type {
  AttributeUse,
  ComplexType,
  ExpandedName,
  Occurs,
  Particle,
  SchemaSet,
  SimpleType,
  TypeReference,
  Wildcard,
} from '@soapstone/soap-model';

/**
 * For tests only: components in the notation of a content model, so that an expectation is one line that a person can check.
 *
 *     (t:a:int, t:b:string?, (t:c:P | any ##other lax)*)    sequence and choice; & for xs:all
 *     t:a    element in urn:t        a     in no namespace       ^t:a   by reference        t:a~   nillable
 *     #t:a   the anonymous type of element t:a                  ="v" default, =="v" fixed
 *     @x:int!    a required attribute
 */

export interface Notation {
  type(reference: TypeReference): string;
  particle(node: Particle): string;
  /** The type named `localName`, or the anonymous type of the component with that name. */
  of(localName: string): string;
}

export function notation(set: SchemaSet): Notation {
  const type = (reference: TypeReference): string => {
    if (typeof reference === 'string') return reference;
    const found = set.types[reference]!;
    return found.name === undefined ? `#${name(found.owner)}` : name(found.name);
  };
  const particle = (node: Particle): string => {
    const occurs = occurrence(node.minOccurs, node.maxOccurs);
    switch (node.kind) {
      case 'element':
        return `${node.global ? '^' : ''}${name(node.name)}${node.nillable ? '~' : ''}:${type(node.type)}${value(node)}${occurs}`;
      case 'any':
        return `any ${wildcard(node.wildcard)}${occurs}`;
      default: {
        const separator = { sequence: ', ', choice: ' | ', all: ' & ' }[node.kind];
        const mark = node.particles.length === 1 ? { sequence: '', choice: '|', all: '&' }[node.kind] : '';
        return `(${mark}${node.particles.map(particle).join(separator)})${occurs}`;
      }
    }
  };
  const attribute = (use: AttributeUse): string =>
    `@${name(use.name)}:${type(use.type)}${value(use)}${use.required ? '!' : ''}`;
  const complexType = (complex: ComplexType): string => {
    const { content } = complex;
    const parts = [
      complex.derivation === undefined ? '' : `${complex.derivation} of ${type(complex.base!)}`,
      complex.soapArray === undefined
        ? ''
        : `array of ${type(complex.soapArray.itemType)} [${complex.soapArray.dimensions.join()}]`,
      content.kind === 'simple'
        ? `simple ${type(content.type)}`
        : content.kind === 'element-only'
          ? ''
          : content.kind,
      content.kind === 'element-only' || content.kind === 'mixed'
        ? content.particle === undefined
          ? ''
          : particle(content.particle)
        : '',
      ...complex.attributes.map(attribute),
      complex.attributeWildcard === undefined ? '' : `@any ${wildcard(complex.attributeWildcard)}`,
    ];
    return parts.filter((part) => part !== '').join(' ');
  };
  const simpleType = ({ variety, base, facets }: SimpleType): string => {
    const what =
      variety.kind === 'atomic'
        ? variety.builtin
        : variety.kind === 'list'
          ? `list of ${type(variety.itemType)}`
          : `union of ${variety.memberTypes.map(type).join(' ')}`;
    const derived = base === undefined ? '' : ` < ${type(base)}`;
    return [`${what}${derived}`, ...facets.map((step) => JSON.stringify(step))].join(' ');
  };
  return {
    type,
    particle,
    of(localName: string): string {
      const found =
        set.types.find((each) => each.name?.localName === localName) ??
        set.types.find((each) => each.owner?.localName === localName);
      if (found === undefined) return `no type ${localName}`;
      return found.kind === 'complex' ? complexType(found) : simpleType(found);
    },
  };
}

function name(expanded: ExpandedName | undefined): string {
  if (expanded === undefined) return '';
  const { namespace, localName } = expanded;
  if (namespace === '') return localName;
  return namespace === 'urn:t' ? `t:${localName}` : `{${namespace}}${localName}`;
}

function occurrence(min: number, max: Occurs): string {
  if (max === 'unbounded') return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  if (max === 1) return min === 1 ? '' : '?';
  return `{${min},${max}}`;
}

function value(use: { default?: string; fixed?: string }): string {
  if (use.fixed !== undefined) return `=="${use.fixed}"`;
  return use.default === undefined ? '' : `="${use.default}"`;
}

function wildcard({ namespaces, processContents }: Wildcard): string {
  const admitted =
    namespaces.kind === 'any'
      ? '##any'
      : namespaces.kind === 'not'
        ? `not(${namespaces.namespace})`
        : `{${namespaces.list.join(' ')}}`;
  return processContents === 'strict' ? admitted : `${admitted} ${processContents}`;
}
