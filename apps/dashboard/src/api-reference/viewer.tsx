import { Paper, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import SwaggerUI, { type SwaggerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import classes from './viewer.module.css';

/**
 * Shows documentation as plain text: the author of the WSDL wrote it, and it is not Markdown, which may contain HTML with
 * images and videos from anywhere.
 */
const PLAIN_TEXT: SwaggerPlugin = ({ React }) => ({
  wrapComponents: {
    // biome-ignore lint/correctness/noComponentHookFactories: this is how Swagger UI takes a component
    Markdown:
      () =>
      ({ source }) =>
        React.createElement('div', { className: 'renderedMarkdown' }, source),
  },
});

/** An OpenAPI document in Swagger UI, which sends no requests: neither to a validator nor to the service. */
export default function Viewer({ description }: { readonly description: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    // Swagger UI switches to its dark theme by this class.
    const { classList } = document.documentElement;
    classList.toggle('dark-mode', scheme === 'dark');
    return () => classList.remove('dark-mode');
  }, [scheme]);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    // Swagger UI gets its own root element, which is removed with it.
    const root = document.createElement('div');
    element.append(root);
    SwaggerUI({
      domNode: root,
      spec: description,
      validatorUrl: null,
      // The page Try it sends requests, without a key.
      supportedSubmitMethods: [],
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      deepLinking: false,
      plugins: [PLAIN_TEXT],
    });
    return () => root.remove();
  }, [description]);
  return (
    <Paper withBorder p="md">
      <div ref={place} className={classes['viewer']} />
    </Paper>
  );
}
