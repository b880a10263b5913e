/** The outcome of writing a value, as numbers because they are the cheapest to compare. */
export type Outcome = typeof ABSENT | typeof PRESENT;

/** Read, but treated as absent: null, an empty array. */
export const ABSENT = 0;
/** Written. */
export const PRESENT = 1;
