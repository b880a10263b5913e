import { fork } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createSoapServer } from '@soapstone/server';
import { toNodeHandler } from '@soapstone/server/node';
import { isNumber, nextMessage } from '@soapstone/testing/child-message';
import { listen } from 'soap';
import type { IsolatedContender } from '../isolated/isolate.js';
import { RECORDS_WSDL } from './records.js';

const CALLER = fileURLToPath(new URL('./caller-process.ts', import.meta.url));
/** Calls of one run: the message to the caller costs nothing compared with them. */
export const CALLS = 20;

/** The size of a request, and of its response. */
export interface ServerCase {
  readonly bytes: number;
}

/** Each returns the records that it receives. Ours checks request and response against the schema; node-soap does not. */
export function contendersOf({ bytes }: ServerCase): readonly IsolatedContender[] {
  return [
    {
      name: '@soapstone/server',
      async prepare() {
        const server = await createSoapServer({ 'records.wsdl': RECORDS_WSDL }, { Store: (input) => input });
        return await calledBy(createServer(toNodeHandler(server)), bytes);
      },
    },
    {
      name: 'node-soap',
      async prepare() {
        const http = createServer();
        const Store = (input: unknown): unknown => input;
        listen(http, { path: '/soap', xml: RECORDS_WSDL, services: { Records: { Records: { Store } } } });
        return await calledBy(http, bytes);
      },
    },
  ];
}

async function calledBy(http: Server, bytes: number): Promise<() => Promise<unknown>> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const caller = fork(CALLER, [String(port), String(bytes)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return async () => {
    const done = nextMessage(caller, isNumber);
    caller.send(CALLS);
    await done;
  };
}
