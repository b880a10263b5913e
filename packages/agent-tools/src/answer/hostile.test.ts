import { describe, expect, test } from 'vitest';
import { callText, hostOf, send } from '../testing/agent-host.js';

const many = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_each, index) => item(index)).join();
const deep = (levels: number, open: string, close: string, inside: string): string =>
  open.repeat(levels) + inside + close.repeat(levels);
const request = (method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;

/** Arguments of `Post`, as a hostile or confused agent writes them. */
const ARGUMENTS: readonly (readonly [string, string])[] = [
  ['null for a required object', '{"entry":null}'],
  ['null for every member', '{"entry":{"id":null,"amount":null,"count":null,"kind":null,"part":null}}'],
  ['a list of nulls', '{"entry":{"id":1,"amount":1,"part":[null,null]}}'],
  ['a member twice, once as null', '{"entry":null,"entry":{"id":1,"amount":1}}'],
  ['names of prototypes as null', '{"__proto__":null,"constructor":null,"toString":null}'],
  ['a prototype as an object', '{"entry":{"__proto__":{"id":1},"id":1,"amount":1,"kind":null}}'],
  ['fifty thousand nulls', `{${many(50_000, (index) => `"x${index}":null`)}}`],
  ['a hundred and fifty thousand values and a null', `{"x":null,"entry":[${many(150_000, () => '1')}]}`],
  ['nulls nested five thousand deep', `{"entry":${deep(5_000, '[', ']', 'null')}}`],
  ['parts nested a thousand deep', `{"entry":${deep(1_000, '{"part":[', ']}', 'null')}}`],
  ['a number beyond doubles and a null', '{"entry":{"id":1e999999,"amount":1,"kind":null}}'],
  ['a number of a hundred thousand digits', `{"entry":{"id":${'9'.repeat(100_000)},"kind":null}}`],
  ['an unterminated object with a null', '{"entry":{"kind":null'],
  ['null in a word', '{"entry":nullable}'],
  ['the alias of a prototype', '{"attr____proto__":null,"soap__":null,"attr__xml.":1}'],
  ['an alias that no table has', '{"x__00000000":null,"y__ffffffff":{"z__12345678":null}}'],
  ['a lone surrogate', '{"\\ud800":null,"entry":"\\udc00"}'],
  ['keys with NUL', '{"\\u0000":null,"entry\\u0000":{}}'],
  ['a key of a hundred thousand characters', `{"${'k'.repeat(100_000)}":null}`],
  ['text that only looks like null', '{"entry":"null, nul, null"}'],
];

/** Arguments of `call_operation`. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['a text that is no JSON', '"{"'],
  ['a text of null', '"null"'],
  ['a text of a text', JSON.stringify(JSON.stringify('{"id":1}'))],
  ['a text of a list', '"[1]"'],
  ['an empty text', '""'],
  ['a text with a lone surrogate', '"{\\"\\ud800\\":null}"'],
  ['a text of half a million characters', JSON.stringify(`{"id":"${'x'.repeat(500_000)}"}`)],
  ['a text of deep lists', JSON.stringify(deep(5_000, '[', ']', ''))],
  ['a number', '1'],
  ['a list', '[{"id":1}]'],
];

/** Whole messages. */
const MESSAGES: readonly (readonly [string, string])[] = [
  ['types by the thousand', describeText(`"operation":"Post","types":[${many(5_000, (i) => `"T${i}"`)}]`)],
  ['types that are nulls', describeText('"operation":"Post","types":[null,{},[]],"schema":true')],
  ['an operation like a prototype', describeText('"operation":"__proto__","schema":true,"example":true')],
  ['an operation that is an object', describeText('"operation":{"a":1}')],
  ['a search of a megabyte', searchText(`"query":"${'a+'.repeat(500_000)}"`)],
  ['a search with impossible numbers', searchText('"query":"","limit":-1e308,"offset":1e308')],
  ['a search for nulls', searchText('"query":null,"limit":null,"offset":null')],
  [
    'a URI with broken escapes',
    request('resources/read', '{"uri":"soapstone://ledger/operations/%E0%A4%A"}'),
  ],
  ['a URI of dots', request('resources/read', '{"uri":"soapstone://ledger/operations/../../x"}')],
  ['a long URI', request('resources/read', `{"uri":"soapstone://ledger/operations/${'x'.repeat(200_000)}"}`)],
  ['a cursor of another listing', request('tools/list', '{"cursor":"ffffffff.1"}')],
  [
    'a dry run that is neither',
    request('tools/call', '{"name":"Post","arguments":{},"_meta":{"dry_run":{}}}'),
  ],
];

function describeText(members: string): string {
  return callText('describe_operation', `{${members}}`);
}

function searchText(members: string): string {
  return callText('search_operations', `{${members}}`);
}

/** The longest response: the description of an operation, a list of problems. */
const LONGEST = 60_000;

describe.each(['full', 'inline', 'strict'] as const)('agents: hostile messages, schemas %s', (schemas) => {
  const dryRun = { method: 'POST', headers: {}, body: '' } as const;
  const listed = hostOf({ schemas }, () => ({ kind: 'dryRun', request: dryRun }));
  const lazy = hostOf({ schemas, tokenBudget: 0 }, () => ({ kind: 'dryRun', request: dryRun }));
  const cases = [
    ...ARGUMENTS.map(([what, args]) => [what, listed, callText('Post', args)] as const),
    ...TEXTS.map(
      ([what, args]) =>
        [what, lazy, callText('call_operation', `{"operation":"Find","arguments":${args}}`)] as const,
    ),
    ...MESSAGES.map(([what, message]) => [what, lazy, message] as const),
  ];

  test.each(cases)('%s: a short response, and no internal error', async (_what, host, message) => {
    const { body, text } = await send(message, host);
    expect(body.error?.code).not.toBe(-32603);
    expect(body.result === undefined).not.toBe(body.error === undefined);
    expect(text?.length).toBeLessThan(LONGEST);
  });
});
