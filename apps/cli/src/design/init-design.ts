import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type ProposedDesign,
  printProposal,
  proposeDesign,
} from '@soapstone/json-xml-mapper/internal/proposals';
import { loadOptionsOf } from '../description/description-options.js';
import { loadDescription } from '../description/load-description.js';
import { CliError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { printJson } from '../output/print-json.js';
import type { CommandContext } from '../terminal/command-context.js';
import type { DesignCommandOptions } from './design.js';

/**
 * `soapstone design init`: prints a first design, or writes it into a file that does not exist yet. Nothing uses it automatically.
 *
 * @throws {CliError} if the file exists or cannot be written
 */
export async function initDesign(
  wsdl: string,
  file: string | undefined,
  options: DesignCommandOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const { model } = await loadDescription(wsdl, terminal, loadOptionsOf(options));
  const proposed = proposeDesign(model);
  const text = options.format === 'json' ? printJson(asJson(proposed)) : printProposal(proposed);
  if (file === undefined) {
    terminal.out(text);
    return;
  }
  try {
    // An owner's file is never overwritten.
    await writeFile(resolve(terminal.cwd, file), text, { flag: 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new CliError({
      code: 'OUTPUT',
      message: exists
        ? `${file} exists already: name another file, or remove it`
        : `cannot write ${file}: ${(error as Error).message}`,
      exitCode: EXIT.usage,
      cause: error,
    });
  }
  terminal.out(`wrote ${file}\n`);
}

function asJson({ design, session, secrets, collisions }: ProposedDesign): object {
  return { design, ...(session && { session }), secrets: Object.fromEntries(secrets), collisions };
}
