import { nearestName } from '../../explain/keys/nearest-name.js';
import { cutText } from '../../scalar/describe.js';
import { compileSimple, type SimpleCodec, type SimpleLimits } from '../../scalar/simple-codec.js';
import { splitItems } from '../../scalar/white-space.js';
import type { Shape } from '../../shape/shape.js';
import type { ListShape, ScalarShape, SimpleShape } from '../../shape/simple-shape.js';
import { chargeHint } from '../../work.js';
import { hint, quote } from '../design-data.js';
import {
  enumerated,
  listed,
  type NameableShape,
  type NamedValue,
  namedShape,
  writtenText,
} from './named-shape.js';
import type { ValueEntry, ValueKind } from './parse-values.js';
import type { ValuesLine } from './shaping-line.js';

/** Notes a problem of a line. */
type Report = (at: readonly string[], message: string, nearest?: string) => void;

/** Types whose texts mean something elsewhere, or are not for people to read. */
const UNNAMEABLE: ReadonlySet<string> = new Set([
  'QName',
  'NOTATION',
  'ID',
  'IDREF',
  'ENTITY',
  'base64Binary',
  'hexBinary',
]);

const KINDS: Readonly<Record<ValueKind, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

/** The names that a design gives to values (DF-12): the type of a member becomes an enumeration of them. */
export class ValueNames {
  readonly #limits: SimpleLimits;
  readonly #report: Report;
  /** Types with names by the type and the names, so that members share them. */
  readonly #named = new WeakMap<
    NameableShape | ListShape,
    Map<string, ScalarShape | ListShape | undefined>
  >();

  constructor(limits: SimpleLimits, report: Report) {
    this.#limits = limits;
    this.#report = report;
  }

  /** The type of a member whose values have names. Returns the type itself after reporting a problem. */
  shape<S extends Shape>(shape: S, line: ValuesLine): S | ScalarShape | ListShape {
    const problem = typeProblem(shape, line.keys);
    if (problem !== undefined) this.#report(line.at, problem);
    if (problem !== undefined || !isNameable(shape)) return shape;
    const named = this.#named.get(shape) ?? new Map<string, ScalarShape | ListShape | undefined>();
    this.#named.set(shape, named);
    const signature = JSON.stringify(line.entries.map(({ text, kind, name }) => [text, kind, name]));
    if (!named.has(signature))
      named.set(signature, shape.kind === 'list' ? this.#list(shape, line) : this.#create(shape, line));
    return named.get(signature) ?? shape;
  }

  /** A list whose items have names, in which no name can be two items. */
  #list(shape: ListShape, line: ValuesLine): ListShape | undefined {
    const divided = line.entries.filter(({ kind, name }) => kind === 'string' && splitItems(name).length > 1);
    for (const { at } of divided)
      this.#report(
        at,
        `must not contain white space: it is an item of ${line.keys.join('/')}, a list in one text`,
      );
    if (divided.length > 0 || !isNameable(shape.item) || shape.item.kind === 'list') return undefined;
    const item = this.#create(shape.item, line);
    return item && { ...shape, item };
  }

  /** The name of a text that the schema or the design has for a member which clients leave out. */
  constraint(shape: Shape | undefined, text: string, line: ValuesLine): string {
    const item = shape?.kind === 'list' ? shape.item : shape;
    if (shape === undefined || item?.kind !== 'scalar' || item.wire === undefined) return text;
    const { enumeration = ['true', 'false'] } = item.facets;
    const simple = shape as ScalarShape | ListShape;
    const name = compileSimple(simple, this.#limits).read(text, () => undefined) ?? text;
    const names = simple.kind === 'list' ? splitItems(name) : [name];
    if (names.every((each) => enumeration.includes(each))) return name;
    this.#report(
      line.at,
      `must have ${quote(text)}, which ${line.keys.join('/')} has if clients leave it out`,
    );
    return text;
  }

  #create(shape: NameableShape, line: ValuesLine): ScalarShape | undefined {
    const codec = compileSimple(shape, this.#limits);
    const all = enumerated(shape, codec);
    const named = this.#entries(shape, line, codec, all);
    if (named === undefined) return undefined;
    const values =
      all === undefined ? [...named.values()] : [...all].map(([id, value]) => named.get(id) ?? value);
    if (!this.#check(values, line)) return undefined;
    const [{ kind }] = values as [NamedValue, ...NamedValue[]];
    return namedShape(shape, kind, values, codec);
  }

  /** The values that have names, by their identity. */
  #entries(
    shape: NameableShape,
    { entries, keys }: ValuesLine,
    codec: SimpleCodec,
    all: ReadonlyMap<string, NamedValue> | undefined,
  ): ReadonlyMap<string, NamedValue> | undefined {
    const named = new Map<string, NamedValue>();
    const member = keys.join('/');
    let isGood = true;
    const refuse = (at: readonly string[], message: string, nearest?: string): void => {
      isGood = false;
      this.#report(at, message, nearest);
    };
    for (const entry of entries) {
      const text = writtenText(codec, entry.text);
      if (text === undefined) {
        const nearest = chargeHint(1) ? nearestName(entry.text, listed(shape) ?? []) : undefined;
        refuse(entry.at, `${member} has no value ${quote(entry.text)}${hint(nearest)}`, nearest);
        continue;
      }
      const id = codec.identity(text);
      const before = named.get(id)?.entry;
      const usual = all?.get(id);
      if (before !== undefined) refuse(entry.at, `is the same value of ${member} as ${quote(before.text)}`);
      else if (usual?.kind === entry.kind && usual.name === entry.name)
        refuse(entry.at, `changes nothing: ${member} has ${cutText(entry.name)} already`);
      else named.set(id, { text, name: entry.name, kind: entry.kind, entry });
    }
    return isGood && named.size > 0 ? named : undefined;
  }

  /** Whether the names can be told apart, and are of one kind. */
  #check(values: readonly NamedValue[], { at, keys }: ValuesLine): boolean {
    const member = keys.join('/');
    const first = values.find(({ entry }) => entry !== undefined) as NamedValue;
    const seen = new Map<string, NamedValue>();
    for (const value of values) {
      if (value.kind !== first.kind) {
        const what = `${KINDS[first.kind]}, like ${quote(first.text)} of ${member}`;
        if (value.entry === undefined)
          this.#report(at, `must name ${quote(value.text)}, too: it would not be ${what}`);
        else this.#report(value.entry.at, `must be ${what}`);
        return false;
      }
      const other = seen.get(value.name);
      if (other !== undefined) {
        const line = value.entry ?? (other.entry as ValueEntry);
        this.#report(
          line.at,
          `${quote(other.text)} and ${quote(value.text)} of ${member} would both be ${cutText(value.name)}`,
        );
        return false;
      }
      seen.set(value.name, value);
    }
    if (first.kind !== 'boolean' || values.length === 2) return true;
    this.#report(at, `must have a value that is true and one that is false`);
    return false;
  }
}

/** Whether a type has values that can have names, which `typeProblem` has looked at. */
function isNameable(shape: Shape | SimpleShape): shape is NameableShape | ListShape {
  return shape.kind === 'scalar' || shape.kind === 'union' || shape.kind === 'list';
}

/** Why the values of a type cannot have names. */
function typeProblem(shape: Shape | SimpleShape, keys: readonly string[]): string | undefined {
  const member = keys.join('/');
  switch (shape.kind) {
    case 'scalar':
      return UNNAMEABLE.has(shape.builtin)
        ? `cannot name values of ${member}: its type is xs:${shape.builtin}`
        : undefined;
    case 'object':
    case 'polymorphic': {
      const { value } = shape.kind === 'object' ? shape : shape.declared;
      return `cannot name values of ${member}: it is an object${value === undefined ? '' : `; name those of ${member}/$value`}`;
    }
    case 'list': {
      const { enumeration, patterns } = shape.facets;
      return enumeration === undefined && patterns.length === 0
        ? typeProblem(shape.item, keys)
        : `cannot name values of ${member}: the schema says what the whole list may be`;
    }
    case 'union':
      return shape.members.some((each) => each.kind === 'list')
        ? `cannot name values of ${member}: it can be a list in one text, or one value`
        : shape.members.map((each) => typeProblem(each, keys)).find((problem) => problem !== undefined);
    default:
      return `cannot name values of ${member}: its type is ${shape.kind}`;
  }
}
