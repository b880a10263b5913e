import { Alert, Badge, Code, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ContractChange, revisionQuery } from '../api/revisions.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { formatPlural } from '../text/format.js';
import classes from './change-list.module.css';
import { describeChange, groupChanges } from './describe-change.js';

/**
 * The changes of a revision for clients of the live one, or for those of `from`. `brief`: only whether it breaks any client.
 */
export function ChangeList({
  serviceId,
  number,
  from,
  brief = false,
}: {
  readonly serviceId: string;
  readonly number: number;
  readonly from?: number | undefined;
  readonly brief?: boolean;
}) {
  const { data, error, refetch } = useQuery(revisionQuery(serviceId, number, from));
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loader size="sm" role="status" aria-label="Comparing" />;
  return (
    <Stack gap="md">
      <ChangesVerdict
        changes={data.changes}
        breaking={data.breaking}
        {...(from !== undefined && { from: data.from })}
      />
      {!brief && <Changes changes={data.changes} />}
    </Stack>
  );
}

/** Changes of the contract, by operation. */
export function Changes({ changes: all }: { readonly changes: readonly ContractChange[] }) {
  return (
    <ul className={classes['groups']}>
      {groupChanges(all).map(({ operation, changes }) => (
        <li key={operation}>
          <Text fw={600} className={classes['name'] ?? ''}>
            {operation}
          </Text>
          <ul className={classes['changes']}>
            {changes.map((change) => (
              <Change key={JSON.stringify(change)} change={change} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Whether changes of the contract break clients. `from`: the earlier revision, if another one than the live one. */
export function ChangesVerdict({
  changes: all,
  breaking,
  from,
}: {
  readonly changes: readonly ContractChange[];
  readonly breaking: boolean;
  readonly from?: number | undefined;
}) {
  const isPast = from !== undefined;
  const changes = all.filter(({ change }) => change !== 'soap');
  if (changes.length === 0) {
    return (
      <Alert color="soap" icon={<IconCircleCheck aria-hidden />} title="No change for clients">
        {isPast
          ? `Requests and responses are those of revision ${from}.`
          : 'Requests and responses stay the same.'}
      </Alert>
    );
  }
  if (isPast) {
    return (
      <Text size="sm">
        {formatPlural(changes.length, 'change')} since revision {from}.
      </Text>
    );
  }
  const breaks = changes.filter((change) => change.breaking).length;
  return breaking ? (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${formatPlural(breaks, 'change')} can break clients`}
    >
      Tell your clients before you publish.
    </Alert>
  ) : (
    <Alert color="soap" icon={<IconCircleCheck aria-hidden />} title="No breaking change">
      {formatPlural(changes.length, 'change')}. Existing clients keep working.
    </Alert>
  );
}

function Change({ change }: { readonly change: ContractChange }) {
  const { member, text } = describeChange(change);
  return (
    <li className={classes['change']}>
      <Group gap="xs" align="flex-start">
        {member !== undefined && <Code className={classes['name'] ?? ''}>{member}</Code>}
        {change.breaking && (
          <Badge color="red" variant="light" tt="none" size="sm">
            Can break clients
          </Badge>
        )}
      </Group>
      <Text size="sm" className={classes['name'] ?? ''}>
        {text}
      </Text>
    </li>
  );
}
