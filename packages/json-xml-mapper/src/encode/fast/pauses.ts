import { workDone, workPerStep } from '../../work.js';
import type { FieldPlan, ObjectPlan } from './object-plan.js';

/** An object that was left between two of its fields, or inside one. */
export interface PausedObject {
  readonly kind: 'object';
  readonly begin: number;
  readonly base: number;
  readonly seenFrom: number;
  readonly count: number;
  readonly required: number;
  readonly contentAt: number;
  readonly next: number;
  readonly inOrder: boolean;
  /** The field whose value is being written, and where it begins. */
  readonly field: FieldPlan;
  readonly start: number;
}

/** An array that was left before or inside an item. */
export interface PausedArray {
  readonly kind: 'array';
  /** Items that are complete. */
  readonly count: number;
}

/** An element whose `$type` has been read. */
export interface PausedVariant {
  readonly kind: 'variant';
  readonly plan: ObjectPlan;
  readonly opening: number;
}

type Frame = PausedObject | PausedArray | PausedVariant;

/** Nothing is paused: further than any input reaches, and small enough to be compared as an integer. */
const NEVER = 0x3fffffff;

/**
 * Where a message is paused, and what was open then. The writer is recursive: to pause, each level leaves a frame and
 * returns; to go on, the same levels are entered again, and each takes its frame back.
 */
export class Pauses {
  /** The place in the input from where on the next pause can be. Read directly, once per item. */
  at: number = NEVER;
  /** The work of the call (`workDone`) from where on it is paused wherever it can be. */
  work: number = Number.POSITIVE_INFINITY;
  /** Frames to be taken back before anything is written again. */
  left = 0;
  readonly #frames: Frame[] = [];

  /** Begin a message that is not paused before the place `at`. */
  reset(at: number = NEVER): void {
    this.at = at;
    this.work = Number.POSITIVE_INFINITY;
    this.left = 0;
    // To set the length is a call into the runtime, which no message needs that was not given up while paused.
    if (this.#frames.length > 0) this.#frames.length = 0;
  }

  /** Go on after a pause, up to the place `at`. */
  resume(at: number): void {
    this.at = at;
    this.work = workDone() + workPerStep();
    this.left = this.#frames.length;
  }

  /** After something that can take much work: it may have been enough for this step. */
  worked(): void {
    if (workDone() > this.work) this.at = 0;
  }

  /** Leave a level. */
  leave(frame: Frame): void {
    this.#frames.push(frame);
  }

  /** Take the frame of a level back. */
  take<T extends Frame>(kind: T['kind']): T {
    const frame = this.#frames.pop();
    this.left = this.#frames.length;
    if (frame?.kind !== kind) throw new Error(`expected a paused ${kind}, got ${frame?.kind}`);
    return frame as T;
  }
}
