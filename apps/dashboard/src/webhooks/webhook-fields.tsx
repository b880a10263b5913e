import { Radio, Stack, TextInput } from '@mantine/core';
import type { AccountEvent, WebhookForm } from '../api/events.js';
import { problemOf } from '../api/requests/explain-error.js';
import { TypeChoice } from '../events/type-choice.js';

/** The members of a request whose problems are shown beside their fields. */
export const WEBHOOK_FIELDS: readonly string[] = ['/name', '/url'];

/** An HTTP URL without a user. */
const URL_FORM = /^https?:\/\/[^@/?#\s]+(?:[/?#]|$)/;

/** The settings of a webhook, as the fields of a form hold them. */
export interface WebhookDraft {
  readonly name: string;
  readonly url: string;
  readonly which: 'all' | 'some';
  readonly types: AccountEvent['type'][];
}

export const NO_WEBHOOK: WebhookDraft = { name: '', url: '', which: 'all', types: [] };

/** Returns the fields for a webhook. */
export function draftOfWebhook({ name, url, types }: WebhookForm): WebhookDraft {
  return { name, url, which: types === null ? 'all' : 'some', types: types ?? [] };
}

/** Returns the decisions that the fields hold; undefined if something is missing. */
export function webhookOf({ name, url, which, types }: WebhookDraft): WebhookForm | undefined {
  if (name.trim() === '' || url.trim() === '' || (which === 'some' && types.length === 0)) return undefined;
  return { name: name.trim(), url: url.trim(), types: which === 'all' ? null : types };
}

/** The fields for a webhook. */
export function WebhookFields({
  value: { name, url, which, types },
  error,
  onChange,
}: {
  readonly value: WebhookDraft;
  /** Why the gateway refused them, if it did. */
  readonly error: unknown;
  readonly onChange: (value: WebhookDraft) => void;
}) {
  const set = (change: Partial<WebhookDraft>) => onChange({ name, url, which, types, ...change });
  return (
    <>
      <TextInput
        label="Name"
        description="For example “Chat of the on-call team”."
        required
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={problemOf(error, '/name')}
      />
      <TextInput
        label="URL"
        description="Receives a POST with JSON. Use HTTPS."
        type="url"
        required
        maxLength={2048}
        value={url}
        onChange={(event) => set({ url: event.currentTarget.value })}
        error={problemOfUrl(error, url.trim())}
      />
      <Radio.Group
        label="Events"
        value={which}
        onChange={(value) => set({ which: value === 'some' ? 'some' : 'all' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All events" />
          <Radio value="some" label="Selected events" />
        </Stack>
      </Radio.Group>
      {which === 'some' && <TypeChoice types={types} onChange={(chosen) => set({ types: chosen })} />}
    </>
  );
}

/** Returns what the gateway says of a URL, in words where it names the pattern that the URL does not match. */
function problemOfUrl(error: unknown, url: string): string | undefined {
  const problem = problemOf(error, '/url');
  return problem === undefined || URL_FORM.test(url)
    ? problem
    : 'Must begin with https:// or http://, and contain no user name';
}
