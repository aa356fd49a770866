import { array, type InferType, mixed, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, messageReply, pathId, reply } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";
import { parkedEventReply } from "../../administration/audit/audit.contract";
import type { BackupSummary } from "../backup/backup.contract";
import type { HealthProblem } from "./health.rules";
import type { OperatorAction } from "./operator-actions";

const access = "operator" as const;

export const overviewReply = object({
  /** Empty on a healthy day. */
  problems: array(mixed<HealthProblem>().required()).required(),
  versions: object({
    product: reply.text(),
    node: reply.text(),
    postgres: reply.text(),
    migrations: reply.number(),
    migration: reply.text(),
  }),
  /** This server. */
  server: object({ uptime_seconds: reply.number(), memory_bytes: reply.number(), sockets: reply.numberOrNull() }),
  /** Programs connected to the database, with their number of connections. */
  processes: array(object({ name: reply.text(), connections: reply.number(), since: reply.textOrNull() })).required(),
  /** `waiting` is null while the queue can't be reached. */
  queue: object({ waiting: reply.numberOrNull(), oldest_seconds: reply.numberOrNull() }),
  parked: array(parkedEventReply.shape({ tenant_id: reply.id(), tenant: reply.text() })).required(),
  schedules: array(
    object({
      name: reply.text(),
      last: reply.text(),
      seconds: reply.number(),
      next: reply.textOrNull(),
      error: reply.textOrNull(),
    }),
  ).required(),
  disk: object({ free: reply.number(), total: reply.number(), database: reply.number() }),
  backups: array(mixed<BackupSummary>().required()).required(),
  /** Calls of this server since its start that spent the most time above one second per call, and rejected or failed calls by status. */
  slow: array(
    object({ call: reply.text(), count: reply.number(), average_ms: reply.number(), above_second: reply.number() }),
  ).required(),
  errors: array(object({ call: reply.text(), status: reply.number(), count: reply.number() })).required(),
});
export type Overview = InferType<typeof overviewReply>;

export const readOverview = endpoint({
  method: "GET",
  path: "/operator/overview",
  summary: "Returns the state of the installation.",
  access,
  reply: dataReply(overviewReply),
});

const eventParams = object({ tenant: pathId("tenant"), id: pathId("event") });

export const retryEvent = endpoint({
  method: "POST",
  path: "/operator/parked-events/:tenant/:id/retry",
  summary: "Processes a parked event again. It is parked again if it fails.",
  access,
  params: eventParams,
  reply: messageReply,
  problems: ["notFound"],
});

export const discardEvent = endpoint({
  method: "POST",
  path: "/operator/parked-events/:tenant/:id/discard",
  summary: "Gives up a parked event: its notifications and other effects are not made up for.",
  access,
  params: eventParams,
  reply: messageReply,
  problems: ["notFound"],
});

const operatorLogReply = object({
  id: reply.id(),
  at: reply.text(),
  email: reply.text(),
  action: mixed<OperatorAction>().required(),
  about: reply.textOrNull(),
});
export type OperatorLogEntry = InferType<typeof operatorLogReply>;

export const readOperatorLog = endpoint({
  method: "GET",
  path: "/operator/log",
  summary: "Returns the last hundred actions of operators.",
  access,
  reply: dataReply(array(operatorLogReply).required()),
});

export const tenantLineReply = object({
  id: reply.id(),
  name: reply.text(),
  domains: array(reply.text()).required(),
  plan: reply.text(),
  plan_ends_at: reply.textOrNull(),
  plan_ended: boolean().required(),
  active: boolean().required(),
  users: reply.number(),
  user_limit: reply.numberOrNull(),
  projects: reply.number(),
  project_limit: reply.numberOrNull(),
  file_bytes: reply.number(),
  /** The part of the files that is in bins. */
  bin_bytes: reply.number(),
});
export type TenantLine = InferType<typeof tenantLineReply>;
