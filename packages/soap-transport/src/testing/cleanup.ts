import { afterEach } from 'vitest';

/** Registers things to close after each test of a file, last opened first. Call once per file. */
export function createCleanup(): (close: () => unknown) => void {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  return (close) => {
    closers.push(close);
  };
}
