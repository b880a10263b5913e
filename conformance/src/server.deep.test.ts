import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkService } from './server/check-service.js';
import { OWN_WSDLS } from './server.js';
import { CORPUS, hasCorpus } from './wsdl/corpus.js';

/** The part of `pnpm conformance server` that runs with the tests. */

test.each(OWN_WSDLS)(
  '%s: every wrong request is refused, no valid one',
  { timeout: 300_000 },
  async (wsdl) => {
    const { operations, fewestKinds, refused, wrong } = await checkService(wsdl, 12);
    expect(wrong).toEqual([]);
    expect(operations).toBeGreaterThan(1);
    expect(fewestKinds).toBeGreaterThanOrEqual(50);
    expect(refused).toBeGreaterThan(100);
  },
);

const OTHERS = [
  'jzempel__fedex/fedex/wsdls/ShipService_v17.wsdl',
  'apache__axis-axis2-java-core/modules/jaxws-integration/src/test/java/org/apache/axis2/jaxws/proxy/gorilla_dlw/META-INF/gorilla_dlw.wsdl',
].map((path) => join(CORPUS, path));

test.skipIf(!hasCorpus()).each(OTHERS)('%s: the same', { timeout: 300_000 }, async (wsdl) => {
  const { fewestKinds, wrong } = await checkService(wsdl, 6);
  expect(wrong).toEqual([]);
  expect(fewestKinds).toBeGreaterThanOrEqual(50);
});
