import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** A button that draws more rows when it is pressed or scrolled into view. */
export function MoreButton({ rest, onMore }: { readonly rest: number; readonly onMore: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const element = button.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) more.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <Button ref={button} variant="subtle" size="xs" fullWidth onClick={onMore}>
      Show {rest} more
    </Button>
  );
}
