import { describe, expect, test } from 'vitest';
import { findPlaces, type Searchable } from './places.js';

const NOTHING: Searchable = { isAdministrator: false, open: undefined, services: [], operations: [] };
const labels = (text: string, over: Partial<Searchable> = {}) =>
  findPlaces(text, { ...NOTHING, ...over }).map(({ label }) => label);

describe('search', () => {
  test('finds pages that contain every word, in any order and case', () => {
    expect(labels('KEY create')).toEqual(['Create API key']);
    expect(labels('nothing like this')).toEqual([]);
  });

  test('without words, lists every page; those of the operator only for administrators', () => {
    expect(labels('')).toContain('Webhooks');
    expect(labels('administration')).toEqual([]);
    expect(labels('administration', { isAdministrator: true })).toHaveLength(4);
  });

  test('lists the pages of the open service first', () => {
    const open = { serviceId: 'one', name: 'Orders' };
    expect(findPlaces('orders try', { ...NOTHING, open })).toEqual([
      { label: 'Try it', note: 'Orders', path: '/services/one/try-it' },
    ]);
  });

  test('lists a path once: the open service is its overview', () => {
    const open = { serviceId: 'one', name: 'Orders' };
    const services = [open, { serviceId: 'two', name: 'Orders of others' }];
    const found = findPlaces('orders', { ...NOTHING, open, services });
    expect(found.filter(({ path }) => path === '/services/one')).toEqual([
      { label: 'Overview', note: 'Orders', path: '/services/one' },
    ]);
    expect(found.at(-1)).toEqual({ label: 'Orders of others', note: 'Service', path: '/services/two' });
  });

  test('leads to an operation whose name the router would read as a number', () => {
    const operations = [{ serviceId: 'one', serviceName: 'Orders', operation: '1' }];
    expect(findPlaces('zzz', { ...NOTHING, operations })).toEqual([
      { label: '1', note: 'Orders', path: '/services/one/operations?operation=%221%22' },
    ]);
  });
});
