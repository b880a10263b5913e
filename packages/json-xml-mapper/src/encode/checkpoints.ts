import type { MimePart, ValidationError } from '../api.js';
import { workDone, workPerStep } from '../work.js';
import type { StepSize } from './step-size.js';

/** Thrown where an encoding has done enough for one step. Made once: nobody reads its stack. */
export const PAUSE: Error = new Error('to be continued');

/** What an encoding has made so far besides text. */
export interface Progress {
  readonly errors: ValidationError[];
  readonly attachments: MimePart[];
  /** Elements and attributes. */
  nodes: number;
  /** Throws where so many bytes of text are too many. */
  checkWritten(bytes: number): void;
}

/** How much of it there was at some moment. */
interface Mark {
  readonly errors: number;
  readonly attachments: number;
  readonly nodes: number;
}

/** The parts of an array, or of anything else that is written part by part, up to one of them. */
interface Checkpoint {
  /** The first part that is not written. */
  readonly next: number;
  /** The text of those before it, in pieces that are flat. */
  readonly pieces: readonly string[];
  readonly errors: readonly ValidationError[];
  readonly attachments: readonly MimePart[];
  readonly nodes: number;
  /** What the writer of the parts kept in mind. */
  readonly memory: unknown;
}

/** What a loop over parts keeps in mind from one to the next; changed only after all that is written for a part. */
export interface LoopMemory {
  save(): unknown;
  restore(memory: never): void;
}

/** So much text is as much work as an element. */
const CHARACTERS_PER_ELEMENT = 64;
/** And so much is the least that a part costs: the items of a list are no elements. */
const LEAST_CHARACTERS = 16;

/**
 * Lets a recursive encoding pause. To pause, an exception leaves the recursion, and on its way each loop notes how far it
 * has come. To go on, the encoding begins anew, and each loop skips what it has done: that costs little, because whatever
 * is large was a loop. The same input always takes the same way, so the result is the same as without a pause.
 */
export class Checkpoints {
  readonly #progress: Progress;
  readonly #size: StepSize;
  /** By what is written, and the part that the loop begins with. */
  readonly #kept = new Map<object, Map<number, Checkpoint>>();
  readonly #known = new Map<object, object>();
  /** Loops that were left by the last pause, and how many of them have not been entered again. */
  #left = 0;
  #pending = 0;
  #restoredNodes = 0;
  /** Nodes, text and work of this step. */
  #startNodes = 0;
  #text = 0;
  #startWork = workDone();

  constructor(progress: Progress, size: StepSize) {
    this.#progress = progress;
    this.#size = size;
  }

  /** What was found out about a part of the input, once. */
  remember<T extends object>(owner: object, make: () => T): T {
    const known = this.#known.get(owner) ?? make();
    this.#known.set(owner, known);
    return known as T;
  }

  /** Begin anew after a pause. */
  restart(): void {
    this.#pending = this.#left;
    this.#left = 0;
    this.#restoredNodes = 0;
    this.#beginStep();
  }

  /**
   * Write the parts `from` to `to` (exclusive) of `owner`. Throws `PAUSE`.
   *
   * @param owner the same object whenever this is written
   */
  each(
    owner: object,
    from: number,
    to: number,
    write: (index: number) => string,
    memory?: LoopMemory,
  ): string {
    const begin = this.#mark();
    const kept = this.#kept.get(owner)?.get(from);
    let next = from;
    if (kept !== undefined) {
      next = kept.next;
      this.#restore(kept, next < to);
      if (memory !== undefined) memory.restore(kept.memory as never);
      if (next === to) return kept.pieces.join('');
    }
    let text = '';
    const written = kept === undefined ? 0 : kept.pieces.reduce((sum, piece) => sum + piece.length, 0);
    let mark = this.#mark();
    try {
      for (; next < to; next++) {
        mark = this.#mark();
        if (this.#isEnough()) throw PAUSE;
        const part = write(next);
        this.#text += Math.max(part.length, LEAST_CHARACTERS);
        text += part;
        this.#progress.checkWritten(written + text.length);
      }
    } catch (error) {
      if (error === PAUSE) {
        this.#left++;
        this.#keep(owner, from, { next, begin, mark, text, kept, memory });
      }
      throw error;
    }
    // Where something is wrong, nobody reads the text.
    const isRead = this.#progress.errors.length === 0;
    const whole = kept === undefined || !isRead ? text : kept.pieces.join('') + text;
    const elements = this.#progress.nodes - begin.nodes + whole.length / CHARACTERS_PER_ELEMENT;
    if (elements >= this.#size.kept) {
      this.#keep(owner, from, { next, begin, mark: this.#mark(), text: whole, kept: undefined, memory });
    }
    return whole;
  }

  #isEnough(): boolean {
    if (this.#pending > 0) return false;
    const nodes = this.#progress.nodes - this.#restoredNodes - this.#startNodes;
    if (nodes + this.#text / CHARACTERS_PER_ELEMENT > this.#size.elements) return true;
    return workDone() - this.#startWork > workPerStep();
  }

  #beginStep(): void {
    this.#startNodes = this.#progress.nodes - this.#restoredNodes;
    this.#text = 0;
    this.#startWork = workDone();
  }

  #mark(): Mark {
    const { errors, attachments, nodes } = this.#progress;
    return { errors: errors.length, attachments: attachments.length, nodes };
  }

  #keep(
    owner: object,
    from: number,
    loop: {
      readonly next: number;
      readonly begin: Mark;
      readonly mark: Mark;
      readonly text: string;
      readonly kept: Checkpoint | undefined;
      readonly memory: LoopMemory | undefined;
    },
  ): void {
    const { next, begin, mark, text, kept, memory } = loop;
    const { errors, attachments } = this.#progress;
    const checkpoints = this.#kept.get(owner) ?? new Map<number, Checkpoint>();
    this.#kept.set(owner, checkpoints);
    checkpoints.set(from, {
      next,
      pieces: errors.length > 0 ? [] : [...(kept?.pieces ?? []), flat(text)],
      errors: errors.slice(begin.errors, mark.errors),
      attachments: attachments.slice(begin.attachments, mark.attachments),
      nodes: mark.nodes - begin.nodes,
      memory: memory?.save(),
    });
  }

  #restore({ errors, attachments, nodes }: Checkpoint, isLeft: boolean): void {
    const progress = this.#progress;
    progress.errors.push(...errors);
    progress.attachments.push(...attachments);
    progress.nodes += nodes;
    this.#restoredNodes += nodes;
    if (!isLeft) return;
    // What was written again on the way here is no work of this step.
    if (this.#pending > 0) this.#pending--;
    this.#beginStep();
  }
}

/** The same text in one piece: a text that was put together is a tree until somebody looks into it. */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}
