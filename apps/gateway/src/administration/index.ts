export { runAdministration } from './run.js';
export { processTerminal } from './terminal.js';
