import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { bashOffers, fishOffers, hasShell, type Offer, zshOffers } from '../testing/shell-completion.js';

const cwd = directoryOf({ 'users.wsdl': '', 'users.json': '', 'a file.wsdl': '' });
mkdirSync(join(cwd, 'usage'));

describe.each<{ shell: string; offers: Offer }>([
  { shell: 'bash', offers: bashOffers },
  { shell: 'zsh', offers: zshOffers },
  { shell: 'fish', offers: fishOffers },
])('$shell', ({ shell, offers }) => {
  const isThere = hasShell(shell);
  const script = `completion.${shell}`;
  beforeAll(async () => {
    writeFileSync(join(cwd, script), (await runCommand(['completion', shell], { cwd })).out);
  });

  test.skipIf(!isThere)('can read the script', () => {
    execFileSync(shell, ['-n', script], { cwd });
  });

  test.skipIf(!isThere).each<[string, string[]]>([
    ['soapstone re', ['record', 'report', 'request', 'response']],
    ['soapstone --v', ['--version']],
    ['soapstone report --format ', ['json', 'sarif', 'text']],
    ['soapstone openapi --num', ['--numbers']],
    ['soapstone openapi --numbers s', ['string']],
    ['soapstone openapi --no', ['--no-date-formats']],
    ['soapstone completion ', ['bash', 'fish', 'powershell', 'zsh']],
    ['soapstone help ca', ['call']],
    ['soapstone inspect --he', ['--header', '--help']],
  ])('completes %j', (line, expected) => {
    expect(offers(script, line, cwd).sort()).toEqual(expected);
  });

  // bash completes paths itself if the script offers no words.
  test.skipIf(!isThere).each<[string, string[]]>([
    ['soapstone inspect user', ['users.json', 'users.wsdl']],
    ['soapstone call users.wsdl GetUser users.j', ['users.json']],
    ['soapstone openapi --output users.j', ['users.json']],
    ['soapstone inspect --root us', ['usage']],
  ])('completes the path in %j', (line, expected) => {
    const found = offers(script, line, cwd).map((path) => path.replace(/\/$/, ''));
    expect(found.sort()).toEqual(shell === 'bash' ? [] : expected);
  });
});

test('an unknown shell is rejected', async () => {
  expect((await runCommand(['completion', 'tcsh'])).exitCode).toBe(2);
});
