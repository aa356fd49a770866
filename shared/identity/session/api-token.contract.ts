import { scopes } from "../../access";
import { array, type InferType, object } from "yup";
import { number, string } from "../../kernel/schemas";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, lineField, pathId, reply } from "../../kernel/fields";

/** Lifetimes of API tokens in days. Unlimited tokens would be forgotten and could leak. */
export const apiTokenDays = [30, 90, 365] as const;
export const maxApiTokens = 20;

export const apiTokenSchema = object({
  name: lineField(60).required("field.required"),
  scopes: array(string().oneOf(scopes, "field.oneOf").required("field.required"))
    .typeError("field.list")
    .min(1, "field.required")
    .max(scopes.length, "field.tooMany")
    .required("field.required"),
  days: number().oneOf(apiTokenDays, "field.oneOf").typeError("field.oneOf").required("field.required"),
});

export const apiTokenReply = object({
  id: reply.id(),
  name: reply.text(),
  scopes: array(string().oneOf(scopes).required()).required(),
  created_at: reply.text(),
  expires_at: reply.text(),
  last_used_at: reply.textOrNull(),
});
export type ApiToken = InferType<typeof apiTokenReply>;

export const listApiTokens = endpoint({
  method: "GET",
  path: "/auth/token",
  summary: "Lists the caller's personal tokens, newest first; ended ones are listed for another month.",
  reply: dataReply(array(apiTokenReply).required()),
});

export const createApiToken = endpoint({
  method: "POST",
  path: "/auth/token",
  summary: "Creates a personal token for the caller's own programs, returned only once.",
  body: apiTokenSchema,
  reply: dataReply(apiTokenReply.shape({ token: reply.text() })),
  status: 201,
  tellsSecret: true,
  problems: ["session.confirmFirst", "apiToken.limit"],
  example: { body: { name: "Weekly report", scopes: ["project-view"], days: 90 } },
});

export const revokeApiToken = endpoint({
  method: "DELETE",
  path: "/auth/token/:id",
  summary: "Revokes one of the caller's personal tokens immediately.",
  params: object({ id: pathId("apiToken") }),
  reply: deletedReply,
});
