import { type Design, designNeeds } from '@soapstone/json-xml-mapper/design';
import type { ServiceSecrets } from '../../credentials/service-secrets.js';

/** The values that a design fills into the calls of one operation, apart from constants. */
export interface LateFills {
  /** The values of the secrets that it names, as far as they are set. */
  readonly secrets: ReadonlyMap<string, string>;
  /** The HTTP headers of the client's request that it uses. A cached response belongs to one combination of their values. */
  readonly headers: readonly string[];
  /** The token of the session that the call is made in (DF-7), or its values by their names (DF-16). */
  readonly session?: string | ReadonlyMap<string, string>;
}

/** Returns the fills of each operation of a revision. A service without a design has none, and its calls ask for nothing. */
export function fillsOf(
  design: Design | undefined,
  { design: secrets = new Map() }: ServiceSecrets,
): (operation: string) => LateFills | undefined {
  if (design === undefined) return () => undefined;
  const known = new Map<string, LateFills | undefined>();
  return (operation) => {
    if (known.has(operation)) return known.get(operation);
    const needs = designNeeds(design, operation);
    const own = needs.secrets.flatMap((name) => {
      const value = secrets.get(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const isLate =
      needs.secrets.length > 0 ||
      needs.headers.length > 0 ||
      needs.generates ||
      needs.login !== undefined ||
      needs.provided !== undefined;
    const fills = isLate ? { secrets: new Map(own), headers: needs.headers } : undefined;
    known.set(operation, fills);
    return fills;
  };
}
