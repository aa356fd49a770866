import { array, object } from "yup";
import { endpoint, withoutApiTokens } from "../../kernel/endpoint";
import { dataReply, reply, textField } from "../../kernel/fields";

const server = {
  /** Where users open Planka, such as `https://planka.example.com`. */
  address: textField(500).required("field.required"),
  /** An API key, or an access token. Neither stored nor logged. */
  token: textField(4_000).required("field.required"),
};

export const listPlankaBoards = endpoint({
  method: "POST",
  path: "/project-imports/planka/boards",
  permission: "project-create",
  scope: withoutApiTokens,
  summary: "Lists the boards on a server of Planka that the owner of the token can see.",
  body: object(server),
  reply: dataReply(
    array(object({ id: reply.text(), title: reply.text(), /** Of Planka. */ project: reply.text() })).required(),
  ),
  problems: ["request.invalid", "rate.limited"],
  example: { body: { address: "https://planka.example.com", token: "key" } },
});

export const readPlankaBoard = endpoint({
  method: "POST",
  path: "/project-imports/planka/board",
  permission: "project-create",
  scope: withoutApiTokens,
  summary: "Reads a board from a server of Planka as a document that can be imported like a file.",
  body: object({ ...server, board_id: textField(40).required("field.required") }),
  reply: dataReply(object({ name: reply.text(), /** JSON. */ document: reply.text() })),
  problems: ["request.invalid", "rate.limited"],
  example: { body: { address: "https://planka.example.com", token: "key", board_id: "1" } },
});
