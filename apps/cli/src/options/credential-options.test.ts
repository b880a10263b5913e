import { KIND_NAMES } from '@soapstone/credentials';
import { DOORS } from '@soapstone/credentials/doors';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addCredentialOptions } from './credential-options.js';

test.each(KIND_NAMES)(
  'credential options: %s can be passed to a command, or the table says why not',
  (kind) => {
    const { cli } = DOORS[kind];
    if ('why' in cli) return expect(cli.why).toMatch(/^[A-Z].*\.$/);
    const offered = addCredentialOptions(new Command()).options.map(({ flags }) => flags);
    return expect(offered).toEqual(expect.arrayContaining(cli.map(({ flags }) => flags)));
  },
);
