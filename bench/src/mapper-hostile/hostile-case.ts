/** One input that somebody made to hurt. */
export interface HostileCase {
  readonly name: string;
  make(): string;
}
