import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('./keep-tick-shape.ts', import.meta.url));

/** Prints whether the object of a tick has the same shape before and after garbage collections, in which no tick is waiting. */
const PROGRAM = `
import { executionAsyncResource } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { keepTickShape, keptTick } from ${JSON.stringify(MODULE)};
const tick = () => new Promise((resolve) => process.nextTick(() => resolve(executionAsyncResource())));
keepTickShape();
await tick();
for (let i = 0; i < 5; i++) {
  await setTimeout(1);
  gc();
}
console.log(%HaveSameMap(keptTick(), await tick()));
`;

test('keepTickShape: the objects of ticks have the same shape after garbage collections', () => {
  const printed = execFileSync(
    process.execPath,
    ['--import', 'tsx', '--expose-gc', '--allow-natives-syntax', '--input-type=module', '--eval', PROGRAM],
    { encoding: 'utf8', cwd: fileURLToPath(new URL('../../../../', import.meta.url)) },
  );
  expect(printed.trim()).toBe('true');
});
