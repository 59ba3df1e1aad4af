/** Finds where answers end in what one connection receives, with one request at a time. */
export class AnswerReader {
  readonly #onAnswer: (status: number) => void;
  /** The start of an incomplete head, or the last bytes of a chunked body. */
  #pending = "";
  #status = 0;
  /** Bytes of the body that are still to come; undefined while a head is read. */
  #left: number | undefined;
  #chunked = false;

  constructor(onAnswer: (status: number) => void) {
    this.#onAnswer = onAnswer;
  }

  read(chunk: Buffer): void {
    if (this.#left !== undefined && !this.#chunked) return this.#take(chunk.length);
    this.#pending += chunk.toString("latin1");
    if (this.#chunked) return this.#endOfChunks();
    const end = this.#pending.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.#pending.slice(0, end);
    const rest = this.#pending.length - end - 4;
    this.#status = Number(head.slice(9, 12));
    this.#chunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    if (this.#chunked) {
      this.#pending = this.#pending.slice(end + 2);
      return this.#endOfChunks();
    }
    this.#pending = "";
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    this.#left = this.#status === 304 ? 0 : length;
    this.#take(rest);
  }

  #take(bytes: number): void {
    this.#left = (this.#left ?? 0) - bytes;
    if (this.#left <= 0) this.#end();
  }

  /** Nothing follows a chunked answer, as no other request is under way. */
  #endOfChunks(): void {
    if (this.#pending.endsWith("\r\n0\r\n\r\n")) this.#end();
    else this.#pending = this.#pending.slice(-16);
  }

  #end(): void {
    this.#pending = "";
    this.#left = undefined;
    this.#chunked = false;
    this.#onAnswer(this.#status);
  }
}
