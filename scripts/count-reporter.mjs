import { readFileSync } from 'node:fs';
import { leftOut } from './nightly-tests.mjs';

const SLOWEST = 20;

/**
 * Ends a test run with its slowest files, the skipped tests and their reasons, and one line that any machine can read:
 * `N passed, N failed, N skipped`.
 */
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: 0, skipped: 0 };
    const skips = [];
    for (const module of modules) {
      const before = count.skipped;
      for (const test of module.children.allTests())
        count[test.result().state === 'pending' ? 'skipped' : test.result().state] += 1;
      if (count.skipped > before) skips.push(describeSkips(module, count.skipped - before));
      // A file that fails outside its tests (an import, a hook) would otherwise not be counted.
      count.failed += module.errors().length;
    }
    count.failed += unhandledErrors.length;
    printSlowest(modules);
    if (skips.length > 0) console.log(`\nskipped:\n${skips.join('\n')}`);
    if (skips.length > 0 && process.env.SOAPSTONE_TESTS === 'fast')
      console.log('npm test uses no PostgreSQL and no Redis; npm run test:deep does.');
    if (leftOut.length > 0)
      console.log(`\nevery night, and not here:\n${leftOut.map((file) => `  ${file}`).join('\n')}`);
    if (process.env.SOAPSTONE_TESTS === 'deep')
      console.log('\nEnd-to-end tests: here with PostgreSQL and Redis, with SQLite and memory in npm test.');
    console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}

/** One line: the file, how many of its tests were skipped, and the conditions that skip them, as the file states them. */
function describeSkips({ moduleId, relativeModuleId, project }, skipped) {
  const source = readFileSync(moduleId, 'utf8');
  const guards = [...source.matchAll(/\b(skipIf|runIf)\((.*)\)(?=\(|\.each|$)/gm)].map(
    ([, kind, condition]) => (kind === 'skipIf' ? condition : `not ${condition}`),
  );
  const reason = guards.length === 0 ? 'not selected' : [...new Set(guards)].join(', or ');
  return `  ${skipped} of ${project.name} ${relativeModuleId}: ${reason}`;
}

/** Elapsed time with imports and hooks: on a busy machine it shows waiting rather than computing. */
function printSlowest(modules) {
  if (modules.length <= SLOWEST) return;
  const timed = modules.map((module) => {
    const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic();
    return { module, seconds: (duration + collectDuration + setupDuration + prepareDuration) / 1_000 };
  });
  const slowest = timed.sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  const total = timed.reduce((sum, { seconds }) => sum + seconds, 0);
  const lines = slowest.map(
    ({ module: { project, relativeModuleId }, seconds }) =>
      `  ${seconds.toFixed(1).padStart(6)} s  ${project.name} ${relativeModuleId}`,
  );
  console.log(
    `\nthe ${SLOWEST} slowest of ${modules.length} files, which took ${total.toFixed(0)} s in sum:`,
  );
  console.log(lines.join('\n'));
}
