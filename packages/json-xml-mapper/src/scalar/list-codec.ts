import type { JsonValue } from '../api.js';
import { compilePatternSteps } from '../pattern/pattern-facet.js';
import type { ListShape } from '../shape/shape.js';
import type { SimpleCodec, SimpleLimits } from './codec.js';
import { completeCodec } from './codec-parts.js';
import { describeValue, typeNameOf } from './describe.js';
import { compileFacets, compilePatternCheck, type FacetProblem } from './facets.js';
import { splitItems } from './white-space.js';

/** Compile a list (LU-1): a JSON array, items separated by one space in XML. */
export function compileList(shape: ListShape, item: SimpleCodec, limits: SimpleLimits): SimpleCodec {
  const patterns = compilePatternSteps(shape.facets.patterns, limits.patternStates);
  const identity = (neutral: string): string => splitItems(neutral).map(item.identity).join(' ');
  const toValue = (neutral: string): JsonValue => splitItems(neutral).map(item.toValue);
  const checks = [
    ...(patterns.isEmpty ? [] : [compilePatternCheck(patterns)]),
    ...compileFacets(shape.facets, {
      identity,
      length: (neutral) => splitItems(neutral).length,
      unit: 'items',
      digits: false,
      show: toValue,
    }),
  ];
  const facetProblems = (neutral: string): FacetProblem[] => {
    const own = checks.map((check) => check(neutral)).filter((problem) => problem !== undefined);
    return [...own, ...splitItems(neutral).flatMap((text) => item.facetProblems(text))];
  };

  return completeCodec({
    read(text, lookupPrefix) {
      const items: string[] = [];
      for (const part of splitItems(text)) {
        const neutral = item.read(part, lookupPrefix);
        if (neutral === undefined) return undefined;
        items.push(neutral);
      }
      return items.join(' ');
    },
    write: (neutral, context) =>
      splitItems(neutral)
        .map((text) => item.write(text, context))
        .join(' '),
    toText(value, context) {
      if (!Array.isArray(value)) {
        const got = describeValue(value, context.secret);
        context.report('type', `must be an array (${typeNameOf(shape)}), got ${got}`, typeNameOf(shape));
        return undefined;
      }
      const items: string[] = [];
      for (const [index, entry] of value.entries()) {
        context.enter(index);
        const text = item.toText(entry, context);
        if (text !== undefined) {
          if (text === '' || /[ \t\n\r]/.test(text)) {
            context.report('format', 'must not be empty or contain white space: it is an item of a list');
          } else {
            items.push(text);
          }
        }
        context.leave();
      }
      if (items.length < value.length) return undefined;
      const neutral = items.join(' ');
      let valid = true;
      for (const check of checks) {
        const problem = check(neutral);
        if (problem === undefined) continue;
        context.report(problem.keyword, problem.message, problem.expected);
        valid = false;
      }
      return valid ? neutral : undefined;
    },
    toValue,
    toJsonText: (neutral) => `[${splitItems(neutral).map(item.toJsonText).join(',')}]`,
    facetProblems,
    identity,
  });
}
