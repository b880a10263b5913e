import { countTokens, createCatalog, lintTools, type VendorFinding } from '@soapstone/agent-tools';
import type { Mapper } from '@soapstone/json-xml-mapper';

/** The tools that agents would get for a description, checked against the limits of vendors. */
export interface AgentReport {
  /** The listing: a tool for each operation, or the three tools of a large service. */
  readonly listing: { readonly lazy: boolean; readonly tools: number; readonly tokens: number };
  readonly operations: readonly ReportedTool[];
  readonly findings: readonly ReportedLimit[];
}

/** An operation as a tool of its own. */
export interface ReportedTool {
  readonly operation: string;
  readonly tool: string;
  /** Bytes of JSON / 4; absent if the operation cannot be a tool of its own, because its types are too many or cannot be described. */
  readonly tokens?: number;
}

/** A limit that a tool or the listing exceeds. */
export interface ReportedLimit {
  readonly limit: string;
  readonly vendor: string;
  readonly effect: VendorFinding['limit']['effect'];
  readonly source: string;
  readonly date: string;
  /** Absent if the finding is about the listing. */
  readonly tool?: string;
  readonly message: string;
}

/** The size, in tokens, above which the tool of an operation is not written: far more than a listing may have. */
const MAX_TOKENS = 100_000;

/** Lints the listing of a description, and the tool of every operation, even where the listing does not show it. */
export function reportTools(mapper: Mapper): AgentReport {
  const offered = (names: readonly string[]) => [
    {
      slug: 'service',
      title: 'Service',
      mapper,
      operations: names.map((name) => ({ name, readOnly: false })),
    },
  ];
  const names = mapper.operations.map(({ name }) => name);
  const listing = createCatalog(offered(names));
  const findings: VendorFinding[] = [...lintTools(listing.tools.map((text) => JSON.parse(text)))];
  const operations = names.map((operation): ReportedTool => {
    const {
      tools,
      lazy,
      operations: named,
    } = createCatalog(offered([operation]), { tokenBudget: MAX_TOKENS });
    const tool = named[0]?.tool ?? operation;
    const [text] = tools;
    if (lazy || text === undefined) return { operation, tool };
    if (listing.lazy) findings.push(...lintTools([JSON.parse(text)]));
    return { operation, tool, tokens: countTokens(text) };
  });
  return {
    listing: {
      lazy: listing.lazy,
      tools: listing.tools.length,
      tokens: listing.tools.reduce((sum, text) => sum + countTokens(text), 0),
    },
    operations,
    findings: findings.map(({ limit, tool, message }) => ({
      limit: limit.id,
      vendor: limit.vendor,
      effect: limit.effect,
      source: limit.source,
      date: limit.date,
      ...(tool === undefined ? {} : { tool }),
      message,
    })),
  };
}
