import type { JsonValue } from '../api/values.js';
import type { ListShape } from '../shape/simple-shape.js';
import type { PrintContext, SimpleCodec, SimpleLimits } from './codec.js';
import { completeCodec } from './codec-parts.js';
import { describeValue, typeNameOf } from './describe.js';
import { compileFacets, compilePatternCheck, type FacetProblem } from './facets.js';
import { patternSteps } from './pattern-steps.js';
import { splitItems } from './white-space.js';

/** Compiles a list (LU-1): a JSON array, with items separated by one space in XML. */
export function compileList(shape: ListShape, item: SimpleCodec, limits: SimpleLimits): SimpleCodec {
  const patterns = patternSteps(shape.facets.patterns, limits);
  const identity = (neutral: string): string => splitItems(neutral).map(item.identity).join(' ');
  const toShown = (neutral: string): JsonValue => splitItems(neutral).map(item.toShown);
  const checks = [
    ...(patterns.isEmpty ? [] : [compilePatternCheck(patterns)]),
    ...compileFacets(shape.facets, {
      identity,
      length: countItems,
      unit: 'items',
      digits: false,
      show: toShown,
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
    isWrittenAsIs: item.isWrittenAsIs,
    write: (neutral, context) =>
      item.isWrittenAsIs
        ? neutral
        : splitItems(neutral)
            .map((text) => item.write(text, context))
            .join(' '),
    toText(value, context) {
      if (!Array.isArray(value)) {
        const got = describeValue(value, context.secret);
        context.report('type', `must be an array (${typeNameOf(shape)}), got ${got}`, typeNameOf(shape));
        return undefined;
      }
      const neutral = itemsToText(value, item, context);
      if (neutral === undefined) return undefined;
      let valid = true;
      for (const check of checks) {
        const problem = check(neutral);
        if (problem === undefined) continue;
        context.report(problem.keyword, problem.message, problem.expected);
        valid = false;
      }
      return valid ? neutral : undefined;
    },
    toValue: (neutral) => splitItems(neutral).map(item.toValue),
    toShown,
    toJsonText: (neutral) => `[${splitItems(neutral).map(item.toJsonText).join(',')}]`,
    facetProblems,
    identity,
  });
}

/** The items separated by spaces; `undefined` if one is invalid. */
function itemsToText(
  items: readonly unknown[],
  item: SimpleCodec,
  context: PrintContext,
): string | undefined {
  let isValid = true;
  let neutral = '';
  for (const [index, entry] of items.entries()) {
    context.enter(index);
    const text = item.toText(entry, context);
    if (text !== undefined && text !== '' && !/[ \t\n\r]/.test(text)) {
      neutral += `${text} `;
    } else {
      isValid = false;
      if (text !== undefined) {
        context.report('format', 'must not be empty or contain white space: it is an item of a list');
      }
    }
    context.leave();
  }
  return isValid ? neutral.slice(0, -1) : undefined;
}

/** Counts the items of neutral text, which has one space between two items. */
function countItems(neutral: string): number {
  if (neutral === '') return 0;
  let count = 1;
  for (let at = neutral.indexOf(' '); at >= 0; at = neutral.indexOf(' ', at + 1)) count++;
  return count;
}
