/**
 * Before each file of tests whose clock is the real one: at midnight UTC a day ends, and perhaps a month and with it the quota of
 * every calendar month. No test is to be in the middle of it: a file that would be waits until it is over.
 */
import { setTimeout as wait } from 'node:timers/promises';

const DAY = 86_400_000;
/** Milliseconds: more than the slowest of these files takes on a slow machine. */
const LEAD = 300_000;

const left = DAY - (Date.now() % DAY);
if (left < LEAD) {
  process.stderr.write(`midnight UTC is in ${Math.ceil(left / 1000)} seconds: it is waited for\n`);
  await wait(left + 1_000);
}
