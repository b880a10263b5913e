import { EXPECTED_FAILURES } from '../mcp/expected-failures.js';
import { runOfficialSuite } from '../mcp/official-suite.js';
import type { Exceptions, Result } from './row.js';

/** `pnpm conformance mcp`, its first part: the official suite of the Model Context Protocol against `soapstone mcp`. */
export async function mcpRow(): Promise<Result> {
  const { scenarios, passed, expectedFailures, failures, stale } = await runOfficialSuite();
  const byReason = new Map<string, string[]>();
  for (const check of expectedFailures) {
    const [, reason = ''] =
      Object.entries(EXPECTED_FAILURES).find(([entry]) => check === entry || check.startsWith(`${entry}/`)) ??
      [];
    byReason.set(reason, [...(byReason.get(reason) ?? []), check]);
  }
  const exceptions: Exceptions[] = [...byReason].map(([reason, cases]) => ({
    reason: reason.replace(/\.$/, ''),
    cases,
  }));
  return [
    {
      suite: '@modelcontextprotocol/conformance 0.2.0-alpha.12, revision 2026-07-28',
      asked: `checks of ${scenarios} scenarios against \`soapstone mcp\``,
      ours: { right: passed, of: passed + expectedFailures.length + failures.length },
      exceptions,
      failures: [...failures, ...stale.map((entry) => `${entry} is right now: no exception`)],
    },
  ];
}
