/** How much one step of an encoding does. */
export interface StepSize {
  /** Bytes of JSON that the fast path reads, characters that the parser does. */
  readonly json: number;
  /** Elements that the slow path writes; text counts too, by its length. */
  readonly elements: number;
  /** What has fewer elements than this is written again after a pause rather than remembered. */
  readonly kept: number;
}

/** A millisecond or two, and ten while the code is cold. */
export const STEP_SIZE: StepSize = { json: 1 << 15, elements: 2000, kept: 250 };
