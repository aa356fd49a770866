import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, reply } from "../../kernel/fields";
import { string } from "../../kernel/schemas";

export const exportKinds = ["person", "organization"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Hours after completion when exported files are deleted. */
export const exportHours = 24;

export const exportReply = object({
  id: reply.id(),
  kind: string()
    .oneOf([...exportKinds])
    .required(),
  state: string().oneOf(["waiting", "running", "ready", "failed"]).required(),
  done: reply.number(),
  total: reply.number(),
  requested_at: reply.text(),
  expires_at: reply.textOrNull(),
  url: reply.textOrNull(),
  size: reply.numberOrNull(),
});
export type DataExport = InferType<typeof exportReply>;

export const listExports = endpoint({
  method: "GET",
  path: "/export",
  summary:
    "Lists the caller's exports of the last day: personal ones and, with `tenant-edit` and `user-edit`, those of the organization.",
  reply: dataReply(array(exportReply).required()),
});

export const requestOwnExport = endpoint({
  method: "POST",
  path: "/export/person",
  summary: "Exports the caller's data as a ZIP in the background: JSON by area, and the caller's files.",
  reply: dataReply(exportReply),
  status: 201,
  problems: ["session.confirmFirst", "export.running"],
});

export const requestTenantExport = endpoint({
  method: "POST",
  path: "/export/organization",
  summary:
    "Exports the organization's data as a ZIP in the background: JSON by table, and all files. Also requires `user-edit`.",
  permission: "tenant-edit",
  reply: dataReply(exportReply),
  status: 201,
  problems: ["session.confirmFirst", "export.running"],
});
