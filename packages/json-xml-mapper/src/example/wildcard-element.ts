import { clarkName } from '../shape/expanded-name.js';
import type { ElementMember, OperationShape, Scope, Shape, Use, WildcardShape } from '../shape/shape.js';
import { admits } from '../shape/wildcard-admission.js';
import { MAX_VARIANTS } from './heights.js';
import { isSimple } from './scalar-example.js';

/** A declared element that a wildcard admits, a simple one if there is one. `isOpen` tells what is being shown already. */
export function knownElement(
  wildcard: WildcardShape,
  scope: Scope,
  { operation, use }: { readonly operation: OperationShape; readonly use: Use },
  isOpen: (shape: Shape) => boolean,
): ElementMember | undefined {
  // AN-5: what is declared beside the wildcard does not stand in it.
  const declared = new Set(scope.members.map(({ name }) => clarkName(name)));
  const admitted = operation
    .globalElementNames()
    .filter((name) => admits(wildcard, name.namespace) && !declared.has(clarkName(name)));
  const members = admitted.slice(0, MAX_VARIANTS).map((name) => operation.globalElement(name, use)!);
  return members.find(({ shape }) => isSimple(shape)) ?? members.find(({ shape }) => !isOpen(shape));
}

/** A namespace that a wildcard admits. */
export function admittedNamespace(wildcard: WildcardShape): string {
  const { namespaces } = wildcard;
  if (namespaces.kind === 'list') return namespaces.list[0] ?? '';
  return admits(wildcard, 'urn:example') ? 'urn:example' : 'urn:example:other';
}
