/**
 * `waymark dev`: one process listens and stays; each revision is served by a child process of its own, because Node
 * evaluates a module once per process. An edit starts the next child, which takes over when it is ready. While the edit
 * has a mistake, the last good revision keeps serving; requests for pages answer with the mistake instead.
 */
export { serve as run } from "./serve.ts";
