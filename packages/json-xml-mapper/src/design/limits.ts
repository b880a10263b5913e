/** The limits of a design file. They hold for everybody: a design is written by hand. */
export const DESIGN_LIMITS: {
  readonly fills: number;
  readonly lines: number;
  readonly pathKeys: number;
  readonly textLength: number;
  readonly characters: number;
  readonly sessionEntries: number;
  readonly routes: number;
  readonly routeSegments: number;
  readonly routeFaults: number;
  readonly pages: number;
  readonly mostPages: number;
  readonly pageKeeps: number;
  readonly prefixes: number;
  readonly problems: number;
} = {
  /** Members that are filled. */
  fills: 1_000,
  /** Lines about names and members of operations. */
  lines: 10_000,
  /** Keys in one path, after the name of the operation. */
  pathKeys: 32,
  /** Characters of one path or value. */
  textLength: 16_384,
  /** Characters of all paths and values together. */
  characters: 262_144,
  /** Entries in each list of a session: hosts, faults, statuses. */
  sessionEntries: 50,
  /** Operations with a route. */
  routes: 1_000,
  /** Segments of the path of a route. */
  routeSegments: 16,
  /** Faults with a status in one operation. */
  routeFaults: 100,
  /** Pages that a request for all items reads, unless a design says otherwise, and at most. */
  pages: 100,
  mostPages: 10_000,
  /** Members that later requests for pages keep. */
  pageKeeps: 10,
  /** Prefixes of requests. */
  prefixes: 50,
  /** Problems that are reported. */
  problems: 100,
};
