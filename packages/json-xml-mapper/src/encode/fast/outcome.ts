/** What became of a value: numbers, which cost less to compare than anything else. */
export type Outcome = typeof ABSENT | typeof PRESENT;

/** Read, and counts as absent: null, an empty array. */
export const ABSENT = 0;
/** Written. */
export const PRESENT = 1;
