import { object } from "yup";
import { reply } from "./fields";

/** How responses refer to a user. */
export const personReply = object({
  id: reply.id(),
  fullname: reply.text(),
  image: reply.textOrNull(),
});
