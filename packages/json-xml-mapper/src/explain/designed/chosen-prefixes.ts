import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { envelopeFrame } from '../../request/envelope.js';
import { PrefixTable } from '../../request/prefixes.js';
import { attributeMarkup } from '../../request/tags.js';
import type { ChosenPrefixes } from '../../shape/operation-shape.js';
import type { FilledContent } from '../compiler.js';

/** Creates the prefixes of a request that a design chooses (XO-7), and its envelope. */
export const choosePrefixes: FilledContent['choosePrefixes'] = (chosen, soapVersion) => {
  const envelope = soapVersion === '1.1' ? SOAP11_ENVELOPE : SOAP12_ENVELOPE;
  const prefix = chosen.byNamespace.get(envelope) ?? 'soapenv';
  const onRoot = new Set(
    chosen.onRoot
      ? [...chosen.byNamespace].flatMap(([namespace, each]) =>
          each === '' || namespace === SOAP11_ENVELOPE || namespace === SOAP12_ENVELOPE ? [] : [namespace],
        )
      : [],
  );
  const table = new ChosenPrefixTable(chosen.byNamespace, onRoot);
  return { table, frame: envelopeFrame(soapVersion, prefix, table.rootDeclarations()) };
};

/** The prefixes of a request that a design chooses. All others are numbered as always. */
class ChosenPrefixTable extends PrefixTable {
  readonly #chosen: ChosenPrefixes['byNamespace'];
  /** The namespaces that the Envelope declares. */
  readonly #onRoot: ReadonlySet<string>;

  constructor(chosen: ChosenPrefixes['byNamespace'], onRoot: ReadonlySet<string>) {
    super();
    this.#chosen = chosen;
    this.#onRoot = onRoot;
  }

  override add(namespace: string): string {
    return this.#chosen.get(namespace) ?? super.add(namespace);
  }

  /** The default namespace has none: names that only the input knows get one of their own. */
  override prefixOf(namespace: string): string | undefined {
    const chosen = this.#chosen.get(namespace);
    return chosen === '' ? undefined : (chosen ?? super.prefixOf(namespace));
  }

  /** The default namespace is declared where it begins, so that it never reaches a header block. */
  override declarations(namespaces: ReadonlySet<string>): string {
    const usual = [...namespaces].find((namespace) => this.#chosen.get(namespace) === '');
    const others = [...namespaces].filter((namespace) => namespace !== usual && !this.#onRoot.has(namespace));
    const own = usual === undefined ? '' : attributeMarkup('xmlns', usual);
    return own + super.declarations(new Set(others));
  }

  rootDeclarations(): string {
    return super.declarations(this.#onRoot);
  }
}
