#!/usr/bin/env node
import { run } from './run.js';
import { processTerminal } from './terminal.js';

// `exitCode`, not `exit`: what was written must still reach the pipe.
process.exitCode = await run(process.argv.slice(2), processTerminal());
