import { isJsonNumber } from '../json/json-number.js';
import { BUILTIN_TYPES } from '../shape/builtin-types.js';
import type { ScalarShape, SimpleShape, UnionShape } from '../shape/simple-shape.js';
import { SCHEMA_NAMES, type SimpleCodec } from './codec.js';
import { inputKind } from './scalar-input.js';
import { applyWhiteSpace, type WhiteSpace } from './white-space.js';

/** A compiled member of a union. */
export interface UnionMember {
  readonly codec: SimpleCodec;
  /** Its position in the union: the first one that accepts decides (LU-2). */
  readonly index: number;
  /** Whether it is a union itself. */
  readonly isUnion: boolean;
}

/** A text with the member that it belongs to. */
export interface Choice extends UnionMember {
  readonly neutral: string;
}

/** Indexes the members of a union by what they can accept, so that a value is tried on few of them. */
export interface UnionMembers {
  /** Members that a JSON value must be tried on, in order, without those found by `find`. */
  takers(value: unknown): readonly UnionMember[];
  /** The same for XML text. */
  readonly readers: readonly UnionMember[];
  /** Every member that could accept the JSON value, for the explanation. */
  allTakers(value: unknown): readonly UnionMember[];
  /** The first enumeration of texts that contains a text, by lookup. */
  find(text: string): Choice | undefined;
  /** The members that `find` covers. */
  readonly enumerated: readonly UnionMember[];
}

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'other';

const KINDS: readonly Kind[] = ['string', 'number', 'boolean', 'array', 'other'];

/** Classifies the members of a union. Linear in the members and in the values of their enumerations. */
export function sortMembers(shape: UnionShape, codecs: readonly SimpleCodec[]): UnionMembers {
  const members = codecs.map(
    (codec, index): UnionMember => ({ codec, index, isUnion: shape.members[index]!.kind === 'union' }),
  );
  const texts = new Map<WhiteSpace, Map<string, Choice>>();
  const isEnumerated = shape.members.map((each) => isTextEnumeration(each));
  for (const member of members) {
    const { facets } = shape.members[member.index] as ScalarShape;
    if (isEnumerated[member.index] !== true) continue;
    const known = texts.get(facets.whiteSpace) ?? new Map<string, Choice>();
    texts.set(facets.whiteSpace, known);
    for (const neutral of facets.enumeration ?? []) {
      if (!known.has(neutral) && isValue(member.codec, neutral)) known.set(neutral, { ...member, neutral });
    }
  }
  const allTakers = new Map(
    KINDS.map((kind) => [kind, members.filter(({ index }) => kindsOf(shape.members[index]!).has(kind))]),
  );
  const takers = new Map(
    KINDS.map((kind) => [kind, allTakers.get(kind)!.filter(({ index }) => isEnumerated[index] !== true)]),
  );
  return {
    takers: (value) => takers.get(kindOf(value))!,
    allTakers: (value) => allTakers.get(kindOf(value))!,
    readers: members.filter(({ index }) => isEnumerated[index] !== true),
    enumerated: members.filter(({ index }) => isEnumerated[index] === true),
    find(text) {
      let first: Choice | undefined;
      for (const [whiteSpace, known] of texts) {
        const choice = known.get(applyWhiteSpace(whiteSpace, text));
        if (choice !== undefined && (first === undefined || choice.index < first.index)) first = choice;
      }
      return first;
    },
  };
}

/** Whether the values of a type are exactly the texts of its enumeration. */
function isTextEnumeration(shape: SimpleShape): boolean {
  if (shape.kind !== 'scalar' || shape.json !== 'string' || shape.lexical) return false;
  const { enumeration, patterns } = shape.facets;
  return (
    BUILTIN_TYPES[shape.builtin].family === 'string' && enumeration !== undefined && patterns.length === 0
  );
}

function isValue(codec: SimpleCodec, neutral: string): boolean {
  return codec.read(neutral, SCHEMA_NAMES) === neutral && codec.facetProblems(neutral).length === 0;
}

const kinds = new WeakMap<SimpleShape, ReadonlySet<Kind>>();

/** The kinds of JSON values that a type accepts; a `Date` is a separate kind. */
function kindsOf(shape: SimpleShape): ReadonlySet<Kind> {
  const known = kinds.get(shape) ?? new Set(listKinds(shape));
  kinds.set(shape, known);
  return known;
}

function listKinds(shape: SimpleShape): Iterable<Kind> {
  switch (shape.kind) {
    case 'scalar': {
      const kind = inputKind(shape);
      if (kind === 'boolean') return ['boolean'];
      return kind === 'number' ? ['string', 'number'] : ['string', 'other'];
    }
    case 'list':
      return ['array'];
    case 'anySimpleType':
      return ['string'];
    case 'union':
      return shape.members.flatMap((member) => [...kindsOf(member)]);
  }
}

function kindOf(value: unknown): Kind {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value as Kind;
    case 'bigint':
      return 'number';
    default:
      return Array.isArray(value) ? 'array' : isJsonNumber(value) ? 'number' : 'other';
  }
}
