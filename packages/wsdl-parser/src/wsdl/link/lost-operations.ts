import type { Diagnostic, WsdlService } from '@soapstone/soap-model';
import { clarkName, type ExpandedName, type SourceLocation } from '@soapstone/soap-model';
import { diagnose } from '../../diagnostics.js';

/** Operations that a description names, and why no port offers them. */
export interface NamedOperations {
  readonly owner: { readonly kind: 'portType' | 'interface' | 'binding'; readonly name: ExpandedName };
  readonly operations: readonly { readonly name: string; readonly location: SourceLocation }[];
  /** The reason why no port offers them, as a clause. */
  readonly reason: string;
}

/**
 * Reports each operation that no port offers. An operation whose name another port offers is not lost: .NET declares each operation
 * again for HTTP GET and HTTP POST.
 */
export function reportLostOperations(
  named: readonly NamedOperations[],
  services: readonly WsdlService[],
  report: (diagnostic: Diagnostic) => void,
): void {
  const done = new Set(services.flatMap((s) => s.ports.flatMap((p) => p.operations.map((o) => o.name))));
  for (const { owner, operations, reason } of named) {
    for (const { name, location } of operations) {
      if (done.has(name)) continue;
      done.add(name);
      const what = `no port offers the operation of ${owner.kind} ${clarkName(owner.name)}: ${reason}`;
      report(diagnose('OPERATION_NOT_OFFERED', location, what, `operation ${name}`));
    }
  }
}

/** The parts of a description that explain why a portType or an interface has no port. */
export interface LossEvidence {
  /** The bindings of the portType; `problem` says why one cannot be offered, and is absent for SOAP over HTTP. */
  readonly bindings: readonly { readonly name: ExpandedName; readonly problem?: string | undefined }[];
  /** Bindings that ports name but no document declares, as written. */
  readonly missingBindings: readonly string[];
}

/** The reason, as a clause. A binding that could be offered explains more than one that cannot. */
export function reasonOfLoss({ bindings, missingBindings }: LossEvidence): string {
  const unused = bindings.find(({ problem }) => problem === undefined);
  if (unused !== undefined) return `no usable port refers to binding ${unused.name.localName}`;
  const [missing] = missingBindings;
  return (
    bindings[0]?.problem ??
    (missing === undefined ? 'no binding binds it' : `binding "${missing.slice(0, 200)}" is not declared`)
  );
}
