import { assertOptions } from '@soapstone/options';
import type { Diagnostic, SchemaSet } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import { componentOf } from '@soapstone/soap-model/reachable';
import { schemaArgument } from '../arguments.js';
import { findConflict } from './follow-sets.js';

/**
 * Reports content models that are not deterministic (Unique Particle Attribution, XML Schema Part 1 §3.8.6). The mapper reads them, but
 * validators reject the whole schema, or leave such a type unjudged.
 *
 * @example
 * ```ts
 * const findings = [...diagnostics, ...ambiguityFindings(model.schema)];
 * ```
 */
export function ambiguityFindings(schema: SchemaSet): Diagnostic[] {
  assertOptions(schemaArgument, schema, 'ambiguityFindings', 'schema');
  const findings: Diagnostic[] = [];
  for (const type of schema.types) {
    if (type.kind !== 'complex') continue;
    const { content } = type;
    if ((content.kind !== 'element-only' && content.kind !== 'mixed') || content.particle === undefined)
      continue;
    const conflict = findConflict(content.particle);
    if (conflict === undefined) continue;
    const { file, line, column } = type.location ?? { file: '', line: 0, column: 0 };
    findings.push({
      code: 'AMBIGUOUS_CONTENT',
      severity: 'warning',
      message: `the content model is not deterministic: two particles match the element ${clarkName(conflict.name)} at one place`,
      file,
      line,
      column,
      component: componentOf(type),
      effect:
        'requests and responses are read and written; validators reject the schema, or do not judge this type',
      advice: 'merge the particles that start with the same element, so that each element has one place',
    });
  }
  return findings;
}
