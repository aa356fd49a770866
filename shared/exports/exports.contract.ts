import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, reply } from "../kernel/fields";
import { string } from "../kernel/schemas";

export const exportKinds = ["person", "organisation"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** A day from when it is ready: then the bytes go. */
export const exportHours = 24;

export const exportReply = object({
  id: reply.id(),
  kind: string()
    .oneOf([...exportKinds])
    .required(),
  state: string().oneOf(["waiting", "running", "ready", "failed"]).required(),
  /** Parts that are written, of how many. */
  done: reply.number(),
  total: reply.number(),
  requested_at: reply.text(),
  expires_at: reply.textOrNull(),
  /** Where it is fetched, by whoever asked for it. */
  url: reply.textOrNull(),
  size: reply.numberOrNull(),
});
export type DataExport = InferType<typeof exportReply>;

export const listExports = endpoint({
  method: "GET",
  path: "/export",
  summary: "One's own exports of the last day: of oneself, and with `tenant-edit` and `user-edit` of the organisation.",
  reply: dataReply(array(exportReply).required()),
});

export const exportMine = endpoint({
  method: "POST",
  path: "/export/person",
  summary: "Everything that is stored about oneself, as a ZIP that a worker makes: JSON by area, and one's files.",
  reply: dataReply(exportReply),
  status: 201,
  problems: ["session.confirmFirst", "export.running"],
});

export const exportOrganisation = endpoint({
  method: "POST",
  path: "/export/organisation",
  summary:
    "Everything of the organisation, as a ZIP that a worker makes: JSON by table, and all files. Needs `user-edit` as well.",
  permission: "tenant-edit",
  reply: dataReply(exportReply),
  status: 201,
  problems: ["session.confirmFirst", "export.running"],
});
