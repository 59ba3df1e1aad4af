/** Alerts on the certificate. */
import type { Alert } from "waymark/services";
import type { ListenOptions } from "./options.ts";

export const alerts: Readonly<Record<string, Alert<ListenOptions>>> = {
  // The shortest-lived certificates are renewed when they have three days left.
  CertificateExpires: {
    expr: (_registry, { tls }) =>
      tls ? "tls_certificate_expiry_timestamp_seconds{$job} - time() < 2 * 86400" : undefined,
    severity: "page",
    summary:
      "The certificate of {{ $labels.instance }} expires in {{ $value | humanizeDuration }}.",
    action:
      "Look at what renews it, and at the files that plugins.listen.tls names: new ones are taken within seconds.",
    runbook: [
      "openssl x509 -enddate -noout -in <file> says whether the file is newer than the certificate in use.",
      "Where it is, see WaymarkCertificateNotRenewed.",
    ],
  },
  CertificateNotRenewed: {
    expr: (_registry, { tls }) =>
      tls ? "tls_certificate_last_renewal_successful{$job} == 0" : undefined,
    for: "5m",
    severity: "ticket",
    summary: "{{ $labels.instance }} cannot use its renewed certificate and keeps the one before.",
    action: "Its log says why; often the key does not belong to the certificate.",
    runbook: ["Write both files again, the key first; the pair is taken within five seconds."],
  },
};
