import type { ParsedPage } from '../pages/parsed-page.js';

/** The methods that a route can have. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One segment of a path: a text, or the value of a member, named by its keys joined with dots. */
export type RouteSegment = { readonly literal: string } | { readonly member: string };

/** A part of the template of `Location`: a text, or the value of a member of the input or the result. */
export type LocationPart =
  | { readonly text: string }
  | { readonly source: 'input' | 'result'; readonly member: string };

/** The status of one declared fault. */
export interface FaultStatus {
  readonly name: string;
  readonly status: number;
  /** Where the design says so: see `DesignProblem.at`. */
  readonly at: readonly string[];
}

/** The HTTP side of one operation. Plain data. */
export interface ParsedRoute {
  readonly operation: string;
  /** The place of the operation in the design. */
  readonly at: readonly string[];
  readonly method: RouteMethod;
  /** The segments after the base. */
  readonly segments: readonly RouteSegment[];
  /** The path as the design has it. */
  readonly path: string;
  readonly status: number;
  readonly location: readonly LocationPart[];
  /** `*` for all that the path leaves, the key of the only member in the body, or undefined without a body. */
  readonly body: string | undefined;
  readonly faults: readonly FaultStatus[];
  /** Whether the owner says that the operation only reads. */
  readonly safe: boolean;
  /** How the result is divided into pages. */
  readonly page?: ParsedPage;
}

/** The routes of a design. */
export interface ParsedRoutes {
  /** The segments that all paths begin with. */
  readonly base: readonly string[];
  /** Whether the result is in an envelope, as it is for a call by name. */
  readonly envelope: boolean;
  readonly routes: readonly ParsedRoute[];
}
