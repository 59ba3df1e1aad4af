/** Alerts on the server itself. */
import type { Alert } from "waymark/services";

export const alerts: Readonly<Record<string, Alert<unknown>>> = {
  Down: {
    expr: "up{$job} == 0",
    for: "1m",
    severity: "page",
    summary: "{{ $labels.instance }} does not answer scrapes.",
    action: "Look at its process, its log and the way to it.",
    runbook: [
      "Ask the node itself: curl -s http://<node>/api/ping, then /health of the admin listener.",
      "Read the last lines of its log; systemctl status or kubectl describe pod says why a process ended.",
      "Where it runs and answers, look at the network and at the targets of Prometheus.",
    ],
  },
  Restarting: {
    // A node that is rolled out, or back, comes with another version or revision.
    expr: "changes(process_start_time_seconds{$job}[15m]) > 2\nunless on (job, instance)\ncount by (job, instance) (count_over_time(waymark_build_info{$job}[15m])) > 1",
    severity: "ticket",
    summary:
      "{{ $labels.instance }} has started {{ $value }} times in 15 minutes, always as the same revision.",
    action: "Read the last lines of its log before each start.",
    runbook: [
      "A kill without a line is one of the system: look for its memory limit (dmesg, kubectl describe pod).",
      "A BootError names the key of the config; waymark config check FILE tries a change.",
      "A watchdog or a liveness probe kills a blocked loop: see WaymarkEventLoopBlocked.",
    ],
  },
  EventLoopBlocked: {
    expr: "nodejs_eventloop_lag_mean_seconds{$job} > 0.05",
    for: "2m",
    severity: "ticket",
    summary:
      "The event loop of {{ $labels.instance }} is {{ $value | humanizeDuration }} late on average.",
    action: "Take a profile, and add nodes if the load explains it.",
    runbook: [
      "Profile it: curl -o node.cpuprofile 'http://<admin>/debug/profile?seconds=10', which Chromium opens.",
      "nodejs_gc_duration_seconds shows whether memory is the cause.",
    ],
  },
  ConfigNotReloaded: {
    expr: "config_last_reload_successful{$job} == 0",
    for: "5m",
    severity: "ticket",
    summary:
      "{{ $labels.instance }} has refused the latest change of its config and runs the one before.",
    action: "Its log says why; waymark config check FILE tries a change before it is made.",
    runbook: [
      "Correct the file or the secret that the log names; the node takes it up by itself, or at SIGHUP.",
      "Until then, do not restart the node: it would not start with this config.",
    ],
  },
  RevisionsDiffer: {
    expr: "count by (job) (count by (job, revision) (registry_info{$job})) > 1",
    for: "15m",
    severity: "ticket",
    summary: "Nodes of {{ $labels.job }} serve {{ $value }} revisions.",
    action: "Bring the same version with the same config to all nodes.",
    runbook: [
      "waymark_build_info says which node has which version and revision.",
      "waymark check --url <service> --node <node> names the answers that differ.",
    ],
  },
  Failing: {
    // Ten answers at least: one of three does not make an outage.
    expr: "waymark:errors:rate5m{$job} > 0.02 * waymark:requests:rate5m{$job}\nand\nwaymark:errors:rate5m{$job} > 10 / 300",
    severity: "ticket",
    summary:
      "{{ $labels.job }} sends {{ $value | humanize }} answers with 5xx a second, as the mean of five minutes.",
    action: "Find what fails: routes and statuses in http_requests_total, causes in the log.",
    runbook: [
      "503 with Retry-After: an engine is away or all its places are taken; see WaymarkUnhealthy and WaymarkQueueRefuses.",
      '500: the line "a request failed" has the error, with the id of the request and its trace.',
      "502, 504 and refused connections are the balancer's own, which no metric of the nodes has: read haproxy_server_http_responses_total of its exporter.",
    ],
  },
  NotReady: {
    expr: "waymark_ready{$job} == 0",
    for: "3m",
    severity: "page",
    summary: "{{ $labels.instance }} has taken no new work for minutes.",
    action: "Read its log: it still starts, or its stop does not end.",
    runbook: [
      "waymark_draining 1: a stop hangs. The log names requests that were cut; end the process.",
      "waymark_draining 0: the start waits, mostly for a database that cannot be reached.",
    ],
  },
  QueueRefuses: {
    expr: "increase(queue_refused_total{$job}[5m]) > 0",
    for: "1m",
    severity: "ticket",
    summary:
      "{{ $labels.instance }} has refused {{ $value | humanize }} callers in five minutes: all places of {{ $labels.queue }} were taken.",
    action: "See who holds them: /queues of the admin listener.",
    runbook: [
      "One owner with most of them: limit or block it.",
      "Many owners: store_statement_seconds shows slow tables; give those fields an index, or raise the pool.",
    ],
  },
  HeapNearlyFull: {
    // The limit counts space for new objects too: old ones alone end a process with a small heap from 72 % on.
    expr: "nodejs_heap_size_used_bytes{$job} > 0.7 * nodejs_heap_size_limit_bytes{$job}",
    for: "5m",
    severity: "page",
    summary: "The heap of {{ $labels.instance }} is nearly full, at {{ $value | humanize1024 }}B.",
    action: "Restart the node in a quiet moment, before the process ends by itself.",
    runbook: [
      "First look for the cause: nodejs_gc_duration_seconds and the requests of that time.",
      "Raise the limit of the container, from which Node takes its heap, if the load explains it.",
    ],
  },
  LogLinesLost: {
    expr: "increase(log_lines_lost_total{$job}[10m]) > 0",
    severity: "ticket",
    summary: "{{ $labels.instance }} has lost {{ $value | humanize }} lines of its log.",
    action: "Look at what reads its standard output, and at the disk that keeps it.",
    runbook: ['The line "standard output works again" has the number and the reason.'],
  },
};
