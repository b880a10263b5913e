import { Table, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../api/requests/query.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { DataTable } from '../components/show/data-table.js';
import { formatCount, formatShare } from '../text/format.js';
import { nameOfKey } from './name-of-key.js';
import classes from './service-bars.module.css';
import type { UsagePart } from './usage-search.js';

/** The maximum number of keys that the gateway lists. */
const MAX_GROUPS = 100;

/** The calls with each API key, over as many days as the chart of days shows. */
export function KeysSection({ view: { days = 30 }, onView }: UsagePart) {
  const { data, error } = useQuery({
    ...query('/api/manage/usage/keys', { query: { days } }),
    placeholderData: keepPreviousData,
  });
  const keys = data?.keys;
  return (
    <Section
      title="API keys"
      description={`Calls of the last ${days} days by key, the ${MAX_GROUPS} most used first. Days are in UTC.`}
    >
      <ErrorNotice error={error} />
      {keys?.length === 0 && <Text size="sm">No calls in this time.</Text>}
      {keys !== undefined && keys.length > 0 && (
        <DataTable
          minWidth={480}
          columns={[
            'Key',
            { name: 'Calls', kind: 'numbers' },
            { name: 'Used quota', kind: 'numbers' },
            { name: 'Failed', kind: 'numbers' },
            { name: 'Error rate', kind: 'numbers' },
          ]}
        >
          {keys.map(({ keyId, keyName, calls, charged, failures }) => (
            <Table.Tr key={keyId}>
              <Table.Td>
                <UnstyledButton
                  className={classes['name'] ?? ''}
                  onClick={() => onView({ key: keyId }, true)}
                  aria-label={`Show calls of ${nameOfKey({ keyId, keyName })}`}
                >
                  {nameOfKey({ keyId, keyName })}
                </UnstyledButton>
              </Table.Td>
              <Table.Td ta="right">{formatCount(calls)}</Table.Td>
              <Table.Td ta="right">{formatCount(charged)}</Table.Td>
              <Table.Td ta="right">{formatCount(failures)}</Table.Td>
              <Table.Td ta="right">{formatShare(failures, calls)}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Section>
  );
}
