#!/usr/bin/env node
import * as nodeModule from 'node:module';

// Node 22 and later cache the compiled code for the next start.
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const [{ run }, { processTerminal }] = await Promise.all([
  import('./run.js'),
  import('./terminal/terminal.js'),
]);
// Sets `exitCode` instead of calling `exit`, because buffered output must still reach the pipe.
process.exitCode = await run(process.argv.slice(2), processTerminal());
