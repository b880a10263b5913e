/**
 * Platform globals that every JavaScript runtime has but the ECMAScript library types omit. Declared here, narrowly, so that this
 * package compiles without the types of Node or of a browser.
 */
interface Platform {
  readonly TextDecoder: new (
    label: string,
    options: { fatal: boolean },
  ) => { decode(bytes: Uint8Array): string };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly URL: new (url: string, base?: string) => URL;
}

/** The members of a `URL` that this package uses. */
export interface URL {
  href: string;
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
}

const platform = globalThis as unknown as Platform;

export const TextDecoder: Platform['TextDecoder'] = platform.TextDecoder;
export const TextEncoder: Platform['TextEncoder'] = platform.TextEncoder;
export const URL: Platform['URL'] = platform.URL;
