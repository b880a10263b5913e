/** The actions of one button or form that are running, by what they were called with. */
export class RunningActions<Data> {
  readonly #running = new Map<string, Promise<Data>>();

  /** Starts an action, unless one with the same variables is running: its result is then the result of both. */
  join(variables: unknown, begin: () => Promise<Data>): Promise<Data> {
    const key = JSON.stringify(variables) ?? '';
    const first = this.#running.get(key);
    if (first !== undefined) return first;
    const result = begin().finally(() => this.#running.delete(key));
    this.#running.set(key, result);
    return result;
  }
}
