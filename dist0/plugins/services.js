import { n as Ids, r as Runtime, t as Clock } from "../chunks/services.js";
import { a as Measurements, c as Jobs, d as Plans, f as Semaphores, i as History, l as Nodes, m as UniqueViolation, n as SharedEvents, o as Tracer, p as Store, r as Health, s as Audit, t as EventBus, u as Limiter } from "../chunks/services2.js";
export { Audit, Clock, EventBus, Health, History, Ids, Jobs, Limiter, Measurements, Nodes, Plans, Runtime, Semaphores, SharedEvents, Store, Tracer, UniqueViolation };
