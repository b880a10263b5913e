import { Stack, Text } from '@mantine/core';
import type { components } from '../../api/schema.js';
import { CodeBlock } from './code-block.js';

type Answer = components['schemas']['UnusableAnswer'];

/** The response of a server that is not a SOAP message: status line, header fields and the beginning of the body. */
export function UnusableAnswer({ answer }: { readonly answer: Answer }) {
  const { description, statusLine, fields, body, truncated } = answer;
  const message = [statusLine, ...fields, ...(body === '' ? [] : ['', body])].join('\n');
  return (
    <Stack gap="xs">
      <Text size="sm">Not a SOAP message: {description}.</Text>
      <CodeBlock code={message} label="what the server sent" />
      {truncated && (
        <Text size="xs" c="dimmed">
          Truncated.
        </Text>
      )}
    </Stack>
  );
}
