/**
 * The lines of a design about the XML inside a message: the elements that clients see byte for byte, and texts that are documents.
 *
 * @example
 * ```ts
 * const result: XmlDesign = { raw: ['Invoices/Invoice'], documents: { Receipt: 'retEnviNFe' } };
 * ```
 */
export interface XmlDesign {
  /**
   * The paths of elements that clients see as `{"$xml": "<…>"}`, byte for byte (XM-10): in results the bytes of the response, in inputs
   * those that clients send.
   */
  readonly raw?: readonly string[] | undefined;
  /**
   * The paths of wildcards that admit one namespace, such as `Event/$any`: the keys of their elements are local names (AN-10).
   */
  readonly short?: readonly string[] | undefined;
  /** The tables of .NET DataSets, by the paths of the members (DS-1): clients see their rows. */
  readonly dataSets?: { readonly [path: string]: DataSetDesign } | undefined;
  /** The members whose text is an XML document, by their paths (XM-12): clients see the JSON of its root. */
  readonly documents?: { readonly [path: string]: DocumentDesign } | undefined;
}

/**
 * A document that is the text of a member: the name of its root element, which the schema has, as `{namespace}local` or as a local name
 * that only one element has; `*` for any element.
 *
 * @example
 * ```ts
 * const document: DocumentDesign = { element: 'NFe', as: 'cdata', declaration: true };
 * ```
 */
export type DocumentDesign =
  | string
  | {
      readonly element: string;
      /** How its markup is written. Default `escaped`. Both are read. */
      readonly as?: 'escaped' | 'cdata' | undefined;
      /** Whether the text begins with an XML declaration. Default false. */
      readonly declaration?: boolean | undefined;
    };

/**
 * The tables of a .NET DataSet (DS-1), or the element of the schema that has them (DS-4).
 *
 * @example
 * ```ts
 * const users: DataSetDesign = { tables: { Users: { id: 'int', name: 'string', born: 'dateTime' } } };
 * const typed: DataSetDesign = { element: 'UsersDataSet' };
 * ```
 */
export type DataSetDesign =
  | {
      /** Default `NewDataSet`. */
      readonly name?: string | undefined;
      /** The namespace of a typed DataSet. Default: none. */
      readonly namespace?: string | undefined;
      readonly tables: { readonly [table: string]: DataTableDesign };
    }
  | { readonly element: string };

/**
 * The types of the columns of a table by their names, and tables whose rows are inside its rows (DS-5). Types are those of XML Schema that
 * .NET uses, and `guid`. A column that .NET writes as an attribute or hidden has this after its type: `int attribute`, `int hidden`.
 *
 * @example
 * ```ts
 * const orders: DataTableDesign = { id: 'int hidden', day: 'dateTime', Lines: { text: 'string', price: 'decimal' } };
 * ```
 */
export interface DataTableDesign {
  readonly [column: string]: string | DataTableDesign;
}

/**
 * The target and form of a signature (XM-15): `document` for the element as a document of its own (`URI=""`), or the path from it to the
 * attribute that has the ID of the signed element.
 *
 * @example
 * ```ts
 * const sign: { [path: string]: SignatureDesign } = { NFe: { reference: 'infNFe/@Id', canonical: 'inclusive' } };
 * ```
 */
export type SignatureDesign =
  | string
  | {
      /** Default `document`. */
      readonly reference?: string | undefined;
      /** The path from the element to the parent of the signature. Default: the element itself. */
      readonly into?: string | undefined;
      /** Default `exclusive`. */
      readonly canonical?: 'exclusive' | 'inclusive' | undefined;
      /** Whether the element is signed as a document of its own, or where it is in the message. Default `document`. */
      readonly scope?: 'document' | 'message' | undefined;
    };

/**
 * How requests are written, for services that compare text (XO-7).
 *
 * @example
 * ```ts
 * const design: WireDesign = { prefixes: { soap: 'http://schemas.xmlsoap.org/soap/envelope/', '': 'urn:users' }, declare: 'root' };
 * ```
 */
export interface WireDesign {
  /** The namespaces of prefixes; `''` is the default namespace, which only messages can have whose names are all in namespaces. */
  readonly prefixes?: { readonly [prefix: string]: string } | undefined;
  /** Where they are declared: on the elements that need them (default), or all of them on the Envelope. */
  readonly declare?: 'element' | 'root' | undefined;
}
