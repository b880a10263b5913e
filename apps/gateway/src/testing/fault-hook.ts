/** The header that names the fault of a request to a process that runs with `FAULT_HOOK`. */
export const FAULT_HEADER = 'x-fault';

/** The faults, each an exception at a place where code runs in the event loop. The body of each receives `request` and `response`. */
const FAULTS = {
  'telemetry hook': 'fail();',
  'handler, in the response': `
    const { writeHead } = response;
    response.writeHead = (...rest) => { response.writeHead = writeHead; fail(); };`,
  'response event': `response.on('close', fail);`,
  'request data': `request.on('data', fail);`,
  'request end': `request.on('end', fail);`,
  timer: 'setTimeout(fail, 1);',
  interval: 'const timer = setInterval(() => { clearInterval(timer); fail(); }, 1);',
  immediate: 'setImmediate(fail);',
  'next tick': 'process.nextTick(fail);',
  microtask: 'queueMicrotask(fail);',
  rejection: `void Promise.reject(new Error('the injected fault'));`,
  'rejection without an error': 'void Promise.reject(undefined);',
  'exception without an error': 'setImmediate(() => { throw null; });',
  'file callback': `readFile('/', fail);`,
  'stream without a listener for errors': `createReadStream('/nothing/here');`,
  'connection without a listener for errors': `connect({ port: 1, host: '127.0.0.1' });`,
  'thread message': `new Worker('require("node:worker_threads").parentPort.postMessage(1)', { eval: true, execArgv: [] }).on('message', fail);`,
  'thread that fails': `new Worker('throw new Error("the injected fault")', { eval: true, execArgv: [] });`,
  'child message': `fork('data:text/javascript,', { execPath: '/bin/false' }).on('exit', fail);`,
  'child that cannot start': `spawn('/nothing/here');`,
  'emitted error': `new EventEmitter().emit('error', new Error('the injected fault'));`,
} as const;

export type Fault = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS) as readonly Fault[];

const hook = `
  import { fork, spawn } from 'node:child_process';
  import { subscribe } from 'node:diagnostics_channel';
  import { EventEmitter } from 'node:events';
  import { createReadStream, readFile } from 'node:fs';
  import { connect } from 'node:net';
  import { Worker } from 'node:worker_threads';
  const fail = () => { throw new Error('the injected fault'); };
  const faults = {${Object.entries(FAULTS)
    .map(([name, body]) => `${JSON.stringify(name)}(request, response) { ${body} }`)
    .join(',\n')}};
  subscribe('http.server.request.start', ({ request, response }) => {
    faults[request.headers['${FAULT_HEADER}']]?.(request, response);
  });`;

/** The environment of a gateway process in which a request with `FAULT_HEADER` has the fault that the header names. */
export const FAULT_HOOK: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
};
