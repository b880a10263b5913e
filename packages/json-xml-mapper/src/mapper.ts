import { assertOptions, text } from '@soapstone/options';
import type { ServiceModel } from '@soapstone/soap-model';
import type { CompiledOperation, Mapper, OperationInfo } from './api/operation.js';
import type { MapperOptions } from './api/options.js';
import { DesignError } from './design/design-error.js';
import type { ServiceDesigner } from './design/service-designer.js';
import { sessionOf } from './design/session/session-rules.js';
import { isMappingError } from './errors.js';
import { filledContent } from './explain/designed/filled.js';
import { uncommonContent } from './explain/uncommon-content.js';
import { checkedOperation } from './operation/checked-operation.js';
import { compileOperation } from './operation/compile-operation.js';
import { identities } from './operation/identity-problems.js';
import { designedShapes, designerOf, type OperationShapes } from './operation/operation-shapes.js';
import { assertMapperOptions, resolveSettings } from './operation/settings.js';
import { compilePatterns } from './pattern/pattern-facet.js';
import { rawXml } from './raw-xml/raw-xml.js';
import { designedCode } from './raw-xml/text-document.js';
import { uncommonTypes } from './scalar/uncommon-types.js';
import { unions } from './scalar/union-codec.js';

/**
 * Creates the mapper of a service. Cheap: an operation is compiled on first use, and `operations` is computed when it is first
 * read.
 *
 * Throws `OptionError` for an unknown option or an unusable value; so does every method of the mapper and of its operations. Throws
 * `DesignError` with every problem of a design (`MapperOptions.design`); to check it, all operations that it may concern are built.
 *
 * @example
 * ```ts
 * const { model } = await parseWsdl(location, { resolve });
 * const operation = createMapper(model, { numbers: 'string' }).compile('GetUser');
 * ```
 */
export function createMapper(model: ServiceModel, options: MapperOptions = {}): Mapper {
  assertMapperOptions('createMapper', model, options);
  return openMapper(model, options, checkedOperation, assertDesign);
}

/** Throws `DesignError` with every problem of a design, before the first call meets one. */
function assertDesign(designer: ServiceDesigner, shapes: OperationShapes): void {
  const problems = designer.check(shapes);
  if (problems.length > 0) throw new DesignError(problems);
}

/**
 * Creates the mapper of a service, whose operations do not check the types of their arguments. For compositions of Soapstone that make
 * every argument themselves; the contents of messages are validated as usual.
 *
 * @example
 * ```ts
 * const operation = createUncheckedMapper(model).compile('GetUser');
 * ```
 */
export function createUncheckedMapper(model: ServiceModel, options: MapperOptions = {}): Mapper {
  return openMapper(model, options, (operation) => operation);
}

function openMapper(
  model: ServiceModel,
  options: MapperOptions,
  finish: (operation: CompiledOperation) => CompiledOperation,
  checkDesign?: (designer: ServiceDesigner, shapes: OperationShapes) => void,
): Mapper {
  const settings = resolveSettings(
    options,
    { compilePatterns, unions, types: () => uncommonTypes },
    {
      uncommonContent: () => uncommonContent,
      filledContent: () => filledContent,
      lifted: () => designedCode,
      rawXml: () => rawXml,
    },
    identities,
  );
  const designer = designerOf(options, settings);
  const shapes = designedShapes(model, options, designer);
  if (designer !== undefined) checkDesign?.(designer, shapes);
  const compiled = new Map<string, CompiledOperation>();
  const compile = (operation: string): CompiledOperation =>
    finish(compileOperation(shapes.get(operation), settings));
  const ofSession = new Map<string, CompiledOperation>();
  const session = sessionOf(designer?.session, (operation) => {
    const made = ofSession.get(operation) ?? designer?.showingAll(() => compile(operation));
    ofSession.set(operation, made as CompiledOperation);
    return made as CompiledOperation;
  });
  const hidden = designer?.hidden ?? [];
  let operations: readonly OperationInfo[] | undefined;
  return {
    model: hidden.length === 0 ? model : withoutOperations(model, hidden),
    ...(session && { session }),
    get operations() {
      operations ??= shapes.names.flatMap((name) => {
        try {
          return shapes.get(name).info;
        } catch (error) {
          if (isMappingError(error)) return [];
          throw error;
        }
      });
      return operations;
    },
    compile(operation) {
      let result = compiled.get(operation);
      if (result === undefined) {
        assertOptions(text, operation, 'compile', 'operation');
        result = compile(operation);
        compiled.set(operation, result);
      }
      return result;
    },
  };
}

function withoutOperations(model: ServiceModel, hidden: readonly string[]): ServiceModel {
  return { ...model, exposed: model.exposed.filter(({ name }) => !hidden.includes(name)) };
}
