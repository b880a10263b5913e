import { OperationNotFoundError } from '../errors.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { DesignProblem } from './design-error.js';
import { type Designer, FillDesigner } from './designer.js';
import type { FilledMember } from './filled-shape.js';
import { DESIGN_LIMITS } from './limits.js';
import { PageDesigner } from './pages/page-designer.js';
import type { ParsedDesign } from './parse-design.js';
import { checkRoutes, type RoutedShapes } from './routes/check-routes.js';
import { filesOf } from './routes/route-files.js';
import type { ParsedSession } from './session/parsed-session.js';
import { checkSession, sessionOperations } from './session/session-check.js';
import type { DesignerSettings } from './shaping/member-lines.js';
import { type ChangedMember, Shaper } from './shaping/shaper.js';
import type { ShortLine } from './shaping/shaping-line.js';
import { DATA_SETS } from './xml/data-sets.js';
import type { DataSetLine } from './xml/parse-data-sets.js';
import { PlaceLines } from './xml/place-lines.js';
import { PrefixDesigner } from './xml/prefix-designer.js';
import { SHORT_WILDCARDS } from './xml/short-wildcards.js';
import { SignDesigner } from './xml/sign-designer.js';

/** The Shapes of a service by operation. */
interface ServiceShapes<S> {
  readonly names: readonly string[];
  get(name: string): S;
}

/** Applies a whole design to one operation after the other: first what the owner fills, then what clients see of the rest. */
export class ServiceDesigner implements Designer {
  readonly #fills: FillDesigner;
  readonly #shaper: Shaper;
  readonly #pages: PageDesigner;
  readonly #prefixes: PrefixDesigner;
  readonly #signs: SignDesigner;
  readonly #shorts: PlaceLines<ShortLine>;
  readonly #dataSets: PlaceLines<DataSetLine>;
  /** The designed Shapes of login and logout. */
  readonly #ofSession = new Map<string, OperationShape>();
  readonly #design: ParsedDesign;
  #showsAll = false;
  readonly session: ParsedSession | undefined;

  constructor(design: ParsedDesign, settings: DesignerSettings) {
    this.#fills = new FillDesigner(design, settings);
    this.#signs = new SignDesigner(design.shaping.operations);
    this.#shorts = new PlaceLines(design.shaping.operations, SHORT_WILDCARDS);
    this.#dataSets = new PlaceLines(design.shaping.operations, DATA_SETS);
    this.#shaper = new Shaper(design.shaping, settings.limits, this.#signs.inText);
    this.#pages = new PageDesigner(design.routes.routes.flatMap(({ page }) => page ?? []));
    this.#prefixes = new PrefixDesigner(design.prefixes);
    this.session = design.session;
    this.#design = design;
  }

  /** The members that are filled so far, in the order of the operations. */
  get filled(): readonly FilledMember[] {
    return this.#fills.filled;
  }

  /** The lines about members of single operations, in the order of the design. */
  get changed(): readonly ChangedMember[] {
    const changed = this.#fills.changed.map(
      ({ operation, keys, fill: { origin, at } }): ChangedMember => ({
        operation,
        message: at[2] === 'result' ? 'result' : 'input',
        keys,
        change: origin.kind === 'omit' ? 'omit' : 'default',
        ...(origin.kind === 'default' && { value: origin.value }),
      }),
    );
    const signed = this.#signs.used.map(
      ({ operation, keys }): ChangedMember => ({ operation, message: 'input', keys, change: 'sign' }),
    );
    return [
      ...this.#shaper.changed,
      ...changed,
      ...signed,
      ...this.#shorts.changed,
      ...this.#dataSets.changed,
    ];
  }

  /** The operations that clients do not see. */
  get hidden(): readonly string[] {
    return [...new Set([...this.#shaper.hidden, ...this.#hiddenBySession])];
  }

  get #hiddenBySession(): readonly string[] {
    return this.session?.shown === true ? [] : sessionOperations(this.session);
  }

  /** The Shapes of the operations that clients see (DF-6). */
  visible<S>(shapes: ServiceShapes<S>): ServiceShapes<S> {
    const hidden = new Set(this.hidden);
    if (hidden.size === 0) return shapes;
    const hides = (name: string): boolean => !this.#showsAll && hidden.has(name);
    return {
      get names() {
        return shapes.names.filter((name) => !hides(name));
      },
      get(name) {
        if (hides(name)) throw new OperationNotFoundError({ operation: name });
        return shapes.get(name);
      },
    };
  }

  design(operation: string, shape: OperationShape): OperationShape {
    const signed = this.#shorts.design(
      operation,
      this.#dataSets.design(operation, this.#signs.design(operation, shape)),
    );
    const shaped = this.#signs.complete(operation, this.#shaped(operation, signed));
    return this.#prefixes.design(operation, shaped);
  }

  #shaped(operation: string, shape: OperationShape): OperationShape {
    const filled = this.#fills.design(operation, shape);
    if (!sessionOperations(this.session).includes(operation))
      return this.#withFiles(
        operation,
        this.#pages.design(operation, shape, this.#shaper.shape(operation, filled)),
      );
    // The session reads the answer of its login by the names of the schema.
    this.#ofSession.set(operation, filled);
    return filled;
  }

  #withFiles(operation: string, shape: OperationShape): OperationShape {
    const route = this.#design.routes.routes.find((each) => each.operation === operation);
    const files = route && filesOf(route, shape);
    return files === undefined ? shape : { ...shape, files };
  }

  /** Runs work that sees the operations that clients do not see. */
  showingAll<T>(work: () => T): T {
    const before = this.#showsAll;
    this.#showsAll = true;
    try {
      return work();
    } finally {
      this.#showsAll = before;
    }
  }

  /**
   * Checks the whole design: designs every operation that a line may concern, and returns every problem.
   *
   * @param shapes builds the Shapes of operations with this designer; those that cannot be built are not considered
   */
  check(shapes: RoutedShapes): readonly DesignProblem[] {
    // Lines about hidden operations are checked, too.
    return this.showingAll(() =>
      [this.#dataSets, this.#shorts, this.#signs, this.#pages, this.#prefixes].reduce(
        (work, part) => () => part.collect(work),
        () => this.#check(shapes),
      )(),
    );
  }

  #check(shapes: RoutedShapes): readonly DesignProblem[] {
    const filled = this.#shaper.collect(() => this.#fills.check(shapes, sessionOperations(this.session)));
    const problems = [...filled, ...this.#checkSession(shapes), ...this.#shaper.check(shapes)];
    const routes = this.#shaper.collect(() => [
      ...this.#pages.check(shapes, this.hidden),
      ...checkRoutes(this.#design.routes, shapes, this.#hiddenBySession),
    ]);
    const prefixes = this.#prefixes.check(shapes);
    return [
      ...problems,
      ...this.#signs.problems,
      ...this.#shorts.problems,
      ...this.#dataSets.problems,
      ...routes,
      ...prefixes,
    ].slice(0, DESIGN_LIMITS.problems);
  }

  #checkSession(shapes: ServiceShapes<unknown>): readonly DesignProblem[] {
    const { session } = this;
    if (session === undefined) return [];
    return checkSession(session, shapes.names, (name) => this.#ofSession.get(name));
  }
}
