import {
  ambiguityFindings,
  type GradedOperation,
  gradeOperations,
  patternFindings,
} from '@soapstone/openapi-generator';
import type { Diagnostic, ServiceModel } from '@soapstone/wsdl-parser';
import type { ServiceSettings } from './service-settings.js';

/** The grade of an operation as stored with its revision; findings are indices into the revision's list. */
export interface OperationGrade extends Omit<GradedOperation, 'findings'> {
  readonly findings: readonly number[];
}

/** The findings in the documents of a revision, and the grade of each operation. */
export interface RevisionGrades {
  readonly diagnostics: readonly Diagnostic[];
  /** Every operation of every port, in the order of the model. */
  readonly grades: readonly OperationGrade[];
}

/** The maximum number of pattern findings per revision; the parser has the same limit for its findings. */
const MAX_PATTERN_FINDINGS = 1000;

/**
 * The maximum number of findings that the operations of a revision repeat in total; beyond it, each operation repeats only its first one.
 */
const MAX_REPEATED = 100_000;

/** Grades a revision by the diagnostics of the parser and the findings that only the mapper can make. */
export function gradeRevision(model: ServiceModel, diagnostics: readonly Diagnostic[]): RevisionGrades {
  const found = [
    ...diagnostics,
    ...patternFindings(model.schema).slice(0, MAX_PATTERN_FINDINGS),
    ...ambiguityFindings(model.schema).slice(0, MAX_PATTERN_FINDINGS),
  ];
  // Grading creates the pattern findings again, so findings are compared by content.
  const places = new Map(found.map((finding, index) => [JSON.stringify(finding), index]));
  let left = MAX_REPEATED;
  const grades = gradeOperations(model, diagnostics).map(({ findings, ...graded }) => {
    const repeated = findings.slice(0, Math.max(1, left));
    left -= repeated.length;
    return {
      ...graded,
      findings: repeated.flatMap((finding) => places.get(JSON.stringify(finding)) ?? []),
    };
  });
  return { diagnostics: found, grades };
}

/** The part of a model that says which operations it has, and which of them are exposed. */
interface ExposingModel extends Pick<ServiceModel, 'exposed'> {
  readonly services: readonly {
    readonly ports: readonly { readonly operations: readonly unknown[] }[];
  }[];
}

/** Returns the grade of each exposed operation by its external name in `model`. */
export function exposedGrades(
  model: ExposingModel,
  grades: readonly OperationGrade[],
): ReadonlyMap<string, OperationGrade> {
  const names = new Map(
    model.exposed.map(({ name, service, port, operation }) => [`${service}/${port}/${operation}`, name]),
  );
  const found = new Map<string, OperationGrade>();
  // Grades are in the order of the model, followed by operations that no port has.
  let next = 0;
  for (const [service, { ports }] of model.services.entries()) {
    for (const [port, { operations }] of ports.entries()) {
      for (const operation of operations.keys()) {
        const name = names.get(`${service}/${port}/${operation}`);
        const grade = grades[next];
        if (name !== undefined && grade !== undefined) found.set(name, grade);
        next += 1;
      }
    }
  }
  return found;
}

/** Whether settings publish an operation. */
export function isPublished(
  { exposedAs, service, port }: OperationGrade,
  { select }: Pick<ServiceSettings, 'select'>,
): boolean {
  if (select === undefined) return exposedAs !== null;
  if (select.ports !== undefined) {
    return select.ports.some((chosen) => chosen.service === service && chosen.port === port);
  }
  return (
    (select.service === undefined || select.service === service) &&
    (select.port === undefined || select.port === port)
  );
}

/** The number of operations per grade. */
export interface GradeCounts {
  readonly exact: number;
  readonly degraded: number;
  readonly unsupported: number;
}

export function countGrades(grades: readonly Pick<OperationGrade, 'grade'>[]): GradeCounts {
  const counts = { exact: 0, degraded: 0, unsupported: 0 };
  for (const { grade } of grades) counts[grade] += 1;
  return counts;
}
