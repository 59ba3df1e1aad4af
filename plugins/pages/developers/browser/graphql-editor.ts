/** The editor for GraphQL and its tools: a script of its own, loaded on demand. */
export { mountEditor } from "./graphql-editor/editor.ts";
export { mountGraphql } from "./graphql-editor/workbench.ts";
