import { URL } from './platform.js';

/** RFC 3986 `scheme:`. A single letter is the drive of a Windows path. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]+:/;

/**
 * Resolves a location in a document against the URI of that document.
 *
 * If the base has a scheme, this is RFC 3986. Otherwise the base names a file of a bundle: the result is a normalised path from the
 * root of the bundle, and `..` above that root stays at the root, as in a URL. Windows paths (`..\schemas\x.xsd`, `C:\x.xsd`) are
 * supported. A fragment is dropped, because it names a part of the document.
 */
export function resolveLocation(reference: string, base: string): string {
  const written = withoutFragment(reference.trim());
  const text = /^[A-Za-z]:[\\/]/.test(written) ? `file:///${written}` : written;
  if (SCHEME.test(text)) return normaliseUri(/^file:/i.test(text) ? text.replaceAll('\\', '/') : text);
  const slashed = text.replaceAll('\\', '/');
  if (SCHEME.test(base)) return normaliseUri(slashed, base);
  const path = decodePercent(slashed);
  return normalisePath(path.startsWith('/') ? path : `${directoryOf(base)}${path}`);
}

/** True for an absolute location: `http://…`, `file:…`. */
export function isAbsoluteUri(location: string): boolean {
  return SCHEME.test(location.trim());
}

/** A slash-separated path without `.`, `..`, empty segments or a leading slash. */
export function normalisePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** The host of an absolute URI; `''` if it has none. */
export function hostOf(uri: string): string {
  try {
    return new URL(uri).host;
  } catch {
    return '';
  }
}

/** The path of a URI or of a bundle location, with percent-escapes decoded. */
export function pathOf(location: string): string {
  if (!SCHEME.test(location)) return location;
  try {
    return decodePercent(new URL(location).pathname);
  } catch {
    return '';
  }
}

function normaliseUri(uri: string, base?: string): string {
  try {
    return new URL(uri, base).href;
  } catch {
    // Not a URI. It stays as it is, so that the resolver rejects it by its original name.
    return uri;
  }
}

function withoutFragment(location: string): string {
  const hash = location.indexOf('#');
  return hash === -1 ? location : location.slice(0, hash);
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
