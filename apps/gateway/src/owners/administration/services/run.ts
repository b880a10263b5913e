import { availableParallelism } from 'node:os';
import { createTransport } from '@soapstone/soap-transport';
import { createCatalog } from '../../../calls/catalog/catalog.js';
import { createMappingThread } from '../../../calls/mapping/mapping-thread.js';
import type { MappingThread } from '../../../calls/mapping/thread-jobs.js';
import { createRecordings } from '../../../calls/recordings/recordings.js';
import { createChildSlots } from '../../../children/child-slots.js';
import { readConfig } from '../../../config/read-config.js';
import { createSealer } from '../../../domain/seal.js';
import { createDocumentFetch } from '../../registration/fetch-document.js';
import { openAdministration } from '../open-administration.js';
import type { Terminal } from '../terminal.js';
import type { RecordingParts } from './apply-recordings.js';
import { applyServices } from './apply-services.js';
import { exportServices } from './export-services.js';
import { readServicesFile } from './services-file.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The options of `apply`. */
export interface ApplyOptions {
  readonly dryRun: boolean;
  /** Overrides the account that the file names. */
  readonly account: string | undefined;
}

/**
 * Runs `apply FILE` on the configured store. Prints each change on standard error and each new key on standard output as soon as it is
 * made, so that both are known if a later one fails.
 */
export async function runApply(
  name: string,
  { dryRun, account }: ApplyOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const file = readServicesFile(name, environment, account);
  const config = readConfig(environment);
  const { limits } = config;
  const administration = await openAdministration(config, (error) =>
    terminal.err(`warning: ${error.message}\n`),
  );
  const transport = createTransport({ egress: { allow: config.egressAllow } });
  const warn = (message: string) => terminal.err(`warning: ${message}\n`);
  const warnings = { error: warn, warn };
  let mapping: MappingThread | undefined;
  try {
    const { store, now } = administration;
    const registration = {
      store,
      now,
      plans: config.plans.plans,
      assertRoom() {},
      slots: createChildSlots({
        atOnce: availableParallelism(),
        ofAccount: 2,
        waiting: 100,
        waitingOfAccount: 100,
      }),
      timeout: limits.registrationTimeout,
      memory: limits.registrationMemory,
      fetch: createDocumentFetch(transport),
    };
    const sealer = createSealer(administration.secrets.sealingKeys);
    const openRecordings = (): RecordingParts => {
      mapping ??= createMappingThread({
        mapperBytes: limits.catalogBytes,
        memory: limits.mappingMemory,
        limit: limits.watchdog,
        log: warnings,
        onStuck() {},
      });
      return {
        catalog: createCatalog(store, sealer, mapping, limits),
        recordings: createRecordings({ store, thread: mapping, log: warnings, now }),
      };
    };
    const { upstreamTimeout } = limits;
    const deps = { ...administration, registration, sealer, upstreamTimeout, openRecordings };
    let changes = 0;
    await applyServices(file, deps, dryRun, {
      change(line) {
        changes += 1;
        terminal.err(`${line}\n`);
      },
      key: (of, value) => terminal.out(`${of}: ${value}\n`),
    });
    if (changes === 0) terminal.err('nothing to change\n');
    else if (dryRun) terminal.err('nothing was changed: this was a dry run\n');
  } finally {
    await mapping?.close();
    await transport.close();
    await administration.close();
  }
}

/** Runs `export ACCOUNT` on the configured store. */
export async function runExport(
  accountId: string,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const administration = await openAdministration(readConfig(environment), (error) =>
    terminal.err(`warning: ${error.message}\n`),
  );
  try {
    terminal.out(await exportServices(accountId, administration));
  } finally {
    await administration.close();
  }
}
