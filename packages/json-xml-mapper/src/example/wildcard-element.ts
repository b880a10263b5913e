import type { ExpandedName } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import type { OperationShape } from '../shape/operation-shape.js';
import type { ElementMember, Scope, Shape, Use } from '../shape/shape.js';
import type { WildcardShape } from '../shape/wildcard-shape.js';
import { admits, needsDeclaration } from '../shape/wildcard-shape.js';
import { MAX_VARIANTS } from './minimum-depth.js';
import { isSimple } from './scalar-example.js';

/** The parts of the generation state that an element under a wildcard needs. */
interface Surroundings {
  readonly operation: OperationShape;
  readonly use: Use;
  /** Whether the shape encloses the current position. */
  isOpen(shape: Shape): boolean;
  /** Whether the shape has a value that fits here. */
  hasEnd(shape: Shape): boolean;
}

/** A declared element that a wildcard admits, preferably a simple one. */
export function knownElement(
  wildcard: WildcardShape,
  scope: Scope,
  { operation, use, isOpen, hasEnd }: Surroundings,
): ElementMember | undefined {
  // AN-5: elements declared next to the wildcard do not belong in it.
  const declared = new Set(scope.members.map(({ name }) => clarkName(name)));
  const admitted = operation
    .globalElementNames()
    .filter((name) => admits(wildcard, name.namespace) && !declared.has(clarkName(name)));
  const members = admitted
    .slice(0, MAX_VARIANTS)
    .map((name) => operation.globalElement(name, use)!)
    .filter(({ shape }) => hasEnd(shape));
  const fresh = members.find(({ shape }) => isSimple(shape)) ?? members.find(({ shape }) => !isOpen(shape));
  if (fresh !== undefined || undeclaredName(wildcard, scope, { operation, use }) !== undefined) return fresh;
  // The only possibility left: one more level of the enclosing value.
  return members[0];
}

/** An undeclared name that a wildcard admits in requests (AN-3), if it admits any. */
export function undeclaredName(
  wildcard: WildcardShape,
  scope: Scope,
  { operation, use }: Pick<Surroundings, 'operation' | 'use'>,
): ExpandedName | undefined {
  const { namespaces } = wildcard;
  const candidates = namespaces.kind === 'list' ? namespaces.list : ['urn:example', 'urn:example:other', ''];
  const namespace = candidates.find(
    (candidate) => admits(wildcard, candidate) && !needsDeclaration(wildcard, candidate),
  );
  if (namespace === undefined) return undefined;
  // A declared name would mean its declaration (AN-1, AN-5).
  const isTaken = (name: ExpandedName): boolean =>
    scope.members.some((member) => clarkName(member.name) === clarkName(name)) ||
    operation.globalElement(name, use) !== undefined;
  let localName = 'element';
  for (let n = 2; isTaken({ namespace, localName }); n++) localName = `element${n}`;
  return { namespace, localName };
}
