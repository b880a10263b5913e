import { expect, test } from 'vitest';
import { hostOf } from '../testing/agent-host.js';
import { VENDOR_LIMITS } from './limits.js';
import { lintTools } from './lint-tools.js';

const tool = (inputSchema: object, more: object = {}) => ({
  name: 'Get',
  ...more,
  inputSchema: { ...inputSchema },
});
/** Without the findings that every reference gives. */
const ids = (tools: Parameters<typeof lintTools>[0]) =>
  lintTools(tools)
    .map(({ limit }) => limit.id)
    .filter((id) => id !== 'anthropic-references' && id !== 'google-keywords');
const text = { type: 'string' };
const strictMeta = { _meta: { 'soapstone/strict': true } };

test.each<[what: string, tool: Parameters<typeof lintTools>[0][number], found: readonly string[]]>([
  ['a plain tool', tool({ type: 'object', properties: { 'a-b.c': text } }), []],
  ['a name with a dot', tool({}, { name: 'a.b' }), ['anthropic-name']],
  ['a name that begins with a digit', tool({}, { name: '7up' }), ['google-name']],
  ['a key at the top', tool({ properties: { $headers: text } }), ['anthropic-keys', 'openai-keys']],
  [
    'a key in an array below',
    tool({ properties: { a: { type: 'array', items: { properties: { '@id': text } } } } }),
    ['openai-keys'],
  ],
  ['a choice at the top', tool({ anyOf: [{ required: ['a'] }] }), ['anthropic-top', 'openai-top']],
  ['a keyword that is the name of a property', tool({ properties: { allOf: text, not: text } }), []],
  ['a long description', tool({}, { description: 'x'.repeat(1025) }), ['openai-description']],
  [
    'many values',
    tool({ properties: { a: { enum: Array.from({ length: 1001 }, String) } } }),
    ['openai-values'],
  ],
  [
    'objects inside one another',
    tool(
      Array.from({ length: 10 }).reduce<object>((inner) => ({ properties: { a: inner } }), {
        properties: {},
      }),
    ),
    ['openai-depth'],
  ],
  [
    'a keyword beside a reference',
    tool({ properties: { a: { $ref: '#/$defs/A', title: 'x' } } }),
    ['openai-siblings'],
  ],
  [
    'a type that contains itself by way of another',
    tool({
      properties: { a: { $ref: '#/$defs/A' } },
      $defs: {
        A: { items: { $ref: '#/$defs/B' } },
        B: { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/C' }] },
        C: text,
      },
    }),
    ['google-cycles'],
  ],
  [
    'an open object of a strict tool',
    tool({ type: 'object', properties: { a: text } }, strictMeta),
    ['openai-closed'],
  ],
  ['examples', tool({ examples: [{ not: 1, allOf: 2 }] }), ['google-examples']],
])('lintTools: finds what vendors do not take in %s', (_what, linted, found) => {
  expect(ids([linted])).toEqual(found);
});

test('lintTools: counts the tools of a listing, and names the tool of each other finding', () => {
  const many = Array.from({ length: 129 }, (_each, index) => tool({}, { name: `a${index}` }));
  expect(lintTools(many)).toEqual([
    { limit: VENDOR_LIMITS.find(({ id }) => id === 'copilot-tools'), message: '129 tools are more than 128' },
  ]);
  expect(lintTools([tool({ properties: { 'a b': text } })])[0]).toMatchObject({
    tool: 'Get',
    message: 'a b do not match ^[a-zA-Z0-9_.-]{1,64}$',
  });
});

test('lintTools: rejects what is no listing, and takes every tool of a catalog', () => {
  expect(() => lintTools([{ name: 'a' }] as never)).toThrow(/tool with "name" and "inputSchema"/);
  for (const tokenBudget of [0, 8000]) {
    const tools = hostOf({ tokenBudget })
      .catalog()
      .tools.map((each) => JSON.parse(each));
    expect(lintTools(tools).filter(({ limit }) => limit.effect === 'rejects')).toEqual([]);
  }
});

test('limits: each names a public page and a date', () => {
  for (const { source, date } of VENDOR_LIMITS) {
    expect(source).toMatch(/^https:\/\/[^ ]+$/);
    expect(date).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
  }
  expect(new Set(VENDOR_LIMITS.map(({ id }) => id)).size).toBe(VENDOR_LIMITS.length);
});
