import type { AgentPreview } from '../api/agents.js';

/** Describes the listing that agents receive. */
export function describeListing(listing: AgentPreview['listing']): string {
  if (listing === null) return 'Agents see no operation yet. Choose at least one.';
  const tokens = `${listing.tokens.toLocaleString('en')} tokens (bytes / 4)`;
  return listing.lazy
    ? `All tools would exceed the budget of 8,000 tokens. Agents see three tools that search, describe and call operations: ${tokens}. An operation's tokens are spent only if an agent asks for its description.`
    : `Agents see ${listing.tools === 1 ? '1 tool' : `${listing.tools} tools`}: ${tokens}.`;
}
