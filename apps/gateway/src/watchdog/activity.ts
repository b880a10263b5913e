/** What the event loop works for: the ids that a log line and a stall name. */
export interface Activity {
  readonly accountId: string;
  readonly serviceId: string;
  /** Absent where its name is too long to be told. */
  readonly operation?: string;
}

/** An activity as the bytes that another thread reads. */
export type ActivityLabel = Uint8Array;

/** Memory that the event loop shares with the thread that watches it. */
export interface ActivityBoard {
  /** At `LENGTH`, how many bytes of `label` count. */
  readonly state: Int32Array;
  readonly label: Uint8Array;
}

/** The places of `ActivityBoard.state`. */
export const BOARD: { readonly BEATS: 0; readonly LENGTH: 1; readonly STOP: 2 } = {
  BEATS: 0,
  LENGTH: 1,
  STOP: 2,
};
/** The longest label, in bytes. */
const LABEL_BYTES = 16 * 1024;

/** The label of work for no operation. */
export const NO_ACTIVITY: ActivityLabel = new Uint8Array();

/** Writes an activity as bytes, once for all the work of an operation. */
export function labelActivity(activity: Activity): ActivityLabel {
  const label = Buffer.from(JSON.stringify(activity));
  if (label.length <= LABEL_BYTES) return label;
  const { accountId, serviceId } = activity;
  return Buffer.from(JSON.stringify({ accountId, serviceId }));
}

/** Creates a board that says nothing. Both its parts may be handed to a thread. */
export function createActivityBoard(): ActivityBoard {
  return {
    state: new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)),
    label: new Uint8Array(new SharedArrayBuffer(LABEL_BYTES)),
  };
}

/** Reads what a board says; undefined where the loop works for no operation, or the bytes are none of ours. */
export function readActivity({ state, label }: ActivityBoard): Activity | undefined {
  const length = Atomics.load(state, BOARD.LENGTH);
  if (length === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(label.slice(0, length)).toString('utf8'));
  } catch {
    return undefined;
  }
}

let board: ActivityBoard | undefined;
let current: ActivityLabel = NO_ACTIVITY;
let isClearDue = false;

/** Shows the activity of this process on `shared` from now on; `undefined` ends it. Without a board a mark costs nothing. */
export function showActivity(shared: ActivityBoard | undefined): void {
  current = NO_ACTIVITY;
  board = shared;
}

/**
 * Says what the code that runs now works for, until it says something else or the turn of the event loop ends. Work that was
 * continued in a later turn has to say so again: another's would be blamed otherwise. A mark copies about 100 bytes.
 */
export function markActivity(label: ActivityLabel): void {
  if (board === undefined || label === current) return;
  show(board, label);
  if (isClearDue) return;
  isClearDue = true;
  setImmediate(clear);
}

/** The label of the work that runs now, to be marked again where it goes on in another turn. */
export function currentActivity(): ActivityLabel {
  return current;
}

function show({ state, label: bytes }: ActivityBoard, label: ActivityLabel): void {
  current = label;
  bytes.set(label);
  Atomics.store(state, BOARD.LENGTH, label.length);
}

function clear(): void {
  isClearDue = false;
  if (board !== undefined) show(board, NO_ACTIVITY);
}
