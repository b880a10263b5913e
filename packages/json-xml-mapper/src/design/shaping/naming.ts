import type { SimpleLimits } from '../../scalar/simple-codec.js';
import type { AttributeMember, ElementMember, ObjectShape } from '../../shape/shape.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import { nameOf } from '../design-data.js';
import type { DesignProblem } from '../design-error.js';
import { DESIGN_LIMITS } from '../limits.js';
import { TextDocuments } from '../xml/text-documents.js';
import { camelName } from './camel-name.js';
import { innerOf } from './lift-member.js';
import type { KeyNames, ShapingRules } from './shape-turner.js';
import type {
  LiftedLine,
  ParsedLift,
  ParsedRename,
  ParsedShaping,
  ShapingLine,
  ValuesLine,
} from './shaping-line.js';
import type { ShapingBranch } from './shaping-tree.js';
import { ValueNames } from './value-names.js';

/** The names among which the nearest is looked for: more than in a call, because a design is checked once. */
export const MOST_NAMES = 5_000;

/** The names that a design gives to members, and what is wrong with them. */
export class Naming implements ShapingRules {
  readonly concernsAll: boolean;
  /** The lines that have matched something. */
  readonly used: Set<ShapingLine | ParsedRename | ParsedLift> = new Set();
  readonly problems: Map<string, DesignProblem> = new Map();
  /** The keys that were met, for problems. */
  readonly keys: Set<string> = new Set();
  readonly #camel: boolean;
  readonly #renames: ReadonlyMap<string, ParsedRename>;

  readonly #lifts: ReadonlyMap<string, ParsedLift>;
  readonly #values: ValueNames;
  /** The members whose texts are documents. */
  readonly documents: TextDocuments = new TextDocuments((at, message, nearest) =>
    this.report(at, message, undefined, nearest),
  );

  constructor({ camel, renames, lifts }: ParsedShaping, limits: SimpleLimits) {
    this.#values = new ValueNames(limits, (at, message, nearest) =>
      this.report(at, message, undefined, nearest),
    );
    this.#camel = camel;
    this.#renames = new Map(renames.map((rename) => [rename.key, rename]));
    this.#lifts = new Map(lifts.map((lift) => [lift.key, lift]));
    this.concernsAll = camel || renames.length + lifts.length > 0;
  }

  /** The name that clients see. A line about the place wins over one about the key, and that over the spelling of all names. */
  nameOf(key: string, branch: ShapingBranch | undefined): string {
    const general = this.#generalName(key);
    const line = branch?.rename;
    if (line === undefined) return general;
    this.used.add(line);
    if (line.to === general) this.report(line.at, `changes nothing: ${key} is called ${general} already`);
    return line.to;
  }

  /** Whether the value of its only member takes the place of a member (DF-14). `member` is as the schema has it. */
  lifts(
    member: ElementMember,
    branch: ShapingBranch | undefined,
    of: Pick<ObjectShape, 'name' | 'path'>,
  ): boolean {
    const general = this.#lifts.get(member.key);
    const line: LiftedLine | ParsedLift | undefined = branch?.lift ?? general;
    if (line === undefined) return false;
    this.used.add(line);
    if (general !== undefined) this.used.add(general);
    const inner = innerOf(member);
    const place = 'keys' in line ? line.keys.join('/') : `${member.key}${placeOf(of)}`;
    if ('reason' in inner) {
      this.report(line.at, `cannot lift ${place}: ${inner.reason}`);
      return false;
    }
    if (general !== undefined && branch?.lift !== undefined)
      this.report(line.at, `changes nothing: ${member.key} is lifted in all operations`);
    const renamed = branch?.children.get(inner.key)?.rename;
    if (renamed !== undefined)
      this.report(renamed.at, `contradicts ${nameOf(line.at)}: ${inner.key} has no name where it is lifted`);
    return true;
  }

  /** Gives the values of a member names (DF-12), including those that are written if clients leave it out. */
  withValues<M extends ElementMember | AttributeMember>(member: M, branch: ShapingBranch | undefined): M {
    const ofText = branch?.children.get('$value')?.values;
    const line = branch?.values ?? ofText;
    const document = branch?.document;
    if (document !== undefined) {
      this.used.add(document);
      if (line === undefined) return this.documents.member(member, document);
      this.report(document.at, `contradicts ${nameOf(line.at)}`);
    }
    if (line === undefined) return member;
    const { shape, default: given, fixed, whenLeftOut } = member;
    const { substitution } = 'substitution' in member ? member : {};
    if (branch?.values !== undefined) this.used.add(line);
    if (substitution !== undefined) {
      this.report(
        line.at,
        `cannot name values of ${line.keys.join('/')}: another element can take its place`,
      );
      return member;
    }
    const named = line === ofText ? shape : this.#values.shape(shape, line);
    const simple = named.kind === 'object' ? named.value : named;
    const texts = Object.entries({ default: given, fixed, whenLeftOut }).flatMap(([part, text]) =>
      text === undefined ? [] : [[part, this.#values.constraint(simple, text, line)] as const],
    );
    return { ...member, shape: named, ...Object.fromEntries(texts) };
  }

  /** The same for the text of an element that has attributes. */
  valueShape(shape: SimpleShape, line: ValuesLine): SimpleShape {
    this.used.add(line);
    return this.#values.shape(shape, line) as SimpleShape;
  }

  #generalName(key: string): string {
    if (this.keys.size < MOST_NAMES) this.keys.add(key);
    const usual = this.#camel ? camelName(key) : key;
    const rename = this.#renames.get(key);
    if (rename === undefined) return usual;
    this.used.add(rename);
    if (rename.to === usual) this.report(rename.at, `changes nothing: ${key} is called ${usual} already`);
    return rename.to;
  }

  /** Reports the keys of an object that have become the same one. */
  check(names: readonly KeyNames[], of: Pick<ObjectShape, 'name' | 'path'>): void {
    const seen = new Map<string, KeyNames>();
    for (const each of names) {
      const other = seen.get(each.name);
      if (other === undefined) seen.set(each.name, each);
      else this.#reportCollision(other, each, of);
    }
  }

  #reportCollision(one: KeyNames, other: KeyNames, of: Pick<ObjectShape, 'name' | 'path'>): void {
    const line = [other, one].map(({ key, branch }) => branch?.rename ?? this.#renames.get(key));
    const at = line.find((each) => each !== undefined)?.at ?? ['names'];
    const where = placeOf(of);
    this.report(
      at,
      `${one.key} and ${other.key}${where} would both be called ${one.name}; give one of them another name, with rename: { ${JSON.stringify(other.key)}: … }`,
      `${one.key}\0${other.key}\0${one.name}`,
    );
  }

  /** Does work for what is written beside what clients see: a line that counts there alone changes nothing for them. */
  unseen<T>(work: () => T): T {
    const seen = new Set(this.used);
    const done = work();
    for (const line of this.used)
      if ('keys' in line && !seen.has(line))
        this.report(line.at, `changes nothing: clients do not see ${line.keys.join('/')}`);
    return done;
  }

  /** Notes a problem, each once. */
  report(at: readonly string[], message: string, id: string = at.join('\0'), nearest?: string): void {
    if (this.problems.size < DESIGN_LIMITS.problems && !this.problems.has(id))
      this.problems.set(id, nearest === undefined ? { at, message } : { at, message, nearest });
  }
}

/** ` of User`, or nothing for an object without a name. */
function placeOf(of: Pick<ObjectShape, 'name' | 'path'>): string {
  const type = of.name?.localName ?? of.path?.join('/');
  return type === undefined || type === '' ? '' : ` of ${type}`;
}
