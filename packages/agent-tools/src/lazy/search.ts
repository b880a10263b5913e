import type { ServiceModel } from '@soapstone/soap-model';
import { wordsOf } from '../schema/words.js';
import type { AgentOperation } from '../service/agent-service.js';

/** Finds operations by words. */
export interface Search {
  /** Returns the best matches, best first; for a query without words, all operations in order. */
  find(
    query: string,
    limit: number,
    offset: number,
  ): { readonly found: readonly AgentOperation[]; readonly total: number };
  documentationOf(operation: AgentOperation): string | undefined;
}

interface Entry {
  readonly operation: AgentOperation;
  readonly name: readonly string[];
  readonly plainName: string;
  readonly documentation: ReadonlySet<string>;
}

/** The maximum number of characters of a name, or of documentation, that are searched. */
const SEARCHED = 2000;
const MAX_QUERY_CHARACTERS = 400;
const MAX_WORDS = 20;

/** Reads names and documentation from the models; compiles no operation. */
export function createSearch(operations: readonly AgentOperation[]): Search {
  const models = new Map<ServiceModel, ReadonlyMap<string, string>>();
  const documentationOf = ({ service, name }: AgentOperation): string | undefined => {
    let texts = models.get(service.mapper.model);
    if (texts === undefined) {
      texts = documentationByName(service.mapper.model);
      models.set(service.mapper.model, texts);
    }
    return texts.get(name);
  };
  const entries = operations.map((operation): Entry => {
    const { name, service } = operation;
    return {
      operation,
      name: wordsOf(name.slice(0, SEARCHED)),
      plainName: name.slice(0, SEARCHED).toLowerCase(),
      documentation: new Set(
        wordsOf(
          `${operation.description?.slice(0, SEARCHED) ?? ''} ${documentationOf(operation)?.slice(0, SEARCHED) ?? ''} ${service.title}`,
        ),
      ),
    };
  });
  return {
    documentationOf,
    find(query, limit, offset) {
      const words = [...new Set(wordsOf(query.slice(0, MAX_QUERY_CHARACTERS)))].slice(0, MAX_WORDS);
      const ranked = words.length === 0 ? entries : rank(entries, words);
      return {
        found: ranked.slice(offset, offset + limit).map(({ operation }) => operation),
        total: ranked.length,
      };
    },
  };
}

function documentationByName({ exposed, services }: ServiceModel): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { name, service, port, operation } of exposed) {
    const documentation = services[service]?.ports[port]?.operations[operation]?.documentation;
    if (documentation !== undefined) texts.set(name, documentation);
  }
  return texts;
}

/** A word counts more the fewer operations it finds; in a name it counts more than in documentation. */
function rank(entries: readonly Entry[], words: readonly string[]): readonly Entry[] {
  const scores = new Map<Entry, number>();
  for (const word of words) {
    const matches = entries
      .map((entry) => ({ entry, score: match(entry, word) }))
      .filter(({ score }) => score > 0);
    const weight = Math.log(1 + entries.length / Math.max(1, matches.length));
    for (const { entry, score } of matches) scores.set(entry, (scores.get(entry) ?? 0) + score * weight);
  }
  // Sorting is stable, so equal scores keep the order of the service.
  return entries
    .filter((entry) => scores.has(entry))
    .sort((left, right) => (scores.get(right) as number) - (scores.get(left) as number));
}

function match({ name, plainName, documentation }: Entry, word: string): number {
  if (plainName === word) return 12;
  if (name.includes(word)) return 6;
  if (name.some((each) => each.startsWith(word) || word.startsWith(each))) return 4;
  if (plainName.includes(word)) return 3;
  if (documentation.has(word)) return 2;
  return 0;
}
