import { array, type InferType, object } from "yup";
import { number, string } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, deletedReply, lineField, pathId, reply } from "../kernel/fields";
import { scopes } from "../kernel/scopes";

/** How long a token may live, in days: one that never ends is forgotten, and found by somebody else. */
export const apiTokenDays = [30, 90, 365] as const;
/** How many tokens one person may have at once. */
export const apiTokensAtMost = 20;

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
  summary: "One's own personal tokens, the newest first, those that have ended for a month longer.",
  reply: dataReply(array(apiTokenReply).required()),
});

export const createApiToken = endpoint({
  method: "POST",
  path: "/auth/token",
  summary: "Makes a personal token for a program of one's own, told this once.",
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
  summary: "Ends one of one's own personal tokens, at once.",
  params: object({ id: pathId("apiToken") }),
  reply: deletedReply,
});
