import { type RefObject, useEffect, useRef } from 'react';

/** Returns the ref of a form whose first invalid field gets the focus when the gateway has refused something in it, so that it is in view. */
export function useInvalidFocus(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error === null) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}
