/** The limits of one document. A secured message is held as a tree, unlike every other. */
export const TREE_LIMITS: {
  readonly bytes: number;
  readonly elements: number;
  readonly depth: number;
  readonly attributes: number;
} = { bytes: 4 * 1024 * 1024, elements: 200_000, depth: 200, attributes: 256 };
