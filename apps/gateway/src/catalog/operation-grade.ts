import { type GradedOperation, gradeOperations } from '@soapstone/openapi-generator';
import type { Diagnostic, ServiceModel } from '@soapstone/wsdl-parser';

/** What an operation became, as it is stored with its revision: the findings by their place in the list of the revision. */
export interface OperationGrade extends Omit<GradedOperation, 'findings'> {
  readonly findings: readonly number[];
}

/** Grade every operation of every port, in the order of the model. */
export function gradeRevision(model: ServiceModel, diagnostics: readonly Diagnostic[]): OperationGrade[] {
  const places = new Map(diagnostics.map((diagnostic, index) => [diagnostic, index]));
  return gradeOperations(model, diagnostics).map(({ findings, ...graded }) => ({
    ...graded,
    // What only the mapper finds is not in the list.
    findings: findings.flatMap((finding) => places.get(finding) ?? []),
  }));
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
