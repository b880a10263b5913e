import { describe } from '../design-data.js';
import { DESIGN_LIMITS } from '../limits.js';
import type { LocationPart, RouteMethod, RouteSegment } from './parsed-route.js';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies RouteMethod[];

/** The characters that RFC 3986 leaves unescaped in a segment, as far as a path of an API needs them. */
const LITERAL = /^[A-Za-z0-9._~:-]{1,100}$/;
const MEMBER = /^\{[^{}/=*]{1,500}\}$/;

/** The problem with a text of a design. */
export interface TemplateProblem {
  readonly problem: string;
}

/** Reads `GET /users/{userId}`. */
export function parseRoute(
  text: unknown,
):
  | { readonly method: RouteMethod; readonly path: string; readonly segments: readonly RouteSegment[] }
  | TemplateProblem {
  if (typeof text !== 'string')
    return { problem: `must be a method and a path, as in GET /users/{userId}, got ${describe(text)}` };
  const space = text.indexOf(' ');
  const method = text.slice(0, Math.max(space, 0));
  const path = text.slice(space + 1);
  if (!METHODS.includes(method))
    return { problem: `must begin with a method (${METHODS.join(', ')}), as in GET /users/{userId}` };
  const segments = parsePath(path);
  if ('problem' in segments) return segments;
  return { method: method as RouteMethod, path, segments };
}

/** Reads the path that all routes begin with: `/v1`. */
export function parseBase(text: unknown): readonly string[] | TemplateProblem {
  if (typeof text !== 'string') return { problem: `must be a path, such as /v1, got ${describe(text)}` };
  const segments = parsePath(text);
  if ('problem' in segments) return segments;
  const literals = segments.flatMap((segment) => ('literal' in segment ? [segment.literal] : []));
  return literals.length === segments.length ? literals : { problem: 'must have no member in braces' };
}

/** Reads a template of `Location`: `/users/{result.userId}`, below the base. */
export function parseLocation(text: unknown): readonly LocationPart[] | TemplateProblem {
  if (typeof text !== 'string')
    return { problem: `must be a path, such as /users/{result.userId}, got ${describe(text)}` };
  const segments = parsePath(text);
  if ('problem' in segments) return segments;
  return segments.flatMap((segment): readonly LocationPart[] => {
    if ('literal' in segment) return [{ text: `/${segment.literal}` }];
    const { member } = segment;
    const isOfResult = member.startsWith('result.');
    return [
      { text: '/' },
      isOfResult ? { source: 'result', member: member.slice('result.'.length) } : { source: 'input', member },
    ];
  });
}

function parsePath(path: string): readonly RouteSegment[] | TemplateProblem {
  if (!path.startsWith('/')) return { problem: 'must have a path that begins with /, as in /users/{userId}' };
  const parts = path.slice(1).split('/', DESIGN_LIMITS.routeSegments + 1);
  if (parts.length > DESIGN_LIMITS.routeSegments)
    return { problem: `must have at most ${DESIGN_LIMITS.routeSegments} segments` };
  const segments: RouteSegment[] = [];
  for (const part of parts) {
    if (MEMBER.test(part)) segments.push({ member: part.slice(1, -1) });
    else if (part === '') return { problem: 'must have no empty segment, and no / at its end' };
    else if (part === '.' || part === '..') return { problem: `must not have the segment ${part}` };
    else if (part.includes('{'))
      return {
        problem:
          'must have members as whole segments: the keys of one member in braces, as in {userId} or {user.id}',
      };
    else if (LITERAL.test(part)) segments.push({ literal: part });
    else return { problem: 'must have segments of letters, digits and . _ ~ : -, at most 100 of them' };
  }
  return segments;
}
