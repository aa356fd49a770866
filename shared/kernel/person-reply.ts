import { object } from "yup";
import { reply } from "./fields";

/** A user as referenced in responses. */
export const personReply = object({
  id: reply.id(),
  fullname: reply.text(),
  image: reply.textOrNull(),
});
