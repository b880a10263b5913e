import type { Design } from '../api/design.js';
import type { SessionOf } from '../api/session.js';
import type { LiftedCode } from '../decode/plan/lifted-code.js';
import type { FilledContent } from '../explain/compiler.js';
import { filledContent } from '../explain/designed/filled.js';
import { designedCode } from '../raw-xml/text-document.js';
import { DesignError } from './design-error.js';
import type { Designer } from './designer.js';
import { parseDesign } from './parse-design.js';
import type { RoutedShapes } from './routes/check-routes.js';
import { ServiceDesigner } from './service-designer.js';
import { sessionOf } from './session/session-rules.js';
import type { DesignerSettings } from './shaping/member-lines.js';

/** Designs, as a part of the mapper that only programs with a design need. */
export interface DesignParts {
  /** Throws `DesignError` if it is not a design. */
  createDesigner(design: Design, settings: DesignerSettings): Designer;
  /** Throws `DesignError` with every problem if a design does not fit a service. */
  assertFits(designer: Designer, shapes: RoutedShapes): void;
  /** The session of a design, if it has one (DF-7). */
  sessionOf<Operation>(
    designer: Designer,
    compile: (operation: string) => Operation,
  ): SessionOf<Operation> | undefined;
  /** Whether clients do not see an operation (DF-6, DF-7). */
  hides(design: Design, operation: string): boolean;
  /** The encoders of the members that it fills. */
  readonly filledContent: FilledContent;
  /** The reader of the members that it lifts. */
  readonly lifted: LiftedCode;
}

/**
 * Designs for `createExchanges`.
 *
 * @example
 * ```ts
 * createExchanges(model, { design }, { designs, patterns: compilePatterns, unions, uncommonContent });
 * ```
 */
export const designs: DesignParts = {
  createDesigner: (design, settings) => new ServiceDesigner(parseDesign(design), settings),
  assertFits(designer, shapes) {
    const problems = designer instanceof ServiceDesigner ? designer.check(shapes) : [];
    if (problems.length > 0) throw new DesignError(problems);
  },
  sessionOf: (designer, compile) =>
    designer instanceof ServiceDesigner ? sessionOf(designer.session, compile) : undefined,
  hides: ({ operations = {}, session }, operation) =>
    (Object.hasOwn(operations, operation) && operations[operation]?.hidden === true) ||
    (session !== undefined &&
      session.shown !== true &&
      [session.login?.operation, session.logout].includes(operation)),
  filledContent,
  lifted: designedCode,
};
