#!/usr/bin/env node
import { run } from './run.js';
import { processTerminal } from './terminal.js';

// Sets `exitCode` instead of calling `exit`, because buffered output must still reach the pipe.
process.exitCode = await run(process.argv.slice(2), processTerminal());
