/** The differences between the two databases in a table definition. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** The type of a column of bytes. */
  readonly bytes: 'blob' | 'bytea';
}
