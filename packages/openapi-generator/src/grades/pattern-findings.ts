import { patternProblem } from '@soapstone/json-xml-mapper/shapes';
import { assertOptions } from '@soapstone/options';
import type { Diagnostic, SchemaSet, SimpleType } from '@soapstone/soap-model';
import { componentOf } from '@soapstone/soap-model/reachable';
import { schemaArgument } from '../arguments.js';

/** The maximum number of characters of a pattern that a message quotes. */
const MAX_QUOTED = 60;

/**
 * Reports patterns that values are not checked against (RX-1, RX-5). The parser keeps patterns as written; only the mapper
 * knows which of them it can run.
 *
 * @example
 * ```ts
 * const findings = [...diagnostics, ...patternFindings(model.schema)];
 * ```
 */
export function patternFindings(schema: SchemaSet): Diagnostic[] {
  assertOptions(schemaArgument, schema, 'patternFindings', 'schema');
  const findings: Diagnostic[] = [];
  for (const type of schema.types) {
    if (type.kind !== 'simple') continue;
    for (const pattern of ownPatterns(type, schema)) {
      const problem = patternProblem(pattern);
      if (problem === undefined) continue;
      const { file, line, column } = type.location ?? { file: '', line: 0, column: 0 };
      const quoted = pattern.length > MAX_QUOTED ? `${pattern.slice(0, MAX_QUOTED)}…` : pattern;
      findings.push({
        code: 'INVALID_FACET',
        severity: 'warning',
        message: `the pattern "${quoted}" is not enforced: ${problem}`,
        file,
        line,
        column,
        component: componentOf(type),
        effect: 'values are not checked against this facet',
        advice:
          'write the pattern as XML Schema has it (no look-ahead, no anchors, no lazy quantifiers), or shorten it',
      });
    }
  }
  return findings;
}

/** The patterns that a type adds to those of its base. */
function ownPatterns(type: SimpleType, { types }: SchemaSet): readonly string[] {
  const base = typeof type.base === 'number' ? types[type.base] : undefined;
  const inherited = base?.kind === 'simple' ? base.facets.length : 0;
  return type.facets.slice(inherited).flatMap(({ patterns = [] }) => patterns);
}
