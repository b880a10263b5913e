import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type RevisionDetail, revisionQuery, useAnnounceRevision } from '../api/revisions.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { describeDeprecation, instantOfDay } from '../deprecation/describe-deprecation.js';
import { formatPlural } from '../text/format.js';

/** Announces the operations that a waiting revision removes as deprecated, or withdraws that. Absent if it removes none. */
export function AnnounceForm({ serviceId, number }: { readonly serviceId: string; readonly number: number }) {
  const { data } = useQuery(revisionQuery(serviceId, number));
  if (data === undefined) return null;
  const removed = data.changes.filter(({ change, message }) => change === 'removed' && message === undefined);
  if (removed.length === 0 && data.announcement === null) return null;
  return <Fields serviceId={serviceId} detail={data} removed={removed.length} />;
}

function Fields({
  serviceId,
  detail,
  removed,
}: {
  readonly serviceId: string;
  readonly detail: RevisionDetail;
  readonly removed: number;
}) {
  const { announcement } = detail;
  const announce = useAnnounceRevision(serviceId, detail);
  const form = useForm({
    initialValues: { sunset: '' },
    validate: {
      sunset: (value) => (value === '' || instantOfDay(value) !== undefined ? null : 'Enter a date'),
    },
  });
  if (announcement !== null) {
    return (
      <Stack gap="sm">
        <Text size="sm">
          {formatPlural(announcement.operations.length, 'operation')} announced to clients.{' '}
          {describeDeprecation(announcement)}
        </Text>
        <ErrorNotice error={announce.error} />
        <Group>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={announce.isPending}
            onClick={() => announce.mutate(null, { onSuccess: () => showDone('Announcement withdrawn') })}
          >
            Withdraw announcement
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ sunset }) => {
        const day = instantOfDay(sunset);
        announce.mutate(day === undefined ? {} : { sunset: day }, {
          onSuccess: () => showDone('Removal announced'),
        });
      })}
    >
      <Stack gap="sm" maw={560}>
        <Text size="sm">
          Clients do not know yet. You can announce the{' '}
          {removed === 1 ? 'removed operation' : `${removed} removed operations`} as deprecated until you
          publish or reject this revision.
        </Text>
        <ErrorNotice error={announce.error} />
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Last day (optional)"
            description="Sent in the Sunset header."
            type="date"
            {...form.getInputProps('sunset')}
          />
          <Button type="submit" variant="default" loading={announce.isPending}>
            Announce removal
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
