/** Secrets at rest: AES-256-GCM (NIST SP 800-38D), if the config has a key. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const MARK = "aes256gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_NAME_LENGTH = 8;

interface Key {
  /** The beginning of its hash, which a sealed secret bears. */
  readonly name: string;
  readonly bytes: Buffer;
}

export class Vault {
  readonly #keys: readonly Key[];

  /** @param keys in base64; the first one seals, all of them open. Without any, secrets are kept as they are. */
  constructor(keys: readonly string[]) {
    this.#keys = keys.map((text) => {
      const bytes = Buffer.from(text, "base64");
      const name = createHash("sha256").update(bytes).digest("hex").slice(0, KEY_NAME_LENGTH);
      return { name, bytes };
    });
  }

  /** @param owner id of the row, without which the secret cannot be opened: rows cannot exchange theirs. */
  seal(secret: string, owner: string): string {
    const [key] = this.#keys;
    if (key === undefined) return secret;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key.bytes, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    const content = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    return [MARK, key.name, content].join(":");
  }

  /** Returns a secret that was stored sealed or, before there was a key, as it is. Throws if its key is not there. */
  open(stored: string, owner: string): string {
    const [mark, name, content = ""] = stored.split(":");
    if (mark !== MARK) return stored;
    const key = this.#keys.find((one) => one.name === name);
    if (key === undefined)
      throw new Error(
        `the secret of ${owner} was encrypted with the key ${name}…, which is not there: add it to the end of encryptionKeys`,
      );
    const bytes = Buffer.from(content, "base64url");
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag);
    const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    try {
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
    } catch (cause) {
      throw new Error(`the secret of ${owner} was changed in the store: rotate it`, { cause });
    }
  }

  /** Checks that {@link seal} would keep the secret in the same way. */
  isCurrent(stored: string): boolean {
    const [key] = this.#keys;
    return key === undefined
      ? !stored.startsWith(`${MARK}:`)
      : stored.startsWith(`${MARK}:${key.name}:`);
  }
}
