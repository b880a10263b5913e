import { List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/requests/query.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { formatMoment, formatPlural } from '../text/format.js';
import classes from './change-list.module.css';

/** The API keys that called the operations that a revision can break. Absent if it can break none. */
export function CallerList({ serviceId, number }: { readonly serviceId: string; readonly number: number }) {
  const { data, error, refetch } = useQuery(
    query('/api/manage/services/{serviceId}/revisions/{number}/callers', {
      path: { serviceId, number: String(number) },
      query: { breaking: true },
    }),
  );
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.operations === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3}>Calls of these operations in 30 days</Title>
      {data.callers.length === 0 ? (
        <Text size="sm">No API key called them.</Text>
      ) : (
        <List size="sm">
          {data.callers.map(({ operation, keyId, keyName, calls, lastAt }) => (
            <List.Item key={`${operation} ${keyId}`} className={classes['name'] ?? ''}>
              <b dir="auto">{keyName ?? keyId}</b>: {formatPlural(calls, 'call')} of {operation}, the last one{' '}
              {formatMoment(lastAt)}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
