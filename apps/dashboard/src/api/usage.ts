import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client.js';

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: () => answer(client.GET('/api/manage/usage')),
});
