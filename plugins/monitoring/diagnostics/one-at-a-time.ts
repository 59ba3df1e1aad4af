/** Lets one of several expensive things happen at a time. */
export class OneAtATime {
  #busy = false;

  /** Returns a function to call at the end, once; undefined while another one lasts. */
  begin(): (() => void) | undefined {
    if (this.#busy) return undefined;
    this.#busy = true;
    return () => {
      this.#busy = false;
    };
  }
}
