import { Button, CopyButton, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconCopy } from '@tabler/icons-react';
import { SNIPPETS, type SnippetCall } from './snippets.js';

/** Copies the call as source code in another language, with a placeholder for the key. */
export function CopyAs({ call }: { readonly call: SnippetCall }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
          Copy as
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SNIPPETS.map(({ name, write }) => (
          <CopyButton key={name} value={write(call)} timeout={2000}>
            {({ copied, copy }) => (
              <Menu.Item
                closeMenuOnClick={false}
                onClick={copy}
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
              >
                {copied ? `${name}: copied` : name}
              </Menu.Item>
            )}
          </CopyButton>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
