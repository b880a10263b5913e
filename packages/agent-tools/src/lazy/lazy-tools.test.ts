import { describe, expect, test } from 'vitest';
import { hostOf, modern, send } from '../testing/agent-host.js';

describe('search, describe and call', () => {
  const lazy = () => hostOf({ tokenBudget: 1 });
  const use = async (name: string, args: object) =>
    (await send(modern('tools/call', { name, arguments: args }), lazy())).body.result;

  test('search finds an operation by words in its documentation', async () => {
    const { content } = await use('search_operations', { query: 'entries by number' });
    expect(content[0].text.split('\n')[0]).toBe(
      'Find {id?: long, text?: string} with one of id | text “Find entries by number or text.”',
    );
  });

  test('describe returns input, result and faults, and on request an example and the schema', async () => {
    const { content } = await use('describe_operation', { operation: 'Post', example: true, schema: true });
    const [{ text }] = content;
    for (const part of [
      'may change data',
      'Faults: Closed',
      'Input: {entry: Entry}',
      'Example arguments: {"entry"',
      '"additionalProperties":false',
    ])
      expect(text).toContain(part);
  });

  test('describe returns a single type on request', async () => {
    const { content } = await use('describe_operation', { operation: 'Post', types: ['Entry', 'Other'] });
    expect(content[0].text).toContain('Entry = {id: long');
    expect(content[0].text).toContain('Unknown types: Other');
  });

  test('an unknown operation is a tool error that names the nearest operations', async () => {
    const result = await use('call_operation', { operation: 'FindEntry', arguments: {} });
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toBe('Unknown operation "FindEntry": did you mean Find, Post?');
  });
});
