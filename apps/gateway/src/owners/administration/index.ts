export { runBackup } from './back-up.js';
export { runAdministration } from './run.js';
export { processTerminal } from './terminal.js';
