import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';

const CodeEditor = lazy(() => import('./code-editor.js'));

/** The editor of a design file. Its code is loaded when it is shown for the first time. */
export function FileEditor(props: ComponentProps<typeof CodeEditor>) {
  return (
    <Suspense
      fallback={<Skeleton height="calc(min(440px, 60vh) + 2px)" aria-label="Loading" role="status" />}
    >
      <CodeEditor {...props} />
    </Suspense>
  );
}
