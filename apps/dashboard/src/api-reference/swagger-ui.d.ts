/** What is used of Swagger UI, which brings no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerOptions {
    readonly domNode: HTMLElement;
    readonly spec: unknown;
    readonly validatorUrl: null;
    readonly supportedSubmitMethods: readonly string[];
    readonly docExpansion: 'list' | 'full' | 'none';
    readonly defaultModelsExpandDepth: number;
    readonly deepLinking: boolean;
    readonly plugins: readonly SwaggerPlugin[];
  }
  /** Changes parts of it; `React` is the one that it brings. */
  export type SwaggerPlugin = (system: { readonly React: Pick<typeof import('react'), 'createElement'> }) => {
    readonly wrapComponents: {
      readonly Markdown: () => (props: { readonly source?: string }) => unknown;
    };
  };
  export default function SwaggerUI(options: SwaggerOptions): unknown;
}
