import { compilePatternSteps } from '../pattern/pattern-facet.js';
import type { PointerSegment } from '../pointer.js';
import type { UnionShape } from '../shape/shape.js';
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
    write: (neutral, context) => memberOf(neutral)?.member.write(neutral, context) ?? neutral,
    toText(value, context) {
      const trials: Trial[] = [];
      for (const member of members) {
        const trial = new Trial(context);
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
  const candidates = trials.filter((trial) => !trial.reports.some(([keyword]) => keyword === 'type'));
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) {
    for (const [keyword, message, expected] of only.reports) context.report(keyword, message, expected);
    return;
  }
  const expected = shape.members.map(typeNameOf);
  const got = describeValue(value, context.secret);
  context.report('type', `must be one of ${expected.join(' | ')}, got ${got}`, expected);
}

/** Collects what one member says of a value, so that nothing is reported while another may accept. */
class Trial implements PrintContext {
  readonly reports: [keyword: Keyword, message: string, expected: unknown][] = [];
  readonly #context: PrintContext;

  constructor(context: PrintContext) {
    this.#context = context;
  }

  get secret(): boolean {
    return this.#context.secret;
  }

  report(keyword: Keyword, message: string, expected?: unknown): void {
    this.reports.push([keyword, message, expected]);
  }

  enter(_segment: PointerSegment): void {}

  leave(): void {}

  declarePrefix(namespace: string): string {
    return this.#context.declarePrefix(namespace);
  }
}
