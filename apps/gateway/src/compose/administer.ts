import { createCatalog } from '../calls/catalog/catalog.js';
import { createMappingThread } from '../calls/mapping/mapping-thread.js';
import { createRecordings } from '../calls/recordings/recordings.js';
import type { StartChild } from '../children/start-child.js';
import type { ExitCode } from '../owners/administration/exit-code.js';
import { runAdministration } from '../owners/administration/run.js';
import type { OpenRecordings } from '../owners/administration/services/run.js';
import type { Terminal } from '../owners/administration/terminal.js';

export { runBackup } from '../owners/administration/back-up.js';
export { processTerminal } from '../owners/administration/terminal.js';

/** Opens what reads and stores recordings, without the rest of a gateway. */
const openRecordings: OpenRecordings = ({ store, sealer, limits, log, now }) => {
  const thread = createMappingThread({
    mapperBytes: limits.catalogBytes,
    memory: limits.mappingMemory,
    limit: limits.watchdog,
    log,
    onStuck() {},
  });
  const catalog = createCatalog(store, sealer, thread, limits);
  const recordings = createRecordings({ store, thread, log, now });
  return {
    upload: async (service, upload, options) =>
      recordings.upload(await catalog.compile(service), upload, options),
    close: () => thread.close(),
  };
};

/**
 * Runs one administration command on the configured store.
 *
 * @param argv the arguments after `admin`
 * @param environment the configuration, as the gateway reads it
 * @param startChild starts what runs in child processes. Default: child processes.
 * @returns the exit code; never throws
 */
export function administer(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
  startChild?: StartChild,
): Promise<ExitCode> {
  return runAdministration(argv, { environment, terminal, openRecordings, startChild });
}
