/**
 * The fast lanes: values in the form that practically every document uses are copied from bytes to bytes after a lexical check,
 * without an intermediate string. A lane gives up (-1, nothing written) on anything that it does not recognise at once, and the
 * codec of the type decides. A lane must therefore accept only what the codec accepts, and write exactly what the codec would
 * write.
 */
export type Lane = number;
export const LANE_NONE = 0;
export const LANE_OBJECT = 1;
export const LANE_STRING = 2;
export const LANE_INTEGER = 3;
export const LANE_DECIMAL = 4;
export const LANE_FLOAT = 5;
export const LANE_BOOLEAN = 6;
export const LANE_TOKEN = 7;
export const LANE_DATE = 8;
export const LANE_DATE_TIME = 9;

/** The facts about a type that a lane of simple values needs. */
export interface LaneOptions {
  readonly lane: Lane;
  /** The number of digits up to which every number of the type is in range, and exact for binary types. */
  readonly digits: number;
  readonly minus: boolean;
  readonly zero: boolean;
  /** Whether to keep the zeros at the end of a fraction (NM-8). */
  readonly zeros: boolean;
  /** Whether numbers are JSON strings (NM-2). */
  readonly quoted: boolean;
}

/** A type whose values a lane can read. */
export interface LaneType {
  readonly lane: Lane;
  readonly laneOptions: LaneOptions;
}
