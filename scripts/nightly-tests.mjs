/** The deep tests that take minutes. `npm run test:deep` leaves them to the nightly workflow, which names each with a larger depth. */
export const NIGHTLY = [
  'apps/cli/src/commands/export.deep.test.ts',
  'apps/cli/src/serve/file-memory.deep.test.ts',
  'conformance/src/image.deep.test.ts',
  'docs/site/src/site.deep.test.ts',
  'examples/libraries/src/paths.deep.test.ts',
  'packages/rest/src/file-memory.deep.test.ts',
];

/** The tests that this run leaves out. A file that is named on the command line without `SOAPSTONE_TESTS` runs. */
export const leftOut =
  process.env.SOAPSTONE_TESTS === 'deep' && Number(process.env.SOAPSTONE_DEPTH ?? 1) === 1 ? NIGHTLY : [];
