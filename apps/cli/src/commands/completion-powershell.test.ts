import { describe, expect, test } from 'vitest';
import { parsePowerShell } from '../testing/powershell-syntax.js';
import { runCommand } from '../testing/run-command.js';

/**
 * PowerShell itself is not run, because the registries that these tests may use do not have it. The tree-sitter grammar checks the
 * syntax of the script, and its words are compared with the output of `--help`.
 */

const { out: script } = await runCommand(['completion', 'powershell']);
const tree = await parsePowerShell(script);

/** The keys of each hash literal, and the key whose value it is. */
const tables = tree.descendantsOfType('hash_literal_expression').map((table) => ({
  under: table?.parent?.text === undefined ? '' : keyAbove(table),
  keys: (table?.descendantsOfType('hash_entry') ?? [])
    .filter((entry) => entry?.parent?.parent?.id === table?.id)
    .map((entry) => textOf(entry?.firstNamedChild?.text ?? '')),
}));

function keyAbove(table: NonNullable<ReturnType<typeof tree.descendantsOfType>[number]>): string {
  for (let node = table.parent; node !== null; node = node.parent) {
    if (node.type === 'hash_entry') return textOf(node.firstNamedChild?.text ?? '');
    if (node.type === 'assignment_expression') return node.firstNamedChild?.text ?? '';
  }
  return '';
}

/** The content of a verbatim string. */
function textOf(literal: string): string {
  return literal.replace(/^'|'$/g, '').replaceAll("''", "'");
}

const keysOf = (under: string): string[] => tables.find((table) => table.under === under)?.keys ?? [];

describe('completion powershell', () => {
  test('the grammar accepts the script, and detects mistakes in it', async () => {
    expect(tree.hasError).toBe(false);
    expect(tree.descendantsOfType('param_block')).toHaveLength(1);
    for (const broken of [
      script.replace("'", ''),
      script.replace('} elseif', '} elsif x ('),
      script.slice(0, script.lastIndexOf('}')),
    ]) {
      expect((await parsePowerShell(broken)).hasError).toBe(true);
    }
  });

  test('no table has a key twice: PowerShell compares keys without case, and would reject the script', () => {
    expect(tables.length).toBeGreaterThan(20);
    for (const { under, keys } of tables) {
      const folded = keys.map((key) => key.toLowerCase());
      expect(new Set(folded).size, `${under}: ${keys.join(' ')}`).toBe(folded.length);
    }
  });

  test('it has every command and every option that the help lists', async () => {
    const { out: help } = await runCommand(['--help']);
    const commands = [...help.matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, name = '']) => name);
    expect(keysOf('$commands').sort()).toEqual(commands.sort());
    for (const command of commands.filter((name) => name !== 'help')) {
      const { out } = await runCommand([command, '--help']);
      const options = [...out.matchAll(/^ {2}((?:-[a-zA-Z], )?--[a-z-]+)/gm)].flatMap(([, flags = '']) =>
        flags.split(', '),
      );
      expect(keysOf(command).sort(), command).toEqual([...new Set(options)].sort());
    }
  });
});
