import { compareDifferences, DIFFERENCES } from '../xsts/differences.js';
import { hasSuite } from '../xsts/read-suite.js';
import { judgeSuite } from '../xsts.js';
import type { Result } from './row.js';

const SUITE = 'W3C XML Schema Test Suite, XSD 1.0 (xsdtests cbd5cadc)';

/** `pnpm conformance xsts`, as rows: its instances as requests and as strict responses. */
export async function xstsRows(): Promise<Result> {
  if (!hasSuite()) return [{ suite: SUITE, skipped: 'the suite is not next to the project' }];
  const { sets, failures } = await judgeSuite();
  const sum = (
    of: 'valid' | 'accepted' | 'acceptedResponses' | 'invalid' | 'rejected' | 'rejectedResponses',
  ) => [...sets.values()].reduce((total, counts) => total + counts[of], 0);
  const [valid, invalid] = [sum('valid'), sum('invalid')];
  const exceptions = Object.values(DIFFERENCES)
    .flat()
    .map(({ reason, tests }) => ({ reason, cases: tests }));
  return [
    {
      suite: SUITE,
      asked: 'valid instances as requests',
      ours: { right: sum('accepted'), of: valid },
      exceptions,
      failures: compareDifferences(failures.map(({ name }) => name)),
    },
    {
      suite: SUITE,
      asked: 'invalid instances as requests',
      ours: { right: sum('rejected'), of: invalid },
      failures: [],
    },
    {
      suite: SUITE,
      asked: 'valid instances as strict responses',
      ours: { right: sum('acceptedResponses'), of: valid },
      failures: [],
    },
    {
      suite: SUITE,
      asked: 'invalid instances as strict responses, which are read tolerantly in part',
      ours: { right: sum('rejectedResponses'), of: invalid },
      failures: [],
    },
  ];
}
