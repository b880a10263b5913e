/** Closes a test run with one plain line, `N passed, N failed, N skipped`, that any machine can read. */
export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests())
        count[test.result().state === 'pending' ? 'skipped' : test.result().state] += 1;
      // A file that fails outside its tests (an import, a hook) would otherwise leave no trace in the count.
      count.failed += module.errors().length;
    }
    count.failed += unhandledErrors.length;
    console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
