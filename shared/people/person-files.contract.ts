import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, dayField, deletedReply, lineField, pathId, reply } from "../kernel/fields";
import { boolean, string } from "../kernel/schemas";
import { personReply } from "./people.contract";

export const personFileKinds = ["contract", "certificate", "identity", "other"] as const;
export type PersonFileKind = (typeof personFileKinds)[number];

export const personFileReply = object({
  id: reply.id(),
  kind: string().oneOf(personFileKinds).required(),
  title: reply.text(),
  expires_on: reply.textOrNull(),
  /** Its last day has passed. */
  expired: boolean().required(),
  file: object({ name: reply.text(), type: reply.text(), size: reply.number(), url: reply.text() }),
  /** Null: somebody who isn't known any more. */
  added_by: personReply.nullable().defined(),
  added_at: reply.text(),
});
export type PersonFile = InferType<typeof personFileReply>;

export const personFileSchema = object({
  kind: string()
    .oneOf([...personFileKinds], "field.oneOf")
    .required("field.required"),
  /** Without one it is called as its file. */
  title: lineField(120),
  expires_on: dayField(),
});

const ofPerson = object({ id: pathId("user") });
const byId = object({ id: pathId("personFile") });

export const listPersonFiles = endpoint({
  method: "GET",
  path: "/user/:id/files",
  scope: "user-view",
  summary: "A person's files, such as contract and certificates: for the person and holders of `user-edit`.",
  params: ofPerson,
  reply: dataReply(
    object({ personFiles: array(personFileReply).required(), can: object({ edit: boolean().required() }) }),
  ),
  problems: ["permission.denied"],
});

export const addPersonFile = endpoint({
  method: "POST",
  path: "/user/:id/files",
  summary:
    "Lays a file with a person: jpeg, png, pdf or docx. Before its last day holders of `user-edit` are reminded.",
  permission: "user-edit",
  params: ofPerson,
  body: personFileSchema,
  file: "file",
  reply: dataReply(personFileReply),
  status: 201,
  problems: ["request.invalid"],
  example: { body: { kind: "contract", expires_on: "2031-12-31" } },
});

export const updatePersonFile = endpoint({
  method: "PUT",
  path: "/user/files/:id",
  summary: "Changes what a file of a person is, and until when it counts.",
  permission: "user-edit",
  params: byId,
  body: personFileSchema,
  reply: dataReply(personFileReply),
  example: { body: { kind: "contract", title: "Contract of 2026", expires_on: "2032-12-31" } },
});

export const deletePersonFile = endpoint({
  method: "DELETE",
  path: "/user/files/:id",
  summary: "Deletes a file of a person.",
  permission: "user-edit",
  params: byId,
  reply: deletedReply,
});
