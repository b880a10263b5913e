import { type GradedOperation, gradeOperations, patternFindings } from '@soapstone/openapi-generator';
import type { Diagnostic, ServiceModel } from '@soapstone/wsdl-parser';

/** What an operation became, as it is stored with its revision: the findings by their place in the list of the revision. */
export interface OperationGrade extends Omit<GradedOperation, 'findings'> {
  readonly findings: readonly number[];
}

/** Everything that was found in the documents of a revision, and what each operation became. */
export interface RevisionGrades {
  readonly diagnostics: readonly Diagnostic[];
  /** Every operation of every port, in the order of the model. */
  readonly grades: readonly OperationGrade[];
}

/** The most pattern findings that a revision keeps, as many as the parser keeps of its own. */
const MOST_PATTERN_FINDINGS = 1000;

/** Grades a revision by the diagnostics of its parser, and adds the findings that only the mapper can make. */
export function gradeRevision(model: ServiceModel, diagnostics: readonly Diagnostic[]): RevisionGrades {
  const found = [...diagnostics, ...patternFindings(model.schema).slice(0, MOST_PATTERN_FINDINGS)];
  // Grading makes the pattern findings anew, so a finding is known by its content.
  const places = new Map(found.map((finding, index) => [JSON.stringify(finding), index]));
  const grades = gradeOperations(model, diagnostics).map(({ findings, ...graded }) => ({
    ...graded,
    findings: findings.flatMap((finding) => places.get(JSON.stringify(finding)) ?? []),
  }));
  return { diagnostics: found, grades };
}

/** The grade of an operation by its external name, as `model` exposes it. */
export function exposedGrades(
  model: ServiceModel,
  grades: readonly OperationGrade[],
): ReadonlyMap<string, OperationGrade> {
  const names = new Map(
    model.exposed.map(({ name, service, port, operation }) => [`${service}/${port}/${operation}`, name]),
  );
  const found = new Map<string, OperationGrade>();
  // Grades stand in the order of the model; after them come operations that no port has.
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

/** How many operations have each grade. */
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
