/** Alerts on the server itself. */
import type { Alert } from "waymark";

export const alerts: Readonly<Record<string, Alert<unknown>>> = {
  Down: {
    expr: "up{$job} == 0",
    for: "1m",
    severity: "page",
    summary: "{{ $labels.instance }} does not answer scrapes.",
    action: "Look at its process, its log and the way to it.",
  },
  Restarting: {
    expr: "changes(process_start_time_seconds{$job}[15m]) > 2",
    severity: "ticket",
    summary: "{{ $labels.instance }} has started {{ $value }} times in 15 minutes.",
    action: "Read the last lines of its log before each start.",
  },
  EventLoopBlocked: {
    expr: "nodejs_eventloop_lag_mean_seconds{$job} > 0.05",
    for: "2m",
    severity: "ticket",
    summary:
      "The event loop of {{ $labels.instance }} is {{ $value | humanizeDuration }} late on average.",
    action: "Take a profile, and add nodes if the load explains it.",
  },
  ConfigNotReloaded: {
    expr: "config_last_reload_successful{$job} == 0",
    for: "5m",
    severity: "ticket",
    summary:
      "{{ $labels.instance }} has refused the latest change of its config and runs the one before.",
    action: "Its log says why; waymark config check FILE tries a change before it is made.",
  },
  // Only a service with TLS has these series. The shortest-lived certificates are renewed when they have three days left.
  CertificateExpires: {
    expr: "tls_certificate_expiry_timestamp_seconds{$job} - time() < 2 * 86400",
    severity: "page",
    summary:
      "The certificate of {{ $labels.instance }} expires in {{ $value | humanizeDuration }}.",
    action:
      "Look at what renews it, and at the files that tls names: new ones are taken within seconds.",
  },
  CertificateNotRenewed: {
    expr: "tls_certificate_last_renewal_successful{$job} == 0",
    for: "5m",
    severity: "ticket",
    summary: "{{ $labels.instance }} cannot use its renewed certificate and keeps the one before.",
    action: "Its log says why; often the key does not belong to the certificate.",
  },
  RevisionsDiffer: {
    expr: "count by (job) (count by (job, revision) (registry_info{$job})) > 1",
    for: "15m",
    severity: "ticket",
    summary: "Nodes of {{ $labels.job }} serve {{ $value }} revisions.",
    action: "Bring the same version with the same config to all nodes.",
  },
};
