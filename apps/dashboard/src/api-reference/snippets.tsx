import { Select, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { CodeBlock } from '../components/show/code-block.js';
import { SNIPPETS, type SnippetCall } from '../try-it/snippets.js';

/** A call as source code. The browser remembers the language. */
export function Snippets({ call }: { readonly call: SnippetCall }) {
  const [language, setLanguage] = useLocalStorage({ key: 'soapstone-language', defaultValue: 'curl' });
  const snippet = SNIPPETS.find(({ name }) => name === language) ?? SNIPPETS[0];
  if (snippet === undefined) return null;
  return (
    <Stack gap="xs">
      <Select
        aria-label="Language"
        w={160}
        allowDeselect={false}
        data={SNIPPETS.map(({ name }) => name)}
        value={snippet.name}
        onChange={(value) => {
          if (value !== null) setLanguage(value);
        }}
      />
      <CodeBlock code={snippet.write(call)} label={`the call in ${snippet.name}`} />
    </Stack>
  );
}
