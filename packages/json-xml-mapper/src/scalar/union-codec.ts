import { compilePatternSteps } from '../pattern/pattern-facet.js';
import type { PointerSegment } from '../pointer.js';
import type { SimpleShape, UnionShape } from '../shape/shape.js';
import type { Keyword } from '../validation-error.js';
import { type PrintContext, SCHEMA_NAMES, type SimpleCodec, type SimpleLimits } from './codec.js';
import { completeCodec } from './codec-parts.js';
import { describeValue, typeNameOf } from './describe.js';
import { compileFacets, compilePatternCheck, type FacetProblem } from './facets.js';
import type { LookupPrefix } from './qname.js';

/** Compile a union (LU-2): the first member that accepts decides, in both directions. */
export function compileUnion(
  shape: UnionShape,
  members: readonly SimpleCodec[],
  limits: SimpleLimits,
): SimpleCodec {
  const patterns = compilePatternSteps(shape.facets.patterns, limits.patternStates);

  /** The member that a text belongs to: one that it satisfies wholly, else one whose lexical space has it (TR-6). */
  const choose = (
    text: string,
    lookupPrefix: LookupPrefix,
  ): { member: SimpleCodec; index: number; neutral: string } | undefined => {
    let lenient: { member: SimpleCodec; index: number; neutral: string } | undefined;
    for (const [index, member] of members.entries()) {
      const neutral = member.read(text, lookupPrefix);
      if (neutral === undefined) continue;
      if (member.facetProblems(neutral).length === 0) return { member, index, neutral };
      lenient ??= { member, index, neutral };
    }
    return lenient;
  };
  // Steps are known by what is written: two members cannot both go through the same array.
  const hasOneList = shape.members.filter(takesArray).length === 1;
  const isWrittenAsIs = members.every((member) => member.isWrittenAsIs);
  const memberOf = (neutral: string): { member: SimpleCodec; index: number; neutral: string } | undefined =>
    choose(neutral, SCHEMA_NAMES);

  const identity = (neutral: string): string => {
    const chosen = memberOf(neutral);
    return chosen === undefined ? neutral : `${chosen.index}:${chosen.member.identity(chosen.neutral)}`;
  };
  const show = (neutral: string): unknown => memberOf(neutral)?.member.toValue(neutral) ?? neutral;
  const checks = [
    ...(patterns.isEmpty ? [] : [compilePatternCheck(patterns)]),
    ...compileFacets(shape.facets, { identity, unit: 'characters', digits: false, show }),
  ];
  const ownProblems = (neutral: string): FacetProblem[] =>
    checks.map((check) => check(neutral)).filter((problem) => problem !== undefined);

  return completeCodec({
    read: (text, lookupPrefix) => choose(text, lookupPrefix)?.neutral,
    isWrittenAsIs,
    write: (neutral, context) =>
      isWrittenAsIs ? neutral : (memberOf(neutral)?.member.write(neutral, context) ?? neutral),
    toText(value, context) {
      const trials: Trial[] = [];
      for (const member of members) {
        const trial = new Trial(context, hasOneList);
        const neutral = member.toText(value, trial);
        if (neutral === undefined) {
          trials.push(trial);
          continue;
        }
        const problems = ownProblems(neutral);
        for (const problem of problems) context.report(problem.keyword, problem.message, problem.expected);
        return problems.length === 0 ? neutral : undefined;
      }
      explain(shape, value, trials, context);
      return undefined;
    },
    toValue: (neutral) => memberOf(neutral)?.member.toValue(neutral) ?? neutral,
    toJsonText: (neutral) => memberOf(neutral)?.member.toJsonText(neutral) ?? JSON.stringify(neutral),
    facetProblems(neutral) {
      const chosen = memberOf(neutral);
      return [...ownProblems(neutral), ...(chosen?.member.facetProblems(chosen.neutral) ?? [])];
    },
    identity,
  });
}

/** If one member alone takes this kind of JSON value, its complaints are the ones that help. */
function explain(shape: UnionShape, value: unknown, trials: readonly Trial[], context: PrintContext): void {
  const candidates = trials.filter((trial) => !trial.isOtherType);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) {
    for (const [keyword, message, expected] of only.reports) context.report(keyword, message, expected);
    return;
  }
  const expected = shape.members.map(typeNameOf);
  const got = describeValue(value, context.secret);
  context.report('type', `must be one of ${expected.join(' | ')}, got ${got}`, expected);
}

/** More of what one member says are told by nobody (VE-1). */
const MAX_REPORTS = 1000;

function takesArray(shape: SimpleShape): boolean {
  return shape.kind === 'list' || (shape.kind === 'union' && shape.members.some(takesArray));
}

/** Collects what one member says of a value, so that nothing is reported while another may accept. */
class Trial implements PrintContext {
  readonly reports: [keyword: Keyword, message: string, expected: unknown][] = [];
  /** It was said that this is not the kind of JSON value that the member takes. */
  isOtherType = false;
  readonly #context: PrintContext;
  readonly #inSteps: boolean;

  /** @param inSteps an array may be gone through in steps, where the context makes any */
  constructor(context: PrintContext, inSteps: boolean) {
    this.#context = context;
    this.#inSteps = inSteps;
  }

  get secret(): boolean {
    return this.#context.secret;
  }

  report(keyword: Keyword, message: string, expected?: unknown): void {
    this.isOtherType ||= keyword === 'type';
    if (this.reports.length < MAX_REPORTS) this.reports.push([keyword, message, expected]);
  }

  /** A step begins with another trial, which then has to know what this one was told. */
  get eachItem(): PrintContext['eachItem'] {
    const context = this.#context;
    if (!this.#inSteps || context.eachItem === undefined) return undefined;
    return (items, from, to, write, memory) =>
      context.eachItem!(items, from, to, write, {
        save: () => ({ reports: [...this.reports], isOtherType: this.isOtherType, memory: memory.save() }),
        restore: (saved: { reports: Trial['reports']; isOtherType: boolean; memory: unknown }) => {
          this.reports.splice(0, this.reports.length, ...saved.reports);
          this.isOtherType = saved.isOtherType;
          memory.restore(saved.memory as never);
        },
      });
  }

  enter(_segment: PointerSegment): void {}

  leave(): void {}

  declarePrefix(namespace: string): string {
    return this.#context.declarePrefix(namespace);
  }
}
