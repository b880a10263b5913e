import type { Keyword } from '../api/problems.js';
import type { JsonValue } from '../api/values.js';
import type { PointerSegment } from '../pointer.js';
import type { UnionShape } from '../shape/simple-shape.js';
import { charge } from '../work.js';
import {
  type PrintContext,
  SCHEMA_NAMES,
  type SimpleCodec,
  type SimpleLimits,
  type UnionCodec,
} from './codec.js';
import { completeCodec } from './codec-parts.js';
import { describeValue, memberNames } from './describe.js';
import { compileFacets, compilePatternCheck, type FacetProblem } from './facets.js';
import { patternSteps } from './pattern-steps.js';
import type { LookupPrefix } from './spaces/qname.js';
import { type Choice, sortMembers, type UnionMember, type UnionMembers } from './union-members.js';

/** The codec of unions. It is passed in where it is needed, so that a generated client without unions does not bundle it. */
export const unions: UnionCodec = { compileUnion };

/** Compiles a union (LU-2): the first member that accepts decides, in both directions. */
function compileUnion(shape: UnionShape, codecs: readonly SimpleCodec[], limits: SimpleLimits): SimpleCodec {
  const patterns = patternSteps(shape.facets.patterns, limits);
  const members = sortMembers(shape, codecs);
  const isWrittenAsIs = codecs.every((codec) => codec.isWrittenAsIs);
  const choose = chooser(members, isWrittenAsIs);
  const memberOf = (neutral: string): Choice | undefined => choose(neutral, SCHEMA_NAMES);

  const identity = (neutral: string): string => {
    const chosen = memberOf(neutral);
    return chosen === undefined ? neutral : `${chosen.index}:${chosen.codec.identity(chosen.neutral)}`;
  };
  const toShown = (neutral: string): JsonValue => memberOf(neutral)?.codec.toShown(neutral) ?? neutral;
  const checks = [
    ...(patterns.isEmpty ? [] : [compilePatternCheck(patterns)]),
    ...compileFacets(shape.facets, { identity, unit: 'characters', digits: false, show: toShown }),
  ];
  const ownProblems = (neutral: string): FacetProblem[] =>
    checks.map((check) => check(neutral)).filter((problem) => problem !== undefined);

  /** The neutral text of the first member that accepts an array. */
  const readArray = (value: readonly unknown[], context: PrintContext): string | undefined => {
    const trials: Trial[] = [];
    for (const [tried, member] of members.takers(value).entries()) {
      chargeTrial(member, tried, value.length * UNITS_PER_ITEM);
      const trial = new Trial(context);
      const neutral = member.codec.toText(value, trial);
      if (neutral !== undefined) return neutral;
      trials.push(trial);
    }
    explain(shape, value, trials, context);
    return undefined;
  };

  const readValue = (value: unknown, context: PrintContext): string | undefined => {
    const known = typeof value === 'string' ? members.find(value) : undefined;
    const size = typeof value === 'string' ? value.length / CHARACTERS_PER_UNIT : 0;
    for (const [tried, member] of members.takers(value).entries()) {
      if (known !== undefined && member.index > known.index) break;
      chargeTrial(member, tried, size);
      const neutral = member.codec.toText(value, QUIET);
      if (neutral !== undefined) return neutral;
    }
    if (known !== undefined) return known.neutral;
    if (context === QUIET) return undefined;
    const trials: Trial[] = [];
    for (const [tried, member] of members.allTakers(value).entries()) {
      // Two candidates are enough to know that the problems of neither are conclusive.
      if (trials.filter((trial) => !trial.isOtherType).length > 1) break;
      chargeTrial(member, tried, size);
      const trial = new Trial(context);
      member.codec.toText(value, trial);
      trials.push(trial);
    }
    explain(shape, value, trials, context);
    return undefined;
  };

  return completeCodec({
    read: (text, lookupPrefix) => choose(text, lookupPrefix)?.neutral,
    isWrittenAsIs,
    write: (neutral, context) =>
      isWrittenAsIs ? neutral : (memberOf(neutral)?.codec.write(neutral, context) ?? neutral),
    toText(value, context) {
      const neutral = Array.isArray(value) ? readArray(value, context) : readValue(value, context);
      if (neutral === undefined) return undefined;
      const problems = ownProblems(neutral);
      for (const problem of problems) context.report(problem.keyword, problem.message, problem.expected);
      return problems.length === 0 ? neutral : undefined;
    },
    toValue: (neutral) => memberOf(neutral)?.codec.toValue(neutral) ?? neutral,
    toShown,
    toJsonText: (neutral) => memberOf(neutral)?.codec.toJsonText(neutral) ?? JSON.stringify(neutral),
    facetProblems(neutral) {
      const chosen = memberOf(neutral);
      return [...ownProblems(neutral), ...(chosen?.codec.facetProblems(chosen.neutral) ?? [])];
    },
    identity,
  });
}

/** The member that a text belongs to: one that it satisfies completely, otherwise one whose lexical space contains it (TR-6). */
type Chooser = (text: string, lookupPrefix: LookupPrefix) => Choice | undefined;

/** @param remembers no prefix matters, so a text always belongs to the same member */
function chooser({ readers, enumerated, find }: UnionMembers, remembers: boolean): Chooser {
  const recent = new Map<string, Choice | undefined>();
  const read = (member: UnionMember, text: string, lookup: LookupPrefix): Choice | undefined => {
    const neutral = member.codec.read(text, lookup);
    return neutral === undefined ? undefined : { ...member, neutral };
  };

  const choose: Chooser = (text, lookupPrefix) => {
    const known = find(text);
    const size = text.length / CHARACTERS_PER_UNIT;
    let lenient: Choice | undefined;
    for (const [tried, member] of readers.entries()) {
      if (known !== undefined && member.index > known.index) return known;
      chargeTrial(member, tried, size);
      const choice = read(member, text, lookupPrefix);
      if (choice === undefined) continue;
      if (choice.codec.facetProblems(choice.neutral).length === 0) return choice;
      lenient ??= choice;
    }
    if (known !== undefined) return known;
    for (const [tried, member] of enumerated.entries()) {
      if (lenient !== undefined && member.index > lenient.index) break;
      chargeTrial(member, tried, size);
      const choice = read(member, text, lookupPrefix);
      if (choice !== undefined) return choice;
    }
    return lenient;
  };

  return (text, lookupPrefix) => {
    if (!remembers || text.length > MAX_RECENT_LENGTH) return choose(text, lookupPrefix);
    if (recent.has(text)) return recent.get(text);
    const choice = choose(text, lookupPrefix);
    if (recent.size >= MAX_RECENT) recent.clear();
    recent.set(text, choice);
    return choice;
  };
}

/** The number of cached texts: codes tend to repeat, and each is looked up several times. */
const MAX_RECENT = 128;
const MAX_RECENT_LENGTH = 64;

/** The cost of a trial in units of work, besides its cost per character or item of the value. */
const TRIAL_COST = 40;
const CHARACTERS_PER_UNIT = 8;
const UNITS_PER_ITEM = 4;

/** Most unions have two or three members, whose cost is linear in the bytes of the message unless they are unions themselves. */
function chargeTrial({ isUnion }: UnionMember, tried: number, size: number): void {
  if (tried > 1 || isUnion) charge(TRIAL_COST + Math.floor(size));
}

/** Ignores problems: only whether a member accepts matters. */
const QUIET: PrintContext = {
  secret: true,
  report: () => {},
  enter: () => {},
  leave: () => {},
  declarePrefix: () => 'x',
};

/** Reports why no member accepts a value. If only one member accepts this kind of JSON value, its problems are the useful ones. */
function explain(shape: UnionShape, value: unknown, trials: readonly Trial[], context: PrintContext): void {
  const candidates = trials.filter((trial) => !trial.isOtherType);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) {
    for (const [keyword, message, expected] of only.reports) context.report(keyword, message, expected);
    return;
  }
  const expected = memberNames(shape);
  const got = describeValue(value, context.secret);
  context.report('type', `must be one of ${expected.join(' | ')}, got ${got}`, expected);
}

/** Further errors of one member are not reported (VE-1). */
const MAX_REPORTS = 1000;

/** Collects the problems of one member, so that nothing is reported while another may accept. */
class Trial implements PrintContext {
  readonly reports: [keyword: Keyword, message: string, expected: unknown][] = [];
  /** Whether the member does not accept this kind of JSON value. */
  isOtherType = false;
  readonly #context: PrintContext;

  constructor(context: PrintContext) {
    this.#context = context;
  }

  get secret(): boolean {
    return this.#context.secret;
  }

  report(keyword: Keyword, message: string, expected?: unknown): void {
    this.isOtherType ||= keyword === 'type';
    if (this.reports.length < MAX_REPORTS) this.reports.push([keyword, message, expected]);
  }

  enter(_segment: PointerSegment): void {}

  leave(): void {}

  declarePrefix(namespace: string): string {
    return this.#context.declarePrefix(namespace);
  }
}
