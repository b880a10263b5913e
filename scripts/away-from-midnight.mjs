/**
 * Runs before each test file that uses the real clock. At midnight UTC the day changes, and perhaps the month and with it the quota
 * of every calendar month; a file that might run across midnight waits until it has passed.
 */
import { setTimeout as wait } from 'node:timers/promises';

const DAY = 86_400_000;
/** Milliseconds: longer than the slowest of these files takes on a slow machine. */
const LEAD = 300_000;

const left = DAY - (Date.now() % DAY);
if (left < LEAD) {
  process.stderr.write(`waiting for midnight UTC, which is in ${Math.ceil(left / 1000)} seconds\n`);
  await wait(left + 1_000);
}
