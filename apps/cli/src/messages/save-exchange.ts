import { basename, join } from 'node:path';
import type { MimePart } from '@soapstone/json-xml-mapper';
import type { WireExchange } from '../exchange/exchange.js';
import { writeOutput } from '../output/write-output.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Writes the messages of a call into a directory: `request.xml`, `response.xml`, and each attachment of the response as
 * `attachment-<number>-<name>`. Overwrites files of an earlier call.
 *
 * @throws {CliError} if a file cannot be written
 */
export async function saveExchange(
  directory: string,
  { request, response }: WireExchange,
  attachments: readonly MimePart[],
  terminal: Terminal,
): Promise<void> {
  await writeOutput(request.body, join(directory, 'request.xml'), terminal);
  if (response !== undefined) await writeOutput(response.body, join(directory, 'response.xml'), terminal);
  for (const [index, { contentId, data, filename }] of attachments.entries()) {
    const name = fileName(filename ?? contentId);
    await writeOutput(data, join(directory, `attachment-${index + 1}-${name}`), terminal);
  }
}

/** Returns a name that the server chose, without a path and without characters that file systems reject. */
function fileName(name: string): string {
  const safe = basename(name.replaceAll('\\', '/')).replace(/[^\w.@-]/g, '_');
  return safe.slice(0, 100) || 'part';
}
