import { OperationNotFoundError } from '../errors.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { DesignProblem } from './design-error.js';
import { type Designer, type DesignerSettings, FillDesigner, type FilledMember } from './designer.js';
import { DESIGN_LIMITS } from './limits.js';
import type { ParsedDesign } from './parse-design.js';
import { type ChangedMember, Shaper } from './shaping/shaper.js';

/** The Shapes of a service by operation. */
interface ServiceShapes<S> {
  readonly names: readonly string[];
  get(name: string): S;
}

/** Applies a whole design to one operation after the other: first what the owner fills, then what clients see of the rest. */
export class ServiceDesigner implements Designer {
  readonly #fills: FillDesigner;
  readonly #shaper: Shaper;
  #isChecking = false;

  constructor(design: ParsedDesign, settings: DesignerSettings) {
    this.#fills = new FillDesigner(design, settings);
    this.#shaper = new Shaper(design.shaping);
  }

  /** The members that are filled so far, in the order of the operations. */
  get filled(): readonly FilledMember[] {
    return this.#fills.filled;
  }

  /** The lines about members of single operations, in the order of the design. */
  get changed(): readonly ChangedMember[] {
    return this.#shaper.changed;
  }

  /** The operations that clients do not see. */
  get hidden(): readonly string[] {
    return this.#shaper.hidden;
  }

  /** The Shapes of the operations that clients see (DF-6). */
  visible<S>(shapes: ServiceShapes<S>): ServiceShapes<S> {
    if (this.hidden.length === 0) return shapes;
    const hides = (name: string): boolean => !this.#isChecking && this.#shaper.hides(name);
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
    return this.#shaper.shape(operation, this.#fills.design(operation, shape));
  }

  /**
   * Checks the whole design: designs every operation that a line may concern, and returns every problem.
   *
   * @param shapes builds the Shapes of operations with this designer; those that cannot be built are not considered
   */
  check(shapes: ServiceShapes<unknown>): readonly DesignProblem[] {
    // Lines about hidden operations are checked, too.
    this.#isChecking = true;
    try {
      const problems = this.#shaper.collect(() => this.#fills.check(shapes));
      return [...problems, ...this.#shaper.check(shapes)].slice(0, DESIGN_LIMITS.problems);
    } finally {
      this.#isChecking = false;
    }
  }
}
