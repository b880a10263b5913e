/** The current work of the event loop: the ids for log lines and stall reports. */
export interface Activity {
  readonly accountId: string;
  readonly serviceId: string;
  /** Absent if the name is too long to record. */
  readonly operation?: string;
}

/** An activity as bytes that another thread can read. */
export type ActivityLabel = Uint8Array;

/** Memory that the event loop shares with its watchdog thread. */
export interface ActivityBoard {
  /** The number of valid bytes of `label` is at `LENGTH`. */
  readonly state: Int32Array;
  readonly label: Uint8Array;
}

/** Indices into `ActivityBoard.state`. */
export const BOARD: { readonly BEATS: 0; readonly LENGTH: 1; readonly STOP: 2 } = {
  BEATS: 0,
  LENGTH: 1,
  STOP: 2,
};
/** The maximum length of a label, in bytes. */
const LABEL_BYTES = 16 * 1024;

/** The label of work outside any operation. */
export const NO_ACTIVITY: ActivityLabel = new Uint8Array();

/** Encodes an activity as bytes, once for all the work of an operation. */
export function labelActivity(activity: Activity): ActivityLabel {
  const label = Buffer.from(JSON.stringify(activity));
  if (label.length <= LABEL_BYTES) return label;
  const { accountId, serviceId } = activity;
  return Buffer.from(JSON.stringify({ accountId, serviceId }));
}

/** Creates an empty board. Both its parts can be passed to a thread. */
export function createActivityBoard(): ActivityBoard {
  return {
    state: new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)),
    label: new Uint8Array(new SharedArrayBuffer(LABEL_BYTES)),
  };
}

/** Reads a board; undefined if the loop is not working on an operation, or if the bytes are invalid. */
export function readActivity({ state, label }: ActivityBoard): Activity | undefined {
  return readLabel(label.slice(0, Atomics.load(state, BOARD.LENGTH)));
}

/** Reads a label; undefined if it is empty or its bytes are invalid. */
export function readLabel(label: ActivityLabel): Activity | undefined {
  if (label.length === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(label).toString('utf8'));
  } catch {
    return undefined;
  }
}

let board: ActivityBoard | undefined;
let current: ActivityLabel = NO_ACTIVITY;
let isClearDue = false;

/** Publishes the activity of this process on `shared` from now on; `undefined` stops it. Without a board a mark costs nothing. */
export function showActivity(shared: ActivityBoard | undefined): void {
  current = NO_ACTIVITY;
  board = shared;
}

/**
 * Marks what the running code works on, until the next mark or the end of the turn of the event loop. Work that continues in a
 * later turn must mark it again; otherwise another operation would be blamed. A mark copies about 100 bytes.
 */
export function markActivity(label: ActivityLabel): void {
  if (board === undefined || label === current) return;
  show(board, label);
  if (isClearDue) return;
  isClearDue = true;
  setImmediate(clear);
}

function show({ state, label: bytes }: ActivityBoard, label: ActivityLabel): void {
  current = label;
  bytes.set(label);
  Atomics.store(state, BOARD.LENGTH, label.length);
}

/** Returns what the running code was marked as working on; undefined without a mark or a board. */
export function currentActivity(): Activity | undefined {
  return readLabel(current);
}

function clear(): void {
  isClearDue = false;
  if (board !== undefined) show(board, NO_ACTIVITY);
}
