import { clarkName } from '@soapstone/soap-model';
import type { Scope } from '../../shape/shape.js';
import type { Target } from '../state/decoding.js';

/** Returns the names that a reader passes over (DF-8). A name may be unqualified by mistake (KY-5). */
export function omittedNames(
  { omitted }: Scope,
  targets: readonly Target[],
): ReadonlySet<string> | undefined {
  if (omitted === undefined) return undefined;
  const declared = new Set(targets.map(({ name }) => localNameOf(name)));
  const names = omitted.map(clarkName);
  return new Set([...names, ...names.map(localNameOf).filter((name) => !declared.has(name))]);
}

/** Returns the local part of a Clark name. */
export function localNameOf(name: string): string {
  return name.slice(name.indexOf('}') + 1);
}
