import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, dayField, deletedReply, lineField, pathId, reply } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";

export const personFileKinds = ["contract", "certificate", "identity", "other"] as const;
export type PersonFileKind = (typeof personFileKinds)[number];

export const personFileReply = object({
  id: reply.id(),
  kind: string().oneOf(personFileKinds).required(),
  title: reply.text(),
  expires_on: reply.textOrNull(),
  expired: boolean().required(),
  file: object({ name: reply.text(), type: reply.text(), size: reply.number(), url: reply.text() }),
  added_by: personReply.nullable().defined(),
  added_at: reply.text(),
});
export type PersonFile = InferType<typeof personFileReply>;

export const maxPersonFileTitle = 120;

export const personFileSchema = object({
  kind: string()
    .oneOf([...personFileKinds], "field.oneOf")
    .required("field.required"),
  title: lineField(maxPersonFileTitle),
  expires_on: dayField(),
});

const details = {
  kind: string().oneOf([...personFileKinds], "field.oneOf"),
  title: lineField(maxPersonFileTitle),
  expires_on: dayField(),
};

/** Omitted fields stay unchanged. */
export const personFileChangeSchema = object({
  ...details,
  /** Values that the caller read. If sent, the change is refused when another user has changed one of them. */
  previous: object({
    ...details,
    // Compared with the stored title, which may be a longer file name.
    title: string().typeError("field.text").max(1_000, "field.tooLong"),
  })
    .default(undefined)
    .optional(),
});
export type PersonFileChange = InferType<typeof personFileChangeSchema>;

const ofPerson = object({ id: pathId("user") });
const byId = object({ id: pathId("personFile") });

export const listPersonFiles = endpoint({
  method: "GET",
  path: "/user/:id/files",
  scope: "user-view",
  summary: "Lists a user's files, such as contracts and certificates, for the user and holders of `user-edit`.",
  params: ofPerson,
  reply: dataReply(
    object({ personFiles: array(personFileReply).required(), can: object({ edit: boolean().required() }) }),
  ),
  problems: ["permission.denied"],
});

export const addPersonFile = endpoint({
  method: "POST",
  path: "/user/:id/files",
  summary: "Adds a file to a user: JPEG, PNG, PDF or DOCX. Holders of `user-edit` are reminded before it expires.",
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
  summary: "Updates a user file's details and expiry date.",
  permission: "user-edit",
  params: byId,
  body: personFileChangeSchema,
  reply: dataReply(personFileReply),
  problems: ["organization.stale"],
  example: { body: { kind: "contract", title: "Contract of 2026", expires_on: "2032-12-31" } },
});

export const deletePersonFile = endpoint({
  method: "DELETE",
  path: "/user/files/:id",
  summary: "Deletes a user's file.",
  permission: "user-edit",
  params: byId,
  reply: deletedReply,
});
