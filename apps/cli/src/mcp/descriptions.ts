import { readDesign } from '../description/read-design.js';
import { type CliError, usageError } from '../errors/errors.js';

/** The longest description of an operation, in characters: the gateway has the same limit. */
const MAX_CHARACTERS = 800;
/** The maximum number of problems that an error lists. */
const MAX_PROBLEMS = 20;

/**
 * Reads what operations do, in the words of the user: a file in YAML or JSON with a text for each operation, by its name.
 *
 * @throws {CliError} with the place of every value that is not a text
 */
export async function readDescriptions(file: string, cwd: string): Promise<ReadonlyMap<string, string>> {
  const { design: given, describe } = await readDesign(file, cwd, unusable);
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const entries: readonly (readonly [string, unknown])[] = isObject ? Object.entries(given) : [];
  const problems = isObject
    ? entries.flatMap(([name, text]) => {
        const message = problemOf(text);
        return message === undefined ? [] : [{ at: [name], message }];
      })
    : [{ at: [], message: 'must be an object: a text for each operation' }];
  if (problems.length > 0) throw unusable(describe(problems.slice(0, MAX_PROBLEMS)));
  return new Map(entries as readonly (readonly [string, string])[]);
}

function problemOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return 'must be a text';
  return text.length > MAX_CHARACTERS ? `must not have more than ${MAX_CHARACTERS} characters` : undefined;
}

function unusable(problems: readonly string[]): CliError {
  return usageError(`cannot use the descriptions:\n  ${problems.join('\n  ')}`);
}
