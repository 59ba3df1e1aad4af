/** The kernel's own tokens, passed on: the one file of the plugins that names the kernel's files. */
// oxlint-disable no-restricted-imports
export { Listening, Runtime } from "../../kernel/services.ts";
export type {
  CertificateStatus,
  InnerAnswer,
  InnerRequest,
  Instance,
  ListenInput,
  OpenConnections,
  Opened,
  Opening,
  OpenListener,
  Read,
  ReadOptions,
  RequestServer,
  ServerPhase,
} from "../../kernel/services.ts";
