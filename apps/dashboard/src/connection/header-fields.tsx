import { ActionIcon, Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ProfileDraft } from './profile.js';

type Header = ProfileDraft['headers'][number];

/** The HTTP headers that authenticate a connection: rows of name and value, at least one. */
export function HeaderFields({
  headers,
  onChange,
}: {
  readonly headers: readonly Header[];
  readonly onChange: (headers: Header[]) => void;
}) {
  const change = (index: number, part: Partial<Header>) =>
    onChange(headers.map((header, at) => (at === index ? { ...header, ...part } : header)));
  return (
    <>
      {headers.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name until one is typed
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label="Name"
            placeholder="X-Api-Key"
            flex={1}
            autoComplete="off"
            value={header.name}
            onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
          />
          <PasswordInput
            label="Value"
            flex={1}
            autoComplete="new-password"
            value={header.value}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={`Remove header ${index + 1}`}
            disabled={headers.length === 1}
            onClick={() => onChange(headers.filter((_, at) => at !== index))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={headers.length >= 20}
          onClick={() => onChange([...headers, { name: '', value: '' }])}
        >
          Add header
        </Button>
      </Group>
    </>
  );
}
