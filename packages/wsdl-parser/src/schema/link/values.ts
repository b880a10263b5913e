import { clarkName } from '@soapstone/soap-model';
import type { Reference, ScopedText, TypeSlot, TypeUse } from '../read/declarations.js';
import { clip } from '../read/lexical.js';
import { type LinkReporter, type References, type TypeTarget, useTarget } from './references.js';

/** The scope that gives the prefixes in a value their meaning. */
export type QNameValue = 'none' | 'one' | 'list';

/** Whether the values of a type are QNames or notations, or lists of them: QN-1 gives those in Clark notation. */
export interface QNameValues {
  of(target: TypeTarget): QNameValue;
}

/**
 * Follows types down to the built-in type that decides. Iterative, and cached for every type on the way. A union counts as
 * QName-valued if all its members are; otherwise the text may be an ordinary string with a colon.
 */
export function createQNameValues(references: References): QNameValues {
  const known = new Map<TypeSlot, QNameValue>();

  /** The result for `slot`, or the types whose results are needed first. */
  const sources = (slot: TypeSlot): { kind: 'same' | 'list' | 'all'; targets: readonly TypeTarget[] } => {
    const { definition } = slot;
    const target = (use: TypeUse): TypeTarget => useTarget(references, use);
    if (definition === undefined) return { kind: 'same', targets: [] };
    if (definition.kind === 'complex') {
      const { body } = definition;
      if (body.form !== 'simple-content') return { kind: 'same', targets: [] };
      return { kind: 'same', targets: [body.narrowed ?? references.base(body.base, slot)] };
    }
    const { step } = definition;
    switch (step.kind) {
      case 'restriction':
        return {
          kind: 'same',
          targets: [
            step.base.kind === 'inline' ? step.base.slot : references.base(step.base.reference, slot),
          ],
        };
      case 'content-of':
        return { kind: 'same', targets: [references.base(step.base, slot)] };
      case 'list':
        return { kind: 'list', targets: [target(step.item)] };
      case 'union':
        return { kind: 'all', targets: step.members.map(target) };
    }
  };
  const answer = (target: TypeTarget): QNameValue | undefined => {
    if (target === undefined) return 'none';
    if (typeof target === 'string') return target === 'QName' || target === 'NOTATION' ? 'one' : 'none';
    return known.get(target);
  };

  return {
    of(start) {
      const pending: TypeSlot[] = [];
      if (typeof start === 'object' && !known.has(start)) pending.push(start);
      const open = new Set<TypeSlot>();
      while (pending.length > 0) {
        const slot = pending[pending.length - 1]!;
        const { kind, targets } = sources(slot);
        const asked = open.has(slot);
        open.add(slot);
        const unknown = asked
          ? []
          : targets.filter(
              (target): target is TypeSlot => answer(target) === undefined && !open.has(target as TypeSlot),
            );
        if (unknown.length > 0) {
          for (const each of unknown) pending.push(each);
          continue;
        }
        pending.pop();
        // A cycle has no result of its own and counts as not QName-valued.
        const answers = targets.map((target) => answer(target) ?? 'none');
        const all = answers.length > 0 && answers.every((each) => each !== 'none') ? answers[0]! : 'none';
        known.set(slot, kind === 'list' && all === 'one' ? 'list' : all);
      }
      return answer(start) ?? 'none';
    },
  };
}

/** The lexical value of `value`, in Clark notation if the type's values are QNames. */
export function lexicalValue(
  reporter: LinkReporter,
  value: ScopedText,
  kind: QNameValue,
  component: Reference['component'],
): string {
  if (kind === 'none') return value.text;
  const names = value.text.match(/[^ \t\r\n]+/g) ?? [];
  if (kind === 'one' && names.length !== 1) return value.text;
  return names.map((name) => clarkValue(reporter, name, value, component)).join(' ');
}

function clarkValue(
  reporter: LinkReporter,
  name: string,
  { scope, location }: ScopedText,
  component: string,
): string {
  const colon = name.indexOf(':');
  const namespace = scope.lookup(colon < 0 ? '' : name.slice(0, colon));
  if (namespace === undefined && colon >= 0) {
    reporter.report(
      'INVALID_QNAME_VALUE',
      { location, component },
      `the prefix of "${clip(name)}" is not declared; the value stays as it is`,
    );
    return name;
  }
  return clarkName({ namespace: namespace ?? '', localName: name.slice(colon + 1) });
}
