import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import { isProtocolAttribute } from '../../build/element-keys.js';
import { encodeUtf8 } from '../../platform.js';
import type { AttributeMember } from '../../shape/shape.js';
import type { WildcardShape } from '../../shape/wildcard-shape.js';
import { admits } from '../../shape/wildcard-shape.js';
import { charge } from '../../work.js';
import type { AttributeTable } from '../../xml/attribute-table.js';
import type { XmlName } from '../../xml/xml-name.js';
import { AttributeLane } from '../lanes/attribute-lane.js';
import type { WordMemory } from '../lanes/word-memory.js';
import { JsonFragment } from '../output/json-output.js';
import type { Decoding, TextType } from '../state/decoding.js';
import { warnUndeclared } from '../values/undeclared-attributes.js';

const COMMA = 0x2c;
/** The number of declared attributes up to which the lookup is as cheap as scanning the tag. */
const FEW = 32;

/** The type of an attribute. */
interface AttributeValue extends TextType {
  writeSchemaText(decoding: Decoding, text: string): void;
}

/** A declared attribute. */
interface AttributePlan {
  readonly key: string;
  readonly opening: JsonFragment;
  /** Clark name. */
  readonly name: string;
  readonly localName: string;
  /** Whether no other declared attribute has this local name. */
  readonly isUnique: boolean;
  /** The bytes of an unqualified name. */
  readonly plain: Uint8Array | undefined;
  readonly value: AttributeValue;
  readonly required: boolean;
  readonly whenAbsent: string | undefined;
}

/** The attributes of an object, in schema order (VO-6). */
export class AttributesPlan {
  readonly #list: readonly AttributePlan[];
  /** The names of declared attributes, omitted ones too. */
  readonly #byName: Set<string>;
  readonly #wildcard: WildcardShape | undefined;
  readonly #encoded: boolean;
  readonly #typeNamespace: string;
  /** The fast lane, if all attributes are of kinds that it handles. */
  readonly lane: AttributeLane | undefined;
  /** Whether there is something to do even for a tag without attributes. */
  readonly expects: boolean;

  constructor(
    members: readonly AttributeMember[],
    options: {
      wildcard: WildcardShape | undefined;
      /** The attributes that a design leaves out (DF-8). */
      omitted: readonly ExpandedName[] | undefined;
      /** The namespace that the type belongs to. */
      typeNamespace: string;
      encoded: boolean;
      applyDefaults: boolean;
      memory: WordMemory;
      simple(member: AttributeMember): AttributeValue;
    },
  ) {
    this.#wildcard = options.wildcard;
    this.#encoded = options.encoded;
    this.#typeNamespace = options.typeNamespace;
    const uses = new Map<string, number>();
    for (const { name } of members) uses.set(name.localName, (uses.get(name.localName) ?? 0) + 1);
    this.#list = members.map((member) => ({
      key: member.key,
      opening: new JsonFragment(`${JSON.stringify(member.key)}:`),
      name: clarkName(member.name),
      localName: member.name.localName,
      isUnique: uses.get(member.name.localName) === 1,
      plain: member.name.namespace === '' ? encodeUtf8(member.name.localName) : undefined,
      value: options.simple(member),
      required: member.required,
      whenAbsent: options.applyDefaults ? (member.fixed ?? member.default) : undefined,
    }));
    this.#byName = new Set(this.#list.map((attribute) => attribute.name));
    for (const name of options.omitted ?? []) this.#byName.add(clarkName(name));
    const passed = (options.omitted ?? [])
      .filter(({ namespace }) => namespace === '')
      .map(({ localName }) => localName);
    this.lane =
      this.#list.length + passed.length === 0 || this.#wildcard !== undefined
        ? undefined
        : AttributeLane.compile(this.#list, passed, options.memory);
    this.expects = this.#list.some((attribute) => attribute.required || attribute.whenAbsent !== undefined);
  }

  /** Writes the attributes of the last start tag. @returns whether the tag has any of them */
  write(decoding: Decoding, defaults = true): boolean {
    const { attributes } = decoding.reader;
    if (attributes.count === 0 && !(this.expects && defaults)) return false;
    // Each declared attribute may be searched among all that are present.
    if (this.#list.length > FEW) charge((this.#list.length * (1 + attributes.count)) >> 3);
    let next = 0;
    let found = false;
    for (const attribute of this.#list) {
      let index = find(attributes, attribute, next);
      if (index < 0 && attributes.count > 0) index = this.#findLookalike(decoding, attribute);
      if (index < 0) {
        if (defaults) writeAbsent(decoding, attribute);
        continue;
      }
      next = index + 1;
      found = true;
      decoding.out.fragment(attribute.opening);
      attribute.value.write(
        decoding,
        attributes.valueSource(index),
        attributes.valueStart(index),
        attributes.valueEnd(index),
        undefined,
        attribute.key,
      );
      decoding.out.byte(COMMA);
    }
    if (decoding.settings.warnings === 'all' && attributes.count > 0) {
      warnUndeclared(decoding, this.#encoded, (name) => this.#knows(name));
    }
    return found;
  }

  #knows(name: XmlName): boolean {
    if (this.#byName.has(name.key)) return true;
    if (this.#wildcard !== undefined && admits(this.#wildcard, name.namespace)) return true;
    // KY-5 already reports an attribute that was accepted in place of a declared one.
    return this.#list.some(({ localName, isUnique }) => isUnique && localName === name.localName);
  }

  /**
   * KY-5: an absent attribute, qualified where it should not be or vice versa. A qualified one must be in the namespace of the type
   * or of the element; others belong to a different vocabulary.
   */
  #findLookalike(decoding: Decoding, attribute: AttributePlan): number {
    if (!attribute.isUnique) return -1;
    const { attributes } = decoding.reader;
    for (let i = 0; i < attributes.count; i++) {
      const name = attributes.name(i);
      if (name.localName !== attribute.localName || this.#byName.has(name.key)) continue;
      const isOurs =
        attribute.plain === undefined
          ? name.namespace === ''
          : name.namespace === this.#typeNamespace || name.namespace === decoding.reader.name?.namespace;
      if (!isOurs || isProtocolAttribute(name, this.#encoded)) continue;
      if (this.#wildcard !== undefined && admits(this.#wildcard, name.namespace)) continue;
      decoding.warn('NAMESPACE_MISMATCH', `${name.key} taken for ${attribute.name}`, attribute.key);
      return i;
    }
    return -1;
  }

  /** `"$anyAttributes":{…}` for what the wildcard admits (AN-4); omitted if empty. */
  any(decoding: Decoding): string | undefined {
    const { attributes } = decoding.reader;
    if (this.#wildcard === undefined || attributes.count === 0) return undefined;
    const members: string[] = [];
    for (let i = 0; i < attributes.count; i++) {
      const name = attributes.name(i);
      if (this.#byName.has(name.key) || isProtocolAttribute(name, this.#encoded)) continue;
      if (!admits(this.#wildcard, name.namespace)) continue;
      members.push(`${JSON.stringify(name.key)}:${JSON.stringify(attributes.value(i))}`);
    }
    return members.length === 0 ? undefined : `"$anyAttributes":{${members.join(',')}}`;
  }
}

/** Attributes mostly come in schema order, so the search starts after the last one found. */
function find(attributes: AttributeTable, attribute: AttributePlan, next: number): number {
  for (let i = next; i < attributes.count; i++) if (matches(attributes, i, attribute)) return i;
  for (let i = 0; i < next; i++) if (matches(attributes, i, attribute)) return i;
  return -1;
}

function matches(attributes: AttributeTable, index: number, attribute: AttributePlan): boolean {
  if (attribute.plain !== undefined) return attributes.isPlain(index, attribute.plain);
  return attributes.isPrefixed(index) && attributes.name(index).key === attribute.name;
}

function writeAbsent(decoding: Decoding, attribute: AttributePlan): void {
  if (attribute.whenAbsent !== undefined) {
    decoding.out.fragment(attribute.opening);
    attribute.value.writeSchemaText(decoding, attribute.whenAbsent);
    decoding.out.ascii(',');
    // `fixed` does not make up for it (cvc-complex-type 4).
    if (attribute.required && decoding.settings.exacting)
      decoding.warn('MISSING_REQUIRED', 'a required attribute is missing', attribute.key);
  } else if (attribute.required) {
    decoding.warn('MISSING_REQUIRED', 'a required attribute is missing', attribute.key);
  }
}
