/** Where a message has the bytes of a file. */
export interface FilePlace {
  /** The key of the only member; absent for a message that is the value itself. */
  readonly key?: string;
  readonly encoding: 'base64' | 'hex';
  /** Whether the type restricts the value, so that it is checked as a whole. */
  readonly restricted?: true;
}

/** What of a route can be a file as it is (PG-7). Plain data. */
export interface RouteFiles {
  /** Where the body of a request has the file. */
  readonly body?: FilePlace;
  /** Where the result has it. */
  readonly result?: FilePlace;
}
