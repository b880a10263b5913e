import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';

const cwd = directoryOf({});

describe('soapstone completion', () => {
  test.each<[string[], string[]]>([
    [
      ['soapstone', 're'],
      ['report', 'request', 'response'],
    ],
    [
      ['soapstone', 'report', '--format', ''],
      ['text', 'json', 'sarif'],
    ],
    [['soapstone', 'openapi', '--num'], ['--numbers']],
    [['soapstone', 'openapi', '--numbers', 's'], ['string']],
    [['soapstone', 'inspect', 'users'], []],
  ])('bash completes %j', async (words, expected) => {
    const { out } = await runCommand(['completion', 'bash'], { cwd });
    writeFileSync(join(cwd, 'completion.bash'), out);
    const line = words.map((word) => `'${word}'`).join(' ');
    const script = `source completion.bash; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _soapstone; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const printed = execFileSync('bash', ['-c', script], { cwd, encoding: 'utf8' });
    expect(printed.split('\n').filter((word) => word !== '')).toEqual(expected);
  });

  test('zsh and fish have their scripts; other shells have none', async () => {
    expect((await runCommand(['completion', 'zsh'])).out).toMatch(/^autoload -U \+X bashcompinit/);
    const { out } = await runCommand(['completion', 'fish']);
    expect(out).toMatch(/^complete -c soapstone -n __fish_use_subcommand -a inspect -d '/m);
    expect((await runCommand(['completion', 'tcsh'])).exitCode).toBe(2);
  });
});
