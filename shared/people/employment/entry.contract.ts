import { array, type InferType, object } from "yup";
import { fileReply } from "../../work/attachments/attachments.contract";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";

export const entryFileReply = object({
  id: reply.id(),
  entry_id: reply.id(),
  file: fileReply,
});
export type EntryFile = InferType<typeof entryFileReply>;

export const listEntryFiles = endpoint({
  method: "GET",
  path: "/user/:id/history/files",
  summary: "Lists the files of a user's employment history, for the user and holders of `user-edit`.",
  permission: "user-view",
  params: object({ id: pathId("user") }),
  reply: dataReply(array(entryFileReply).required()),
});

export const attachToEntry = endpoint({
  method: "POST",
  path: "/employment-entry/:id/file",
  summary: "Attaches a file to a hiring, promotion, termination or resignation.",
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
  summary: "Deletes a file of an employment entry.",
  permission: "user-edit",
  params: object({ id: pathId("employmentFile") }),
  reply: dataReply(object({ id: reply.id() })),
});
