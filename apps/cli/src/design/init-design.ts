import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadOptionsOf } from '../description/description-options.js';
import { loadDescription } from '../description/load-description.js';
import { CliError } from '../errors/errors.js';
import { EXIT } from '../errors/exit-code.js';
import { printJson } from '../output/print-json.js';
import type { CommandContext } from '../terminal/command-context.js';
import type { DesignCommandOptions } from './design.js';
import { type ProposedDesign, proposeDesign } from './propose-design.js';

/**
 * `soapstone design init`: prints a first design, or writes it into a file that does not exist yet. Nothing uses it by itself.
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
  const text = options.format === 'json' ? printJson(asJson(proposed)) : printYaml(proposed);
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

function asJson({ design, secrets, collisions }: ProposedDesign): object {
  return { design, secrets: Object.fromEntries(secrets), collisions };
}

function printYaml({ design, secrets, collisions }: ProposedDesign): string {
  const rename = Object.entries(design.rename);
  const parts = [
    '# yaml-language-server: $schema=https://github.com/soapstone/soapstone/raw/main/docs/design.schema.json\n# A first design, to be edited. Nothing uses it until you pass it on: see docs/design.md.\n',
    `names: ${design.names}\n`,
  ];
  if (collisions.length > 0) {
    const lines = collisions.slice(0, 20).map((each) => `#   ${oneLine(each)}\n`);
    parts.push(`# names: camel would need other names for these:\n${lines.join('')}`);
  }
  if (rename.length > 0) {
    const lines = rename.map(([key, to]) => `  ${quoted(key)}: ${quoted(to)}\n`);
    parts.push(`\n# In camel case these would have the name of another member.\nrename:\n${lines.join('')}`);
  }
  if (secrets.size > 0) {
    const lines = [...secrets].map(([path, name]) => `#   ${quoted(path)}: { secret: ${name} }\n`);
    parts.push(
      `\n# These members look like credentials. Remove the # to fill them, so that clients neither see nor send them.\n# fill:\n${lines.join('')}`,
    );
  }
  return parts.join('');
}

/** A YAML text in single quotes. */
function quoted(text: string): string {
  return `'${oneLine(text).replaceAll("'", "''")}'`;
}

/** Control characters cannot end a comment or a text. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
