/** What a response showed, with the entity-tag of its state. A change sends it, so that it replaces only what was read. */
export type Tagged<Body> = Body & { readonly etag: string };

/** Resolves to the body of a response and its `ETag`. Rejects with `ApiError`. */
export async function tagged<Body>(
  call: Promise<{ readonly data?: Body; readonly response: Response }>,
): Promise<Tagged<NonNullable<Body>>> {
  const { data, response } = await call;
  const etag = response.headers.get('ETag');
  if (data === undefined || data === null || etag === null) {
    throw new Error('the gateway responded without a body or an ETag');
  }
  return { ...data, etag };
}

/** The header with which a change is made only if its resource still has this entity-tag. */
export function ifMatch(etag: string): { readonly header: { readonly 'If-Match': string } } {
  return { header: { 'If-Match': etag } };
}
