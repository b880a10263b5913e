import { patternProblem } from '@soapstone/json-xml-mapper/shapes';
import { XML, XSD } from '@soapstone/soap-model/namespaces';
import { escapeAttribute } from '@soapstone/soap-model/xml';
import type { NamespaceMap } from 'libxml2-wasm';
import {
  type ComponentKind,
  type DeclaredComponents,
  type DeclaringSchema,
  localPart,
  type QualifiedName,
  resolveName,
  schemaElements,
} from './declared-components.js';
import { attributeOf, meantName, nameOf } from './meant-names.js';
import { declaredPrefix, isNamed, legalName, type Place, placeOf } from './schema-place.js';
import {
  attributesOf,
  inOrder,
  isFacet,
  isFacetOfText,
  isKnown,
  isModel,
  isParticle,
  legalFacet,
  legalValue,
} from './xsd-grammar.js';

const XS = 'xs';
const TYPES: ReadonlySet<string> = new Set(['complexType', 'restriction', 'extension', 'group']);
const ANY_CONTENT = `<${XS}:sequence><${XS}:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></${XS}:sequence>`;
const ANY_ATTRIBUTE = `<${XS}:anyAttribute processContents="lax"/>`;

/** Attributes that refer to a component, with its kind. `ref` refers to the kind of its element. */
const REFERENCES: Readonly<Record<string, ComponentKind>> = {
  type: 'type',
  base: 'type',
  itemType: 'type',
  memberTypes: 'type',
  substitutionGroup: 'element',
};

/**
 * Rewrites a schema with the most common mistakes of authors corrected, in the way the parser reads it: misplaced attributes and
 * children are dropped or reordered, the first of several equal names counts, and undeclared components are untyped (MO-4).
 * Annotations are dropped.
 *
 * @param imports the imports that the schema starts with
 * @param withoutDefaults whether default and fixed values of elements and attributes are dropped
 */
export function correctedSchema(
  schema: DeclaringSchema,
  components: DeclaredComponents,
  imports: string,
  withoutDefaults: boolean,
): string {
  return new SchemaPrinter(schema, components, withoutDefaults).print(imports);
}

/** Whether an element is a pattern that is not one of XML Schema. The parser reports it and does not enforce it. */
function isNoPattern(element: Place['element']): boolean {
  return (
    nameOf(element) === 'pattern' && patternProblem(attributeOf(element, 'value')?.value ?? '') !== undefined
  );
}

function isValueConstraint(element: string, attribute: string): boolean {
  return (
    (attribute === 'default' || attribute === 'fixed') && (element === 'element' || element === 'attribute')
  );
}

function isAttribute(name: string): boolean {
  return name === 'attribute' || name === 'attributeGroup' || name === 'anyAttribute';
}

function isContent(name: string): boolean {
  return name === 'complexContent' || name === 'simpleContent';
}

function isDerivation(element: Place['element']): boolean {
  return nameOf(element) === 'restriction' || nameOf(element) === 'extension';
}

function parentOf({ parent }: Place['element']): string {
  return parent === null ? '' : nameOf(parent);
}

function isGroupOfElements(name: string): boolean {
  return name === 'sequence' || name === 'choice' || name === 'all';
}

function mayHaveAttributes(parent: string): boolean {
  return parent === 'complexType' || parent === 'extension' || parent === 'restriction';
}

/** The places with the content of types that have no name among them, which are read as part of the type around them. */
function withLooseTypes(places: readonly Place[]): readonly Place[] {
  return places.flatMap((place) => {
    const { element, scope } = place;
    if (nameOf(element) !== 'complexType' || isNamed(element)) return [place];
    return withLooseTypes(schemaElements(element).map((child) => placeOf(child, scope, false)));
  });
}

/** The attributes that groups of elements have, at any depth: they are read as those of the type. */
function misplacedAttributes(places: readonly Place[]): readonly Place[] {
  return places
    .filter(({ element }) => isGroupOfElements(nameOf(element)))
    .flatMap(({ element, scope }) => {
      const inside = schemaElements(element).map((child) => placeOf(child, scope, false));
      return [...inside.filter((each) => isAttribute(nameOf(each.element))), ...misplacedAttributes(inside)];
    });
}

/** Writes one schema. A class because its rules call each other and share the prefixes and the types that they create. */
class SchemaPrinter {
  readonly #prefixes = new Map<string, string>();
  /** Types that needed a name, because only a named type can be derived from. */
  readonly #made: string[] = [];
  readonly #schema: DeclaringSchema;
  readonly #components: DeclaredComponents;

  readonly #withoutDefaults: boolean;

  constructor(schema: DeclaringSchema, components: DeclaredComponents, withoutDefaults: boolean) {
    this.#schema = schema;
    this.#components = components;
    this.#withoutDefaults = withoutDefaults;
  }

  print(imports: string): string {
    const { element, targetNamespace } = this.#schema;
    const repeated = this.#components.duplicatesOf(this.#schema);
    const scope = element.namespaces;
    const globals = schemaElements(element)
      .filter((_, position) => !repeated.has(position))
      .map((child) => placeOf(child, scope, true));
    const body = this.#children('schema', globals);
    const attributes = this.#attributes(
      { element, scope, isGlobal: false },
      attributesOf('schema', false, false),
    );
    const target = targetNamespace === '' ? '' : ` targetNamespace="${escapeAttribute(targetNamespace)}"`;
    const prefixes = [...this.#prefixes].map(([uri, prefix]) => ` xmlns:${prefix}="${escapeAttribute(uri)}"`);
    return `<${XS}:schema xmlns:${XS}="${XSD}"${target}${prefixes.join('')}${attributes}>${imports}${body}${this.#made.join('')}</${XS}:schema>`;
  }

  #children(parent: string, places: readonly Place[]): string {
    const all = places.filter(({ element }) => isKnown(nameOf(element)) && !isNoPattern(element));
    const known = this.#inTheirPlace(parent, all);
    const texts = this.#inOneGroup(
      parent,
      inOrder(parent, known, ({ element }) => nameOf(element)),
    );
    const written = texts.filter((text) => text !== ANY_ATTRIBUTE).join('');
    // One wildcard at the end stands for all undeclared attributes.
    const isOpen = texts.length > 0 && known.some(({ element }) => nameOf(element) === 'anyAttribute');
    return texts.includes(ANY_ATTRIBUTE) && !isOpen ? written + ANY_ATTRIBUTE : written;
  }

  /** Children in the places in which the parser reads them: attributes in a group, and what is beside the content of a type. */
  #inTheirPlace(parent: string, places: readonly Place[]): readonly Place[] {
    if (isGroupOfElements(parent))
      return withLooseTypes(places).filter(({ element }) => !isAttribute(nameOf(element)));
    if (!mayHaveAttributes(parent)) return places;
    const inside = withLooseTypes(places);
    const all = [...inside, ...misplacedAttributes(inside)];
    const content =
      parent === 'complexType' ? all.find(({ element }) => isContent(nameOf(element))) : undefined;
    if (content === undefined) return all;
    const beside = all.filter(({ element }) => isAttribute(nameOf(element)) || isModel(nameOf(element)));
    return [{ ...content, beside }];
  }

  /** The texts of children in order. A type whose content is not exactly one group gets a sequence around it. */
  #inOneGroup(parent: string, places: readonly Place[]): string[] {
    const model = places.filter(({ element }) => isModel(nameOf(element)));
    const isOne = model.length < 2 && !model.some(({ element }) => isParticle(nameOf(element)));
    if (isOne || !TYPES.has(parent)) return places.map((place) => this.#component(place));
    const grouped = new Set(model);
    const [first] = model;
    return places.flatMap((place) => {
      if (place === first)
        return this.#write('sequence', '', model.map((each) => this.#component(each)).join(''));
      return grouped.has(place) ? [] : this.#component(place);
    });
  }

  #component(place: Place): string {
    const { element } = place;
    switch (nameOf(element)) {
      case 'element':
      case 'attribute':
        return this.#declaration(place);
      case 'group':
      case 'attributeGroup':
        return place.isGlobal ? this.#plain(place) : this.#groupReference(place);
      case 'complexContent':
        return this.#complexContent(place);
      case 'simpleContent':
        return this.#simpleContent(place);
      case 'all':
        return this.#all(place);
      case 'extension':
      case 'restriction':
        if (parentOf(element) === 'complexType') return this.#derivation(place, []);
        return nameOf(element) === 'extension' ? this.#plain(place) : this.#restriction(place);
      case 'list':
      case 'union':
        return this.#listOrUnion(place);
      default:
        return this.#plain(place);
    }
  }

  /** An element without its misplaced attributes and children. */
  #plain(place: Place, name = nameOf(place.element)): string {
    const { element, isGlobal } = place;
    if (isGlobal && !isNamed(element)) return '';
    return this.#write(
      name,
      this.#attributes(place, attributesOf(name, isGlobal, false)),
      this.#content(place),
    );
  }

  #content({ element, scope }: Place): string {
    const isRedefinition = nameOf(element) === 'redefine';
    const places = schemaElements(element).map((child) => placeOf(child, scope, isRedefinition));
    const content = places.filter(
      (each) => isModel(nameOf(each.element)) || isAttribute(nameOf(each.element)),
    );
    if (nameOf(element) !== 'element' || content.length === 0) return this.#children(nameOf(element), places);
    // The content of an element without xs:complexType around it.
    const others = places.filter((each) => !content.includes(each));
    const type = this.#write('complexType', '', this.#children('complexType', content));
    return type + this.#children('element', others);
  }

  /** A local or referenced element or attribute. An unresolved reference is untyped. */
  #declaration(place: Place): string {
    const { element, scope, isGlobal } = place;
    const kind = nameOf(element) as 'element' | 'attribute';
    const ref = isGlobal ? null : attributeOf(element, 'ref');
    if (ref !== null) {
      const meant = this.#find(kind, ref.value, scope);
      if (meant !== undefined) {
        const others = this.#attributes(place, attributesOf(kind, false, true));
        return this.#write(kind, `${others} ref="${this.#nameOf(meant)}"`, '');
      }
      // Referenced elements without a declaration have been declared by now.
      if (!isNamed(element)) return kind === 'attribute' ? ANY_ATTRIBUTE : '';
    }
    if (!isNamed(element)) return '';
    const admitted = attributesOf(kind, isGlobal, false);
    const loose = this.#looseType(place);
    if (loose !== undefined) {
      const others = admitted.filter((name) => name !== 'type');
      return this.#write(kind, this.#attributes(place, others), loose);
    }
    return this.#write(
      kind,
      this.#attributes(place, admitted),
      attributeOf(element, 'type') !== null &&
        schemaElements(element).every((child) => /Type$/.test(nameOf(child)))
        ? ''
        : this.#content(place),
    );
  }

  /** The simple type of a declaration with a restriction or facets directly in it; `undefined` if it has none. */
  #looseType({ element, scope }: Place): string | undefined {
    const places = schemaElements(element).map((child) => placeOf(child, scope, false));
    const restriction = places.find((each) => nameOf(each.element) === 'restriction');
    const facets = places.filter((each) => isFacet(nameOf(each.element)));
    const qname =
      restriction === undefined
        ? attributeOf(element, 'type')?.value
        : attributeOf(restriction.element, 'base')?.value;
    const base = this.#find('type', qname ?? '', restriction?.scope ?? scope);
    const isSimple = base === undefined || this.#components.isSimpleType(base);
    if (!isSimple || (restriction === undefined && facets.length === 0)) return undefined;
    if (restriction !== undefined) return this.#write('simpleType', '', this.#restriction(restriction));
    const named = ` base="${this.#nameOf(base ?? { namespace: XSD, localName: 'string' })}"`;
    const content = this.#write('restriction', named, this.#children('restriction', facets));
    return this.#write('simpleType', '', content);
  }

  #groupReference(place: Place): string {
    const { element, scope } = place;
    const kind = nameOf(element) as 'group' | 'attributeGroup';
    const meant = this.#find(kind, attributeOf(element, 'ref')?.value ?? '', scope);
    if (meant === undefined) return kind === 'group' ? ANY_CONTENT : ANY_ATTRIBUTE;
    const others = this.#attributes(place, attributesOf(kind, false, false));
    return this.#write(kind, `${others} ref="${this.#nameOf(meant)}"`, '');
  }

  #complexContent(place: Place): string {
    const { element, scope } = place;
    const derivation = schemaElements(element).find(isDerivation);
    // A content model without a derivation appears in the type itself.
    if (derivation === undefined) return this.#content(place);
    const others = schemaElements(element).map((child) => placeOf(child, scope, false));
    const beside = others.filter(
      (each) => isAttribute(nameOf(each.element)) || isModel(nameOf(each.element)),
    );
    return this.#derivation(
      placeOf(derivation, scope, false),
      [...beside, ...(place.beside ?? [])],
      this.#attributes(place, ['mixed']),
    );
  }

  /** A derivation of a complex type with its content around it, which authors leave out. `beside`: children of it that are elsewhere. */
  #derivation({ element, scope }: Place, beside: readonly Place[], mixed = ''): string {
    const base = this.#find('type', attributeOf(element, 'base')?.value ?? '', scope);
    if (base === undefined) return ANY_CONTENT + ANY_ATTRIBUTE;
    const places = [...schemaElements(element).map((child) => placeOf(child, scope, false)), ...beside];
    const named = ` base="${this.#nameOf(base)}"`;
    if (this.#components.isSimpleType(base)) {
      const attributes = places.filter((each) => isAttribute(nameOf(each.element)));
      const extension = this.#write('extension', named, this.#children('extension', attributes));
      return this.#write('simpleContent', '', extension);
    }
    const content = this.#write(nameOf(element), named, this.#children(nameOf(element), places));
    return this.#write('complexContent', mixed, content);
  }

  /** Authors write `restriction` of a simple type when they mean `extension` of a restricted one. */
  #simpleContent(place: Place): string {
    const { element, scope } = place;
    const derivation = schemaElements(element).find(isDerivation);
    if (derivation === undefined) return '';
    const inner = placeOf(derivation, scope, false);
    const base = this.#find('type', attributeOf(derivation, 'base')?.value ?? '', inner.scope);
    const places = schemaElements(derivation).map((child) => placeOf(child, inner.scope, false));
    const beside = schemaElements(element).map((child) => placeOf(child, scope, false));
    const attributes = [...places, ...beside, ...(place.beside ?? [])].filter((each) =>
      isAttribute(nameOf(each.element)),
    );
    const extension = (name: string): string => {
      const content = this.#write('extension', ` base="${name}"`, this.#children('extension', attributes));
      return this.#write('simpleContent', '', content);
    };
    if (base === undefined) return extension(`${XS}:string`);
    if (nameOf(derivation) === 'extension') return extension(this.#nameOf(base));
    if (!this.#components.isSimpleType(base)) return this.#plain(place);
    const facets = places.filter((each) => isFacet(nameOf(each.element)));
    if (facets.length === 0) return extension(this.#nameOf(base));
    const name = `soapstone.made.${this.#made.length}`;
    const content = this.#children('restriction', facets);
    const restriction = this.#write('restriction', ` base="${this.#nameOf(base)}"`, content);
    this.#made.push(this.#write('simpleType', ` name="${name}"`, restriction));
    return extension(this.#nameOf({ namespace: this.#schema.targetNamespace, localName: name }));
  }

  /** XML Schema 1.0 allows `all` neither to repeat its elements nor to be nested in another group. */
  #all(place: Place): string {
    const { element } = place;
    const counts = [element, ...schemaElements(element)].map(
      (child) => attributeOf(child, 'maxOccurs')?.value ?? '',
    );
    const repeats = counts.some((count) => !/^[01]?$/.test(count));
    const parent = parentOf(element);
    if (!repeats && (parent === 'complexType' || parent === 'group' || parent === 'restriction')) {
      return this.#plain(place);
    }
    return this.#write('choice', ' minOccurs="0" maxOccurs="unbounded"', this.#content(place));
  }

  /** A simple type with an undeclared base is text with the given facets. */
  #restriction(place: Place): string {
    const attributes = this.#attributes(place, ['base']);
    const children = schemaElements(place.element);
    if (attributes !== '' || children.some((child) => nameOf(child) === 'simpleType'))
      return this.#write('restriction', attributes, this.#content(place));
    const facets = children.filter((child) => isFacetOfText(nameOf(child)));
    const texts = facets.map((facet) => this.#plain(placeOf(facet, place.scope, false)));
    return this.#write('restriction', ` base="${XS}:string"`, texts.join(''));
  }

  #listOrUnion(place: Place): string {
    const text = this.#plain(place);
    if (text.includes('Type')) return text;
    return nameOf(place.element) === 'list'
      ? this.#write('list', ` itemType="${XS}:string"`, '')
      : this.#write('union', ` memberTypes="${XS}:string"`, '');
  }

  #attributes({ element, scope }: Place, allowed: readonly string[]): string {
    let text = '';
    for (const attribute of element.attrs) {
      const { value } = attribute;
      const name = meantName(attribute, element) ?? '';
      if (!allowed.includes(name) || name === 'ref' || name === 'targetNamespace') continue;
      const trimmed = value.trim();
      const kind = REFERENCES[name];
      if (kind !== undefined) {
        text += this.#references(name, kind, trimmed, scope);
      } else if (name === 'name') {
        text += ` name="${legalName(localPart(trimmed))}"`;
      } else if (isValueConstraint(nameOf(element), name)) {
        if (!this.#withoutDefaults)
          text += ` ${name}="${escapeAttribute(value)}"${declaredPrefix(value, scope)}`;
      } else if (isFacet(nameOf(element))) {
        const legal = legalFacet(nameOf(element), name, value);
        if (legal !== undefined)
          text += ` ${name}="${escapeAttribute(legal)}"${declaredPrefix(legal, scope)}`;
      } else if (name === 'xpath' || name === 'refer') {
        text += ` ${name}="${escapeAttribute(value)}"`;
        for (const prefix of Object.keys(scope)) text += declaredPrefix(`${prefix}:`, scope);
      } else {
        const legal = legalValue(name, trimmed);
        if (legal !== undefined) text += ` ${name}="${escapeAttribute(legal)}"`;
      }
    }
    return text;
  }

  /** An attribute that refers to components. A member of a union that no schema declares admits any text. */
  #references(name: string, kind: ComponentKind, value: string, scope: NamespaceMap): string {
    const qnames = value.split(/\s+/);
    const names = qnames.flatMap((qname) => this.#find(kind, qname, scope) ?? []);
    if (names.length === 0) return '';
    if (name === 'memberTypes' && names.length < qnames.length)
      names.push({ namespace: XSD, localName: 'string' });
    return ` ${name}="${names.map((each) => this.#nameOf(each)).join(' ')}"`;
  }

  #find(kind: ComponentKind, qname: string, scope: NamespaceMap): QualifiedName | undefined {
    return this.#components.find(kind, resolveName(qname.trim(), scope), this.#schema.targetNamespace);
  }

  #nameOf({ namespace, localName }: QualifiedName): string {
    if (namespace === XSD) return `${XS}:${localName}`;
    if (namespace === XML) return `xml:${localName}`;
    const name = legalName(localName);
    if (namespace === '') return name;
    const prefix = this.#prefixes.get(namespace) ?? `soapstone.${this.#prefixes.size}`;
    this.#prefixes.set(namespace, prefix);
    return `${prefix}:${name}`;
  }

  #write(name: string, attributes: string, content: string): string {
    return content === ''
      ? `<${XS}:${name}${attributes}/>`
      : `<${XS}:${name}${attributes}>${content}</${XS}:${name}>`;
  }
}
