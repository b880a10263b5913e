import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keyOf, pages, query } from './query.js';

const service = { path: { serviceId: 'svc_1' } };

test('query: the key is the path with its names, then the query', () => {
  expect(keyOf('/api/manage/services/{serviceId}/watch', service.path)).toEqual([
    'services',
    'svc_1',
    'watch',
    {},
  ]);
  expect(query('/api/manage/events', { query: { limit: 1 } }).queryKey).toEqual(['events', { limit: 1 }]);
  expect(query('/api/admin/accounts/{accountId}', { path: { accountId: 'acc_1' } }).queryKey).toEqual([
    'admin',
    'accounts',
    'acc_1',
    {},
  ]);
});

test('query: what a key starts is reloaded together, and lists apart from what they list', () => {
  const cache = new QueryClient();
  const keys: Readonly<Record<string, readonly unknown[]>> = {
    list: pages('/api/manage/services', { query: { search: 'a' } }).queryKey,
    one: query('/api/manage/services/{serviceId}', service).queryKey,
    below: query('/api/manage/services/{serviceId}/watch', service).queryKey,
    other: query('/api/manage/services/{serviceId}', { path: { serviceId: 'svc_2' } }).queryKey,
  };
  for (const key of Object.values(keys)) cache.setQueryData(key, {});
  const found = (queryKey: readonly unknown[]) => {
    const all = new Set(
      cache
        .getQueryCache()
        .findAll({ queryKey })
        .map((each) => each.queryHash),
    );
    return Object.entries(keys).flatMap(([name, key]) => (all.has(JSON.stringify(key)) ? [name] : []));
  };
  expect(found(['services'])).toEqual(['list', 'one', 'below', 'other']);
  expect(found(['services', 'svc_1'])).toEqual(['one', 'below']);
  expect(found(['services', {}])).toEqual(['list']);
});

test('query: pages of a list have another key than one answer with the same query', () => {
  const asked = { query: { unread: true } };
  expect(pages('/api/manage/events', asked).queryKey).not.toEqual(
    query('/api/manage/events', asked).queryKey,
  );
});
