import { type Config, createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { OpenAPIObject } from '@soapstone/openapi-generator';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { piecesOf } from './pieces.js';

/** Runs public validators on a document; returns their findings, one per line. */
export interface Verdict {
  /** By the JSON Schema of the OpenAPI Specification. */
  readonly validator: readonly string[];
  /** By Redocly: the structural rules below and its recommended rules. */
  readonly linter: readonly string[];
  /** By the rules of Spectral for OpenAPI. */
  readonly spectral: readonly string[];
}

/** Third-party judges of OpenAPI documents. */
export interface DocumentJudge {
  judge(text: string): Promise<Verdict>;
}

/**
 * Redocly's rules about meaning, not taste: references resolve, names are unique, parameters and path agree, types and enumerations
 * agree, examples are valid against their schemas.
 */
const STRUCTURAL_RULES = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'no-identical-paths': 'error',
  'no-ambiguous-paths': 'error',
  'no-duplicated-tag-names': 'error',
  'no-duplicated-enum-values': 'error',
  'no-enum-type-mismatch': 'error',
  'no-schema-type-mismatch': 'error',
  // Not `no-required-schema-properties-undefined`: a choice is expressed as `required` of properties one level above.
  'no-example-value-and-externalValue': 'error',
  // Without the option, a schema below `not` rejects properties that it does not mention, and so never applies. Our schemas state what they allow.
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-undefined-server-variable': 'error',
  'no-server-trailing-slash': 'error',
  'no-unused-components': 'error',
  'operation-2xx-response': 'error',
  'operation-4xx-response': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-parameters-unique': 'error',
  'operation-tag-defined': 'error',
  'path-declaration-must-exist': 'error',
  'path-not-include-query': 'error',
  'path-parameters-defined': 'error',
  'security-defined': 'error',
  'spec-strict-refs': 'error',
} as const;

/** The linter judges examples with ajv, which ignores a property of this name. */
const BLIND_SPOT = /\/example\/(?:.*\/)?__proto__$/;

/** Spectral compiles patterns without Unicode, so that `\\p{L}` means other letters. Redocly checks the same examples, with Unicode. */
const MISREAD_PATTERN = /must match pattern ".*\\p\{/i;

/** Whether a document has the path that a finding names: Spectral decodes percent signs in paths, and misses what it then cannot find. */
function isPlaceOf([section, path]: readonly (string | number)[], text: string): boolean {
  const { paths = {} } = JSON.parse(text) as { readonly paths?: object };
  return section !== 'paths' || path === undefined || Object.hasOwn(paths, path);
}

/**
 * The most characters of a document that Spectral reads as a whole. It puts the component in place of each reference, so what it walks is
 * exponential where components contain one another: it does not end for Exchange Web Services (2 MB).
 */
const WHOLE = 1_000_000;

/** What Redocly judges by the whole document: a piece has components that nothing in it uses, and schemas that are cut. */
const OF_THE_WHOLE = { 'oas3-unused-component': 'off', 'oas3-valid-media-example': 'off' } as const;

/** Spectral with its rules for OpenAPI. */
function spectralWith(rules: Readonly<Record<string, 'off'>>): InstanceType<typeof spectralCore.Spectral> {
  const spectral = new spectralCore.Spectral();
  // The declarations of the two packages differ in an optional member.
  spectral.setRuleset({ extends: [[spectralRulesets.oas as never, 'recommended']], rules });
  return spectral;
}

export async function createDocumentJudge(): Promise<DocumentJudge> {
  const config: Config = await createConfig({ extends: ['recommended'], rules: STRUCTURAL_RULES });
  const whole = spectralWith({});
  const ofPieces = spectralWith(OF_THE_WHOLE);
  const runSpectral = async (text: string) => {
    const document = JSON.parse(text) as OpenAPIObject;
    if (text.length <= WHOLE) return whole.run({ ...document });
    const found = new Map<string, Awaited<ReturnType<typeof whole.run>>[number]>();
    for (const piece of piecesOf(document)) {
      for (const each of await ofPieces.run({ ...piece.document }))
        found.set(`${each.code} ${each.path.join('/')} ${each.message}`, each);
    }
    return [...found.values()];
  };
  return {
    async judge(text) {
      const { valid, errors } = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
      const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
      return {
        validator: valid ? [] : [JSON.stringify(errors).slice(0, 300)],
        linter: problems
          .filter(({ location: [place] }) => !BLIND_SPOT.test(place?.pointer ?? ''))
          .map(({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer ?? ''}: ${message}`),
        spectral: (await runSpectral(text))
          .filter(({ path }) => !BLIND_SPOT.test(`/${path.join('/')}`) && isPlaceOf(path, text))
          .filter(({ message }) => !MISREAD_PATTERN.test(message))
          .map(({ code, path, message }) => `${code} /${path.join('/')}: ${message}`),
      };
    },
  };
}
