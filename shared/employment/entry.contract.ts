import { array, type InferType, object } from "yup";
import { fileReply } from "../attachments/attachments.contract";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId, reply } from "../kernel/fields";

export const entryFileReply = object({
  id: reply.id(),
  /** The entry of the history that it lies with. */
  entry_id: reply.id(),
  file: fileReply,
});
export type EntryFile = InferType<typeof entryFileReply>;

export const listEntryFiles = endpoint({
  method: "GET",
  path: "/user/:id/history/files",
  summary: "What lies with the entries of somebody's history: for the person and holders of `user-edit`.",
  permission: "user-view",
  params: object({ id: pathId("user") }),
  reply: dataReply(array(entryFileReply).required()),
});

export const attachToEntry = endpoint({
  method: "POST",
  path: "/employment-entry/:id/file",
  summary: "Lays a file with a hiring, promotion, termination or resignation.",
  permission: "user-edit",
  params: object({ id: pathId("employmentEntry") }),
  file: "file",
  reply: dataReply(entryFileReply),
  status: 201,
  problems: ["request.invalid", "employment.filesFull"],
});

export const detachFromEntry = endpoint({
  method: "DELETE",
  path: "/employment-entry/file/:id",
  summary: "Takes a file away from an entry, with its bytes.",
  permission: "user-edit",
  params: object({ id: pathId("employmentFile") }),
  reply: dataReply(object({ id: reply.id() })),
});
