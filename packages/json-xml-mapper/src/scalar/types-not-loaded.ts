/** Thrown by an encoder with a type that is not loaded yet, in a program that loads it with the decoders. */
export class TypesNotLoaded extends Error {
  override readonly name = 'TypesNotLoaded';

  constructor() {
    super(
      'the generated client leaves out lists, dates, bytes and XML names, but an input has some: run `soapstone client` again, or await a call ' +
        'before `validate`',
    );
  }
}
