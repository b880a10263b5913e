import type { Transport } from '@soapstone/soap-transport';
import { createFairSlots } from '../children/fair-slots.js';
import type { Config } from '../config/config.js';
import { createRounds, type Outbox, runChannel } from '../events/outbox.js';
import type { Log } from '../log/log.js';
import { type CheckDependencies, checkContract } from '../owners/watches/check-contract.js';
import { createWatchChannel } from '../owners/watches/watch-contracts.js';

/** The imports of checks at the same time: an import that an owner waits for always finds another slot. */
const IMPORTS = { atOnce: 1, ofAccount: 1, waiting: 100, waitingOfAccount: 100 };

/** Creates the checks of the contracts of services, which one node makes at a time; undefined if the operator turned them off. */
export function openWatches(
  { watch: { isOn, minimum } }: Pick<Config, 'watch'>,
  deps: Omit<CheckDependencies, 'lane' | 'minimum' | 'random'> & {
    readonly transport: Transport;
    readonly log: Pick<Log, 'error' | 'warn'>;
  },
): Outbox | undefined {
  if (!isOn) return undefined;
  const { store, log, now } = deps;
  const shared = { minimum, random: Math.random };
  const lane = createFairSlots(IMPORTS);
  const channel = createWatchChannel({
    ...shared,
    watches: store.watches,
    check: (watch, signal) => checkContract(watch, { ...deps, ...shared, lane }, signal),
    log,
    now,
  });
  return createRounds({ store, log, now, lease: 'watches' }, [runChannel(channel)]);
}
