import { escapeAttribute } from '@soapstone/soap-model/xml';

/** The attribute of an element that is nil. */
export const NIL = ' xsi:nil="true"';

/** An attribute as it stands in a start tag. `name` has its prefix. */
export function attributeMarkup(name: string, text: string): string {
  return plainAttribute(name, escapeAttribute(text));
}

/** The same of a text without characters that are escaped, such as a name. */
export function plainAttribute(name: string, text: string): string {
  return ` ${name}="${text}"`;
}

/** Text in CDATA sections, of which none can have their end. */
export function sectionMarkup(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** The start tag and the end tag of an element. Those whose names the schema knows are compiled. */
export class Tags {
  /** The start tag without its end, because declarations and attributes may follow. */
  readonly start: string;
  readonly end: string;
  readonly name: string;
  readonly markup: string;
  readonly filler: string;

  /**
   * @param name with its prefix
   * @param markup the declarations and attributes that the start tag always has
   * @param filler what stands in an element without content that is not written short
   */
  constructor(name: string, markup = '', filler = '') {
    this.start = `<${name}${markup}`;
    this.end = `</${name}>`;
    this.name = name;
    this.markup = markup;
    this.filler = filler;
  }

  /** The same tags with more declarations or attributes. */
  with(markup: string): Tags {
    return markup === '' ? this : new Tags(this.name, this.markup + markup, this.filler);
  }

  /** The element without content. */
  get short(): string {
    return `${this.start}/>`;
  }

  /** The element that is nil. */
  get nil(): string {
    return `${this.start}${NIL}/>`;
  }
}
