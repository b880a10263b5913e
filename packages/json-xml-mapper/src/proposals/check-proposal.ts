import type { Design } from '../api/design.js';
import type { DesignProblem } from '../design/design-error.js';

/** Returns what is wrong with a design of the service that a proposal is for. */
export type CheckProposal = (design: Design) => readonly DesignProblem[];
