import { Button, Group } from '@mantine/core';

/** The buttons of a secret that can be set, replaced and removed, but not read. */
export function SecretActions({
  what,
  isStored,
  isRemoving,
  onEdit,
  onRemove,
}: {
  /** Its name within the text of a button: "WSDL login". */
  readonly what: string;
  readonly isStored: boolean;
  readonly isRemoving: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  return (
    <Group gap="sm">
      <Button variant="default" onClick={onEdit}>
        {`${isStored ? 'Replace' : 'Add'} ${what}`}
      </Button>
      {isStored && (
        <Button variant="subtle" color="red" loading={isRemoving} onClick={onRemove}>
          {`Remove ${what}`}
        </Button>
      )}
    </Group>
  );
}
