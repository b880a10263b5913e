import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

/** A column by its heading. `numbers` aligns it like cells of numbers; `hidden` shows the heading only to screen readers. */
type Column = string | { readonly name: string; readonly kind: 'numbers' | 'hidden' };

/** A table with a heading for each column. Below `minWidth` pixels it scrolls sideways, including with the arrow keys. */
export function DataTable({
  minWidth,
  columns,
  children,
}: {
  readonly minWidth: number;
  readonly columns: readonly Column[];
  /** The rows. */
  readonly children: ReactNode;
}) {
  return (
    <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => {
              const { name, kind } = typeof column === 'string' ? { name: column } : column;
              return (
                <Table.Th key={name} scope="col" ta={kind === 'numbers' ? 'right' : 'left'}>
                  {kind === 'hidden' ? <VisuallyHidden>{name}</VisuallyHidden> : name}
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
