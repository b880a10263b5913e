/**
 * `@soapstone/json-xml-mapper/design`: design files, for tools that check and show them. A program with a design passes it to
 * `createMapper` as an option.
 *
 * @packageDocumentation
 */

import type { ServiceModel } from '@soapstone/soap-model';
import type { Design } from './api/design.js';
import { type FillOrigin, isFillOrigin } from './design/design-data.js';
import type { DesignProblem } from './design/design-error.js';
import { isDesignError } from './design/design-error.js';
import { DESIGN_LIMITS } from './design/limits.js';
import { parseDesign, readDesign } from './design/parse-design.js';
import { ServiceDesigner } from './design/service-designer.js';
import { DESIGNER_SETTINGS, designedShapes, type ShapeOptions } from './operation/operation-shapes.js';
import { assertMapperOptions } from './operation/settings.js';

export type * from './api/design.js';
export type * from './api/session.js';
export type * from './api/xml-design.js';
export { DesignError, type DesignProblem, isDesignError } from './design/design-error.js';
export { DESIGN_SCHEMA } from './design/design-schema.js';
export { DESIGN_LIMITS } from './design/limits.js';
export { LoginAnswerError } from './design/session/session-token.js';

/** A member that a design fills. */
export interface FilledPlace {
  readonly operation: string;
  /** The keys from the input to the member; the first is `$headers` for a SOAP header block. */
  readonly keys: readonly string[];
  /** The line of the design that fills it: see `DesignProblem.at`. */
  readonly at: readonly string[];
  /** The source of its value. The value of a constant is in `value`; that of a secret is nowhere. */
  readonly source: 'constant' | 'secret' | 'header' | 'uuid' | 'timestamp' | 'session';
  /** The type of the member: `xs:string`, `a list of xs:int`, and with `[]` if it can occur more than once. */
  readonly type: string;
  /** The name of the secret or header. */
  readonly name?: string | undefined;
  readonly value?: unknown;
}

/** A member of one operation that a design shows otherwise than the schema has it. */
export interface ChangedPlace {
  readonly operation: string;
  readonly message: 'input' | 'result';
  /** The keys from the input or the result to the member, without the design. */
  readonly keys: readonly string[];
  readonly change:
    | 'lift'
    | 'rename'
    | 'values'
    | 'raw'
    | 'document'
    | 'omit'
    | 'default'
    | 'sign'
    | 'short'
    | 'dataSet';
  /** The new name of a renamed member. */
  readonly to?: string | undefined;
  /** The value of a member with a default. */
  readonly value?: unknown;
  /** The names of values in JSON by their texts in XML. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /** The root of the document in the text of a member; `*` for any element. */
  readonly element?: string | undefined;
}

/** The effect of a design on a service, and the problems of the design. */
export interface DesignReport {
  /** Every problem, at most 100. None means that the design can be used. */
  readonly problems: readonly DesignProblem[];
  /** Every member that it fills, in the order of the operations. */
  readonly filled: readonly FilledPlace[];
  /** Every member that it changes in single operations, in the order of the design. */
  readonly changed: readonly ChangedPlace[];
  /** The operations that clients do not see. */
  readonly hidden: readonly string[];
}

/** The data that a design needs from the program that makes calls. */
export interface DesignNeeds {
  /** The names of its secrets, each once. */
  readonly secrets: readonly string[];
  /** The HTTP headers of the client’s request that it uses, each once. */
  readonly headers: readonly string[];
  /** Whether it generates values for each call. */
  readonly generates: boolean;
  /** The names of the values of the token that a program hands in (DF-16), none for one text; absent if nothing is handed in. */
  readonly provided?: readonly string[];
  /** The operation that logs in, if the design has a session with a login. */
  readonly login?: string | undefined;
}

/**
 * Checks a design against a service: every path names something, and every value is one that its type accepts.
 *
 * @param model the service
 * @param design the design, as data: what a YAML or JSON parser returns
 * @param options the options of the mapper that determine its Shapes
 * @returns all problems at once, and what the design fills
 *
 * @example
 * ```ts
 * const { problems } = checkDesign(model, parse(await readFile('design.yaml', 'utf8')));
 * for (const { at, message } of problems) console.error(at.join(' > '), message);
 * ```
 */
export function checkDesign(
  model: ServiceModel,
  design: Design,
  options: Omit<ShapeOptions, 'design'> = {},
): DesignReport {
  assertMapperOptions('checkDesign', model, options);
  try {
    const { problems: misread, isWhole, ...parsed } = readDesign(design);
    const designer = new ServiceDesigner(parsed, DESIGNER_SETTINGS);
    const misfits = designer.check(designedShapes(model, options, designer));
    if (misread.length > 0) {
      const kept = isWhole ? misfits : misfits.filter((problem) => isSure(problem, misread));
      return { ...NOTHING, problems: [...misread, ...kept].slice(0, DESIGN_LIMITS.problems) };
    }
    const problems = misfits;
    const filled = designer.filled.map(({ operation, keys, fill, type }) => ({
      operation,
      keys,
      at: fill.at,
      type,
      ...sourceOf(fill.origin as FillOrigin),
    }));
    const { changed, hidden } = designer;
    return { problems, filled, changed, hidden };
  } catch (error) {
    if (isDesignError(error)) return { ...NOTHING, problems: error.problems };
    throw error;
  }
}

/**
 * Whether a problem of a design that cannot be read as a whole has another cause than the lines that were not read: those of single lines of
 * `fill`, those of a session that was read as a whole, and names that are not there.
 */
function isSure({ at: [part], nearest, message }: DesignProblem, misread: readonly DesignProblem[]): boolean {
  return (
    part === 'fill' ||
    nearest !== undefined ||
    MISSING.some((text) => message.includes(text)) ||
    (part === 'session' && !misread.some(({ at }) => at[0] === 'session'))
  );
}

/** The wording of problems about missing names. */
const MISSING: readonly string[] = [' has no ', 'no operation '];

const NOTHING: DesignReport = { problems: [], filled: [], changed: [], hidden: [] };

/**
 * Lists the secrets and headers that a design names. Throws `DesignError` for data that is not a design.
 *
 * @param operation only what the lines for this operation name, and those for every operation. Default: all lines
 *
 * @example
 * ```ts
 * for (const name of designNeeds(design).secrets) if (!secrets.has(name)) throw new Error(`no secret ${name}`);
 * ```
 */
export function designNeeds(design: Design, operation?: string): DesignNeeds {
  const { fills, session } = parseDesign(design);
  const origins = fills
    .filter((fill) => operation === undefined || [operation, '*'].includes(fill.operation))
    .map(({ origin }) => origin)
    .filter(isFillOrigin);
  const names = (kind: 'secret' | 'header'): readonly string[] => [
    ...new Set(origins.flatMap((origin) => (origin.kind === kind ? [origin.name] : []))),
  ];
  const generates = origins.some(({ kind }) => kind === 'generate');
  const { login, token } = session ?? {};
  return {
    secrets: names('secret'),
    headers: names('header'),
    generates,
    ...(login !== undefined && { login }),
    ...(token?.kind === 'provided' && { provided: token.parts }),
  };
}

function sourceOf(origin: FillOrigin): Pick<FilledPlace, 'source' | 'name' | 'value'> {
  switch (origin.kind) {
    case 'constant':
      return { source: 'constant', value: origin.value };
    case 'generate':
      return { source: origin.what };
    case 'session':
      return { source: 'session', ...(origin.part !== undefined && { name: origin.part }) };
    default:
      return { source: origin.kind, name: origin.name };
  }
}
