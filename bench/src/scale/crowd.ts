import { startProcess } from '@soapstone/testing/server-process';
import type { BuiltServers } from '../gateway/build-servers.js';

/** The contents of a database. */
export interface Crowd {
  /** The settings of the gateway, with its database. */
  readonly environment: Readonly<Record<string, string>>;
  /** The address of the SOAP service behind all services. */
  readonly upstream: string;
  readonly accounts: number;
  /** The first tenth of them is of the first account. */
  readonly services: number;
  /** Different WSDLs: service i has the WSDL i modulo `wsdls`. */
  readonly wsdls: number;
}

/** A service that can be called. */
export interface Caller {
  readonly path: string;
  readonly key: string;
}

/** Fills a database. Resolves to the services in order, a management key of the first account, and how many seconds it took. */
export async function fillDatabase(
  built: BuiltServers,
  crowd: Crowd,
): Promise<{ readonly callers: readonly Caller[]; readonly management: string; readonly seconds: number }> {
  const began = performance.now();
  const filler = await startProcess(built.file('tenants-process'), crowd);
  await filler.stop();
  const { callers = '[]', management = '' } = filler.ready;
  const seconds = (performance.now() - began) / 1000;
  return { callers: JSON.parse(callers) as Caller[], management, seconds };
}
