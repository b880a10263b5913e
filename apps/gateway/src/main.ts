#!/usr/bin/env node
import { ConfigError, readConfig } from './config/config.js';
import { startGateway } from './gateway.js';

/** Start the gateway that the environment configures, and stop it in order at SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const gateway = await startGateway(readConfig(process.env));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // A second signal ends the process at once: Node's default is back.
    process.once(signal, () => void gateway.close());
  }
}

main().catch((error: unknown) => {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  if (error instanceof ConfigError) console.error(error.message);
  else if (taken) console.error(`${(error as Error).message}: set HTTPS_PORT and HTTP_PORT to free ports`);
  else console.error(error);
  process.exitCode = 1;
});
