import { array, object } from "yup";
import { boolean } from "../kernel/schemas";
import { endpoint } from "../kernel/endpoint";
import { dataReply, reply } from "../kernel/fields";

/** A person as others see them beside a thing: name and face. */
export const personReply = object({
  id: reply.id(),
  fullname: reply.text(),
  image: reply.textOrNull(),
});

export const legacyUsers = endpoint({
  method: "GET",
  path: "/users",
  scope: "project-view",
  summary: "The people the caller may see: all of the tenant with `user-list`, else those of shared projects.",
  long: true,
  reply: dataReply(
    array(
      personReply.shape({ email: reply.text(), position: reply.textOrNull(), active: boolean().required() }),
    ).required(),
  ),
});
