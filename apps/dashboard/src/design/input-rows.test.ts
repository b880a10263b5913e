import { expect, test } from 'vitest';
import type { Proposal } from '../api/design.js';
import { notationOf, readFills } from '../design-file/fill-lines.js';
import { readReach } from '../design-file/session-lines.js';
import { filterRows, inputRows, likelySecrets } from './input-rows.js';

const member = (path: string, type = 'xs:string') => ({ path, type, required: true, many: false });
const PROPOSAL: Proposal = {
  text: '',
  session: null,
  schema: {},
  secrets: [
    { path: '*/Auth/Password', name: 'auth-password' },
    { path: 'Ping/pin', name: 'pin' },
  ],
  faults: [],
  results: [],
  inputs: [
    {
      operation: 'GetQuote',
      members: [member('Auth', 'object'), member('Auth/Password'), member('Symbol')],
      more: false,
    },
    {
      operation: 'Ping',
      members: [member('Auth', 'object'), member('Auth/Password'), member('pin')],
      more: true,
    },
  ],
};
const NO_SESSION = readReach('{}');
const fillsOf = (text: string) => readFills(text, ['secret', 'generate', 'header']);

test('a member that looks like a credential is proposed until a line fills it', () => {
  const before = inputRows(PROPOSAL, fillsOf(''), NO_SESSION);
  expect(before.map(({ proposed }) => proposed)).toEqual([
    undefined,
    'auth-password',
    undefined,
    undefined,
    'auth-password',
    'pin',
  ]);
  expect(before.map(({ isSimple }) => isSimple)).toEqual([false, true, true, false, true, true]);
  const fills = fillsOf("fill:\n  '*/Auth': { Password: { secret: p } }\n");
  expect(inputRows(PROPOSAL, fills, NO_SESSION).filter(({ line }) => line !== undefined)).toHaveLength(2);
  expect(likelySecrets(PROPOSAL, fills, NO_SESSION)).toEqual([
    { operation: 'Ping', path: 'pin', name: 'pin' },
  ]);
  // One of two operations is filled: the line for all is still proposed.
  expect(likelySecrets(PROPOSAL, fillsOf('fill:\n  Ping/Auth/Password: x\n'), NO_SESSION)).toHaveLength(2);
});

test.each([
  ['password', 'all', ['GetQuote/Auth/Password', 'Ping/Auth/Password']],
  ['get*/password', 'all', ['GetQuote/Auth/Password']],
  ['*/symbol', 'all', ['GetQuote/Symbol']],
  ['symbol*', 'all', []],
  ['', 'proposed', ['GetQuote/Auth/Password', 'Ping/Auth/Password', 'Ping/pin']],
  ['', 'filled', []],
] as const)('a search for %j among %s', (search, filter, found) => {
  const rows = filterRows(inputRows(PROPOSAL, fillsOf(''), NO_SESSION), search, filter);
  expect(rows.map(({ operation, path }) => `${operation}/${path}`)).toEqual(found);
});

test('digits of a string are quoted, those of a number are not', () => {
  expect(['xs:string', 'xs:token', 'xs:long', 'xs:decimal', 'xs:boolean'].map(notationOf)).toEqual([
    'text',
    'text',
    'number',
    'number',
    'boolean',
  ]);
});

test('what the session sends is neither the client’s nor proposed', () => {
  const reach = readReach(
    '{"session":{"login":{"operation":"Ping"},"send":{"member":["GetQuote/Auth/Password"]}}}',
  );
  const rows = inputRows(PROPOSAL, fillsOf(''), reach);
  expect(
    rows.filter(({ bySession }) => bySession).map(({ operation, path }) => `${operation}/${path}`),
  ).toEqual(['GetQuote/Auth/Password', 'Ping/Auth', 'Ping/Auth/Password', 'Ping/pin']);
  expect(rows.some(({ proposed }) => proposed !== undefined)).toBe(false);
  expect(likelySecrets(PROPOSAL, fillsOf(''), reach)).toEqual([]);
  expect(filterRows(rows, '', 'filled')).toHaveLength(4);
  expect(reach.operations).toEqual(['Ping']);
  const everywhere = readReach(
    '{"session":{"send":{"soapHeader":"Session/id"},"logout":"Out","shown":true}}',
  );
  expect(everywhere.sends('GetQuote', '$headers/Session/id')).toBe(true);
  expect(everywhere.sends('GetQuote', 'Session/id')).toBe(false);
  expect(everywhere.operations).toEqual([]);
});
