/** A dry run whose body contains this text never ends in a process that runs with `STALL_HOOK`. */
export const STALLING = 'stall the loop';

/** A dry run whose body contains this text blocks the event loop for 4 seconds in such a process, without using the processor. */
export const WAITING = 'block the loop';

const hook = `
  const { stringify } = JSON;
  JSON.stringify = (value, ...rest) => {
    while (typeof value?.body === 'string' && value.body.includes(${JSON.stringify(STALLING)}));
    if (typeof value?.body === 'string' && value.body.includes(${JSON.stringify(WAITING)})) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000);
    }
    return stringify(value, ...rest);
  };`;

/**
 * The environment of a gateway process in which `STALLING` blocks the event loop forever. A hook is needed because no known message does
 * that.
 */
export const STALL_HOOK: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
};
