/** A preset without plugins. */
export default [];
