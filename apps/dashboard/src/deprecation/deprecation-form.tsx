import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deprecationQuery, type ReadDeprecation, useDeprecate } from '../api/deprecations.js';
import { query } from '../api/requests/query.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { useBase } from '../components/forms/use-base.js';
import { useSettings } from '../components/forms/use-settings.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { describeDeprecation, instantOfDay } from './describe-deprecation.js';

/** Announces the end of a service or of one operation, or withdraws the announcement. */
export function DeprecationForm({
  serviceId,
  operation,
}: {
  readonly serviceId: string;
  readonly operation?: string;
}) {
  const all = useQuery(query('/api/manage/services/{serviceId}/deprecations', { path: { serviceId } }));
  const own = useQuery(deprecationQuery(serviceId, operation));
  const error = all.error ?? own.error;
  if (error !== null) {
    const retry = () => void Promise.all([all.refetch(), own.refetch()]);
    return <ErrorNotice error={error} onRetry={retry} />;
  }
  if (all.data === undefined || own.data === undefined) {
    return <Loader size="sm" role="status" aria-label="Loading" />;
  }
  const known = own.data.deprecation ?? undefined;
  const place = operation === undefined ? { serviceId } : { serviceId, operation };
  return (
    <Stack gap="sm">
      <Text size="sm">{describeDeprecation(known)}</Text>
      {all.data.announced
        .filter(({ operations }) => operation !== undefined && operations.includes(operation))
        .map((announced) => (
          <Text size="sm" key={announced.revision}>
            Revision {announced.revision} announces its removal: {describeDeprecation(announced)}
          </Text>
        ))}
      <Fields {...place} read={own.data} />
    </Stack>
  );
}

function Fields({
  serviceId,
  operation,
  read,
}: {
  readonly serviceId: string;
  readonly operation?: string;
  readonly read: ReadDeprecation;
}) {
  const known = read.deprecation ?? undefined;
  const form = useSettings(
    { sunset: known?.sunset?.slice(0, 10) ?? '', link: known?.link ?? '' },
    {
      sunset: (value) => (value === '' || instantOfDay(value) !== undefined ? null : 'Enter a date'),
      link: (value) =>
        value === '' || /^https?:\/\/[!-~]+$/.test(value)
          ? null
          : 'The URL must begin with https:// or http://',
    },
  );
  const base = useBase(read, form.isDirty());
  const deprecate = useDeprecate(base, serviceId, operation);
  const withdraw = useDeprecate(base, serviceId, operation);
  const forget = useUnsaved(form.isDirty(), operation === undefined ? 'page' : 'drawer');
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ sunset, link }) => {
        const day = instantOfDay(sunset);
        deprecate.mutate(
          {
            // Keep the original day of the announcement.
            at: known?.at ?? null,
            sunset: day ?? null,
            link: link === '' ? null : link,
          },
          {
            onSuccess: () => {
              forget();
              showDone('Deprecation saved');
            },
          },
        );
      })}
    >
      <Stack gap="sm" maw={560}>
        <ErrorNotice error={deprecate.error ?? withdraw.error} />
        <TextInput
          label="Last day (optional)"
          description="Sent in the Sunset header."
          type="date"
          {...form.getInputProps('sunset')}
        />
        <TextInput
          label="Replacement (optional)"
          description="URL of a page about the replacement, sent in the Link header."
          type="url"
          maxLength={2048}
          placeholder="https://example.com/next-version"
          {...form.getInputProps('link')}
        />
        <Group gap="sm">
          <Button
            type="submit"
            variant="default"
            loading={deprecate.isPending}
            disabled={known !== undefined && !form.isDirty()}
          >
            {known === undefined ? 'Deprecate' : 'Save changes'}
          </Button>
          {known !== undefined && (
            <Button
              variant="subtle"
              color="red"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate(null, { onSuccess: () => showDone('Deprecation removed') })}
            >
              Remove deprecation
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
