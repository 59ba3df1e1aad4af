declare module "@scalar/api-reference/style.css" {
  /** The sheet as text, which is what scripts are bundled with. */
  const text: string;
  export default text;
}
