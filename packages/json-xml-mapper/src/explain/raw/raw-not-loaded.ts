/** Thrown by an encoder whose input is the first with a finished element, in a program that loads their code when it is needed. */
export class RawXmlNotLoaded extends Error {
  override readonly name = 'RawXmlNotLoaded';

  constructor() {
    super('await a call with $xml before `validate`: it loads the code for finished elements');
  }
}
