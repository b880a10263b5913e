/** A dry run whose body holds this never ends, in a process that `STALL_HOOK` is part of the environment of. */
export const STALLING = 'stall the loop';

const hook = `
  const { stringify } = JSON;
  JSON.stringify = (value, ...rest) => {
    while (typeof value?.body === 'string' && value.body.includes(${JSON.stringify(STALLING)}));
    return stringify(value, ...rest);
  };`;

/** Environment of a gateway process whose event loop `STALLING` stops for good: no shape of a message is known that does. */
export const STALL_HOOK: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
};
