import classes from './code-block.module.css';
import { CopyButton } from './copy-button.js';
import { tokensOf } from './highlight.js';

/** Source code or a message, with a copy button. `label` names it; `language` selects the colours. */
export function CodeBlock({
  code,
  label,
  language,
}: {
  readonly code: string;
  readonly label: string;
  readonly language?: 'json' | 'xml';
}) {
  return (
    <div className={classes['block']}>
      <div className={classes['copy']}>
        <CopyButton value={code} what={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes['code']} tabIndex={0} aria-label={label}>
        <pre>{language === undefined ? code : <Coloured code={code} language={language} />}</pre>
      </section>
    </div>
  );
}

function Coloured({ code, language }: { readonly code: string; readonly language: 'json' | 'xml' }) {
  let offset = 0;
  return tokensOf(code, language).map(({ text, kind }) => {
    const key = offset;
    offset += text.length;
    return kind === undefined ? (
      text
    ) : (
      <span key={key} className={classes[kind]}>
        {text}
      </span>
    );
  });
}
