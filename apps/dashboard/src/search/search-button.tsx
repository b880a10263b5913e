import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';

type Dialog = typeof import('./search-dialog.js').SearchDialog;

/** Opens the search, and so does Ctrl+K or ⌘K on every page. `onGo` closes the menu of a phone. */
export function SearchButton({ onGo }: { readonly onGo: () => void }) {
  const [opened, setOpened] = useState(false);
  // Loaded on the first use. If that fails, the next press tries again.
  const [Dialog, setDialog] = useState<Dialog>();
  const loading = useRef(false);
  const open = () => {
    // A dialog with an edit stays where it is.
    if (loading.current || document.querySelector('[role=dialog][aria-modal=true]') !== null) return;
    if (Dialog !== undefined) {
      setOpened(true);
      return;
    }
    loading.current = true;
    import('./search-dialog.js')
      .then(({ SearchDialog }) => {
        setDialog(() => SearchDialog);
        setOpened(true);
      })
      .catch(() => {})
      .finally(() => {
        loading.current = false;
      });
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        variant="default"
        fullWidth
        justify="flex-start"
        styles={{ label: { flex: 1 } }}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          <Kbd size="xs" visibleFrom="sm">
            Ctrl K
          </Kbd>
        }
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          onGo();
          open();
        }}
      >
        Search
      </Button>
      {Dialog !== undefined && <Dialog opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}
