import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId, reply } from "../../kernel/fields";
import { userDetailReply } from "../people/users.contract";
import { profileSchema } from "./profile.schema";

export const changeProfile = endpoint({
  method: "PUT",
  path: "/user/profile",
  summary: "Updates the caller's phone, location, address and city. Omitted fields are unchanged.",
  body: profileSchema,
  reply: dataReply(userDetailReply),
  problems: ["user.stale"],
  example: { body: { phone_number: "+964 750 555 0142", city: "Erbil" } },
});

export const uploadSignature = endpoint({
  method: "POST",
  path: "/user/signature",
  summary: "Sets the caller's signature, printed on approvals: JPEG, GIF or SVG under 4 MB.",
  file: "signature",
  reply: object({ message: reply.text(), signature: reply.text() }),
  problems: ["request.invalid"],
  example: { body: {} },
});

export const performanceReply = object({
  weeks: array(
    object({
      monday: reply.text(),
      /** Number of the user's assigned tasks that were moved to done, according to the event log. */
      finished: reply.number(),
      minutes: reply.number(),
      due: reply.number(),
      on_time: reply.number(),
      /** Median days from start to done; null without finished tasks. */
      cycle_days: reply.numberOrNull(),
    }),
  ).required(),
  /** Number of tasks finished in the last 30 days (`finished`), and in the 30 days before (`finished_before`). */
  finished: reply.number(),
  finished_before: reply.number(),
  due: reply.number(),
  on_time: reply.number(),
  cycle_days: reply.numberOrNull(),
});
export type Performance = InferType<typeof performanceReply>;

export const readPerformance = endpoint({
  method: "GET",
  path: "/user/profile/:id/performance",
  summary: "Returns a user's finished tasks and logged time, for the user and their managers.",
  params: object({ id: pathId("user") }),
  reply: dataReply(performanceReply),
  problems: ["permission.denied"],
});
