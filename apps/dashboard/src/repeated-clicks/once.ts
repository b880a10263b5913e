/** Runs one task at a time: what starts while the previous one is running is ignored. */
export class Once {
  #isRunning = false;

  /** Starts a task, unless one is running. The state changes at once, so that a second click in the same frame is ignored too. */
  run(task: () => Promise<unknown>): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const end = () => {
      this.#isRunning = false;
    };
    // The task shows its own error.
    void task().then(end, end);
  }
}
