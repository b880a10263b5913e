import { Textarea } from '@mantine/core';
import { readHeaderBlocks } from '../connection/header-blocks.js';

/** Returns what is wrong with the text of the header blocks; undefined if nothing is. */
export function soapHeadersProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const read = readHeaderBlocks(text);
  return 'problem' in read ? read.problem : undefined;
}

/** The SOAP header blocks of one call, as a client sends them in `X-SOAP-Headers`. `blocks` are those that the WSDL declares. */
export function SoapHeadersInput({
  blocks,
  value,
  onChange,
}: {
  readonly blocks: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [first = 'Session'] = blocks;
  const declared =
    blocks.length === 0
      ? 'The WSDL declares none for this operation.'
      : `The WSDL declares ${blocks.join(', ')} for this operation.`;
  return (
    <Textarea
      label="SOAP headers (optional)"
      description={`JSON with one member per block, sent as X-SOAP-Headers. ${declared}`}
      placeholder={`{ ${JSON.stringify(first)}: { … } }`}
      autosize
      minRows={1}
      maxRows={12}
      maxLength={8192}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={soapHeadersProblem(value)}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
    />
  );
}
