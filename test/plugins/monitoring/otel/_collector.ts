/** A collector of OpenTelemetry: takes OTLP over HTTP, and reads the protobuf that it receives. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import protobuf from "protobufjs";
import { onTestFinished } from "vitest";

/** The parts of OTLP 1.x that the tests read, by their field numbers. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Value { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
  message KeyValue { string key = 1; Value value = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message Event { string name = 2; repeated KeyValue attributes = 3; }
  message Status { string message = 2; int32 code = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start = 7; fixed64 end = 8; repeated KeyValue attributes = 9; repeated Event events = 11; Status status = 15;
  }
  message ScopeSpans { repeated Span spans = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopes = 2; }
  message Traces { repeated ResourceSpans resources = 1; }
  message NumberPoint { fixed64 start = 2; double as_double = 4; sfixed64 as_int = 6; repeated KeyValue attributes = 7; }
  message HistogramPoint {
    fixed64 start = 2; fixed64 count = 4; double sum = 5; repeated fixed64 counts = 6; repeated double bounds = 7;
    repeated KeyValue attributes = 9;
  }
  message Numbers { repeated NumberPoint points = 1; bool monotonic = 3; }
  message Histograms { repeated HistogramPoint points = 1; }
  message Metric { string name = 1; string unit = 3; Numbers gauge = 5; Numbers sum = 7; Histograms histogram = 9; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scopes = 2; }
  message Metrics { repeated ResourceMetrics resources = 1; }
  message LogRecord {
    int32 severity = 2; Value body = 5; repeated KeyValue attributes = 6; bytes trace_id = 9; bytes span_id = 10;
  }
  message ScopeLogs { repeated LogRecord records = 2; }
  message ResourceLogs { Resource resource = 1; repeated ScopeLogs scopes = 2; }
  message Logs { repeated ResourceLogs resources = 1; }
`);
const Traces = root.lookupType("Traces");
const Metrics = root.lookupType("Metrics");
const Logs = root.lookupType("Logs");

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface WireSpan {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly parentSpanId: Uint8Array;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly KeyValue[];
  readonly events: readonly { readonly name: string }[];
  readonly status?: { readonly code: number };
}
interface WireTraces {
  readonly resources: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopes: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Id of the enclosing span; "" without one. */
  readonly parentId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
  /** 2 for an error. */
  readonly status: number;
}

interface WirePoint {
  readonly attributes: readonly KeyValue[];
  readonly asDouble?: number;
  readonly count?: number;
  readonly counts?: readonly number[];
  readonly bounds?: readonly number[];
}
interface WireMetrics {
  readonly resources: readonly {
    readonly scopes: readonly {
      readonly metrics: readonly ({ readonly name: string; readonly unit?: string } & Partial<
        Record<"gauge" | "sum" | "histogram", { readonly points: readonly WirePoint[] }>
      >)[];
    }[];
  }[];
}

interface WireLogs {
  readonly resources: readonly {
    readonly scopes: readonly {
      readonly records: readonly {
        readonly severity: number;
        readonly body: { readonly stringValue: string };
        readonly attributes: readonly KeyValue[];
        readonly traceId?: Uint8Array;
        readonly spanId?: Uint8Array;
      }[];
    }[];
  }[];
}

export interface CollectedLine {
  /** 17 for an error. */
  readonly severity: number;
  readonly message: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly traceId: string;
  readonly spanId: string;
}

export interface CollectedMetric {
  readonly name: string;
  readonly unit: string;
  readonly kind: "gauge" | "sum" | "histogram";
  readonly points: readonly (Omit<WirePoint, "attributes"> & {
    readonly labels: Readonly<Record<string, unknown>>;
  })[];
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const asRecord = (attributes: readonly KeyValue[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function read(body: Buffer): readonly CollectedSpan[] {
  const message = Traces.toObject(Traces.decode(body), { longs: Number, arrays: true });
  const { resources } = message as WireTraces; // of the messages above
  return resources.flatMap(({ resource, scopes }) =>
    scopes.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = Buffer.of(), name, kind, ...rest }) => ({
        traceId: hex(traceId),
        spanId: hex(spanId),
        parentId: hex(parentSpanId),
        name,
        kind,
        attributes: asRecord(rest.attributes),
        resource: asRecord(resource.attributes),
        events: rest.events.map((event) => event.name),
        status: rest.status?.code ?? 0,
      })),
    ),
  );
}

function readMetrics(body: Buffer): readonly CollectedMetric[] {
  const message = Metrics.toObject(Metrics.decode(body), { longs: Number, arrays: true });
  const { resources } = message as WireMetrics; // of the messages above
  return resources.flatMap(({ scopes }) =>
    scopes.flatMap(({ metrics }) =>
      metrics.map(({ name, unit = "", ...data }) => {
        const kind = data.histogram ? "histogram" : data.sum ? "sum" : "gauge";
        const points = (data[kind]?.points ?? []).map(({ attributes, ...point }) => ({
          ...point,
          labels: asRecord(attributes),
        }));
        return { name, unit, kind, points };
      }),
    ),
  );
}

function readLogs(body: Buffer): readonly CollectedLine[] {
  const { resources } = Logs.toObject(Logs.decode(body), { arrays: true }) as WireLogs; // of the messages above
  return resources.flatMap(({ scopes }) =>
    scopes.flatMap(({ records }) =>
      records.map(({ severity, body: { stringValue }, attributes, ...ids }) => ({
        severity,
        message: stringValue,
        attributes: asRecord(attributes),
        traceId: hex(ids.traceId ?? Buffer.of()),
        spanId: hex(ids.spanId ?? Buffer.of()),
      })),
    ),
  );
}

/** @param answer answers in place of a collector that takes all. */
export async function startCollector(
  answer: (response: ServerResponse) => void = (response) => response.writeHead(200).end(),
) {
  const spans: CollectedSpan[] = [];
  const metrics: CollectedMetric[] = [];
  const lines: CollectedLine[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    headers.push(request.headers);
    if (request.url === "/v1/traces") spans.push(...read(body));
    if (request.url === "/v1/metrics") metrics.push(...readMetrics(body));
    if (request.url === "/v1/logs") lines.push(...readLogs(body));
    answer(response);
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  /** The spans of a trace as lines: the names of those that enclose one, and its own. */
  const tree = (traceId: string): readonly string[] => {
    const own = spans.filter((span) => span.traceId === traceId);
    const nameOf = ({ name, parentId }: CollectedSpan): string => {
      const parent = own.find(({ spanId }) => spanId === parentId);
      return parent === undefined ? name : `${nameOf(parent)} > ${name}`;
    };
    return own.map(nameOf).toSorted();
  };
  return { url, spans, metrics, lines, headers, tree, close };
}
