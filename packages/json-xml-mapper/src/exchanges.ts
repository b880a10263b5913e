import { OptionError } from '@soapstone/options';
import type { ServiceModel } from '@soapstone/soap-model';
import type { Design } from './api/design.js';
import type { Exchange, Exchanges } from './api/exchange.js';
import type { MapperOptions } from './api/options.js';
import type { DesignParts } from './design/design-parts.js';
import type { Designer } from './design/designer.js';
import type { DesignerSettings } from './design/shaping/member-lines.js';
import type { FastPath } from './encode/fast-path.js';
import type { RawXml, UncommonContent } from './explain/compiler.js';
import { RawXmlNotLoaded } from './explain/raw/raw-not-loaded.js';
import { compileExchange } from './operation/compile-exchange.js';
import { decoderCode, loadDecoderCode } from './operation/decoder-code.js';
import { assertMapperOptions, type IdentityParts, resolveSettings } from './operation/settings.js';
import { shapeOperations } from './operation/shape-operations.js';
import type { PatternCompiler } from './pattern/pattern-facet.js';
import type { UncommonTypes, UnionCodec, ValueForms } from './scalar/codec.js';
import { TypesNotLoaded } from './scalar/types-not-loaded.js';
import type { ValueKinds } from './scalar/value-forms.js';

/** The parts of the mapper that only some services need. A program that leaves one out does not bundle it. */
export interface MapperParts {
  /** `compilePatterns`: needed if a type has a pattern. */
  readonly patterns?: PatternCompiler | undefined;
  /** `unions`: needed if a type is a union. */
  readonly unions?: UnionCodec | undefined;
  /** `uncommonTypes`: needed if `hasUncommonTypes` of an input, to check it before a call; `loadDecoders` of the exchanges loads them too. */
  readonly uncommonTypes?: UncommonTypes | undefined;
  /** `uncommonContent`: needed if `hasUncommonContent` of an input; `loadUncommonContent` of the exchanges loads it too. */
  readonly uncommonContent?: UncommonContent | undefined;
  /** `rawXml`: needed if an input has a finished element (XM-1); `loadRawXml` of the exchanges loads it too. */
  readonly rawXml?: RawXml | undefined;
  /** `identities`: needed if `declaresIdentities` of the schema, to check requests and strict responses (MO-6). */
  readonly identities?: IdentityParts | undefined;
  /** `designs`: needed if the options have a design. */
  readonly designs?: DesignParts | undefined;
  /** `fastPath`: writes most messages several times as fast. Messages are the same without it. */
  readonly fastPath?: FastPath | undefined;
  /** The objects that binary values and dates of responses become. Their code is loaded with the decoders. */
  readonly values?: ValueKinds | undefined;
}

function designerFrom(
  designs: DesignParts | undefined,
  design: Design,
  settings: DesignerSettings,
): Designer {
  if (designs === undefined)
    throw new OptionError('a generated client', { path: '/design', expected: 'no design: use createClient' });
  return designs.createDesigner(design, settings);
}

/**
 * Creates the exchanges of a service: what `createMapper` returns, reduced to what clients call. `@soapstone/client` is built on it.
 * Throws `OptionError` for an unknown option or an unusable value.
 *
 * @param parts the parts of the mapper that the types of the service need
 *
 * @example
 * ```ts
 * const parts = { patterns: compilePatterns, unions, uncommonContent };
 * const request = createExchanges(model, {}, parts).compile('GetUser').toXml({ userId: 1 });
 * ```
 */
export function createExchanges(
  model: ServiceModel,
  options: MapperOptions = {},
  parts: MapperParts = {},
): Exchanges {
  assertMapperOptions('createExchanges', model, options);
  let { uncommonContent, rawXml, uncommonTypes } = parts;
  const loadTypes = async (): Promise<void> => {
    await loadDecoderCode();
    uncommonTypes ??= decoderCode().uncommonTypes;
  };
  let forms: ValueForms | undefined;
  const settings = resolveSettings(
    options,
    {
      compilePatterns: parts.patterns,
      unions: parts.unions,
      types: () => {
        if (uncommonTypes === undefined) throw new TypesNotLoaded();
        return uncommonTypes;
      },
    },
    {
      uncommonContent: () => {
        if (uncommonContent === undefined) {
          throw new Error(
            'the generated client leaves out uncommon content, but an input has some: run `soapstone client` again, or ' +
              'await a call before `validate` of SOAP headers that the WSDL does not declare',
          );
        }
        return uncommonContent;
      },
      // Only a design has such members.
      filledContent: () => (parts.designs as DesignParts).filledContent,
      lifted: () => (parts.designs as DesignParts).lifted,
      rawXml: () => {
        if (rawXml === undefined) throw new RawXmlNotLoaded();
        return rawXml;
      },
    },
    parts.identities,
    () => forms,
  );
  const designer =
    options.design === undefined ? undefined : designerFrom(parts.designs, options.design, settings);
  const shapes = shapeOperations(model, settings, (shaped) => shaped, designer);
  if (designer !== undefined) parts.designs?.assertFits(designer, shapes);
  const compiled = new Map<string, Exchange>();
  const compile = (operation: string): Exchange => {
    let result = compiled.get(operation);
    if (result === undefined) {
      result = compileExchange(shapes.get(operation), settings, { fastPath: parts.fastPath, loadTypes });
      compiled.set(operation, result);
    }
    return result;
  };
  return {
    compile,
    session: designer && parts.designs?.sessionOf(designer, compile),
    async loadDecoders() {
      const { values } = parts;
      await loadTypes();
      if (forms === undefined && values !== undefined) {
        const { createValueForms } = await import('./scalar/value-forms.js');
        forms ??= createValueForms(values, decoderCode().decodeBase64);
      }
    },
    async loadUncommonContent() {
      uncommonContent ??= (await import('./explain/uncommon-content.js')).uncommonContent;
    },
    async loadRawXml() {
      rawXml ??= (await import('./raw-xml/raw-xml.js')).rawXml;
    },
  };
}
