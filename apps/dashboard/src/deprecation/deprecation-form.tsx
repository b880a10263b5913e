import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type Deprecation, deprecationsQuery, useDeprecate } from '../api/deprecations.js';
import { ErrorNotice } from '../components/error-notice.js';
import { showDone } from '../components/show-done.js';
import { useUnsaved } from '../components/unsaved.js';
import { describeDeprecation, instantOfDay } from './describe-deprecation.js';

/** Announces the end of a service or of one operation, or withdraws the announcement. */
export function DeprecationForm({
  serviceId,
  operation,
}: {
  readonly serviceId: string;
  readonly operation?: string;
}) {
  const { data, error, refetch } = useQuery(deprecationsQuery(serviceId));
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loader size="sm" role="status" aria-label="Loading" />;
  const known =
    operation === undefined
      ? (data.service ?? undefined)
      : data.operations.find((each) => each.operation === operation);
  const place = operation === undefined ? { serviceId } : { serviceId, operation };
  return (
    <Stack gap="sm">
      <Text size="sm">{describeDeprecation(known)}</Text>
      {data.announced
        .filter(({ operations }) => operation !== undefined && operations.includes(operation))
        .map((announced) => (
          <Text size="sm" key={announced.revision}>
            Revision {announced.revision} announces its removal: {describeDeprecation(announced)}
          </Text>
        ))}
      <Fields key={JSON.stringify(known)} {...place} known={known} />
    </Stack>
  );
}

function Fields({
  serviceId,
  operation,
  known,
}: {
  readonly serviceId: string;
  readonly operation?: string;
  readonly known: Deprecation | undefined;
}) {
  const deprecate = useDeprecate(serviceId, operation);
  const form = useForm({
    initialValues: { sunset: known?.sunset?.slice(0, 10) ?? '', link: known?.link ?? '' },
    validate: {
      sunset: (value) => (value === '' || instantOfDay(value) !== undefined ? null : 'Enter a date'),
      link: (value) =>
        value === '' || /^https?:\/\/[!-~]+$/.test(value)
          ? null
          : 'The URL must begin with https:// or http://',
    },
  });
  const forget = useUnsaved(form.isDirty(), operation === undefined ? 'page' : 'drawer');
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ sunset, link }) => {
        const day = instantOfDay(sunset);
        deprecate.mutate(
          {
            // Keep the original day of the announcement.
            ...(known !== undefined && { at: known.at }),
            ...(day !== undefined && { sunset: day }),
            ...(link === '' ? {} : { link }),
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
        <ErrorNotice error={deprecate.error} />
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
              loading={deprecate.isPending}
              onClick={() => deprecate.mutate(null, { onSuccess: () => showDone('Deprecation removed') })}
            >
              Remove deprecation
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
