import { expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog.js';
import { callText, hostOf, mapper, modern, send } from '../testing/agent-host.js';

const catalogOf = (description: string) =>
  createCatalog([
    { slug: 'ledger', title: 'Ledger', mapper, operations: [{ name: 'Post', readOnly: false, description }] },
  ]);

test('the owner’s text replaces the documentation of the WSDL, without quotes', () => {
  const [text = ''] = catalogOf('Posts one entry. Use it after Find.').tools;
  const tool = JSON.parse(text);
  expect(tool.description).toBe('SOAP operation Post of Ledger. Posts one entry. Use it after Find.');
  expect(tool.title).toBe('Posts one entry');
});

test('a text of the owner is cut where OpenAI would reject it, on one line, with its invisible characters shown', () => {
  const [text = ''] = catalogOf(`a\u202eb\n${'c'.repeat(5_000)}`).tools;
  const { description } = JSON.parse(text);
  expect(description.length).toBeLessThan(1_024);
  expect(description).toContain('a[U+202E]b c');
});

test('search and descriptions of a large service use the owner’s text', async () => {
  const operations = [{ name: 'Post', readOnly: false, description: 'Books a payment' }];
  const catalog = createCatalog([{ slug: 'ledger', title: 'Ledger', mapper, operations }], {
    tokenBudget: 0,
  });
  const host = { ...hostOf(), catalog: () => catalog };
  const found = await send(callText('search_operations', '{"query":"payment"}'), host);
  expect(found.body.result.content[0].text).toContain('Books a payment');
  const described = await send(
    modern('tools/call', { name: 'describe_operation', arguments: { operation: 'Post' } }),
    host,
  );
  expect(described.body.result.content[0].text).toMatch(/^Post: may change data\. Books a payment/);
});
