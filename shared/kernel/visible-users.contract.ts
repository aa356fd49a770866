import { array } from "yup";
import { boolean } from "./schemas";
import { endpoint } from "./endpoint";
import { dataReply, reply } from "./fields";
import { personReply } from "./person-reply";

export const listVisiblePeople = endpoint({
  method: "GET",
  path: "/users",
  scope: "project-view",
  summary: "Lists the visible people: all of the tenant with `user-list`, otherwise those of shared projects.",
  expensive: true,
  reply: dataReply(
    array(
      personReply.shape({ email: reply.text(), position: reply.textOrNull(), active: boolean().required() }),
    ).required(),
  ),
});
