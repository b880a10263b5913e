/** A regular expression over symbols of any kind: characters of a pattern, elements of a content model. */
export type RegularNode<S> =
  | { readonly kind: 'symbol'; readonly symbol: S }
  | { readonly kind: 'sequence'; readonly items: readonly RegularNode<S>[] }
  | { readonly kind: 'choice'; readonly branches: readonly RegularNode<S>[] }
  | { readonly kind: 'repeat'; readonly item: RegularNode<S>; readonly min: number; readonly max: number };
