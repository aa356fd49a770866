import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, pathId, reply } from "../kernel/fields";
import { userDetailReply } from "../people/users.contract";
import { profileSchema } from "./profile.schema";

export const changeProfile = endpoint({
  method: "PUT",
  path: "/user/profile",
  summary: "Changes what people may change of themselves: phone, place, address and city. What is left out stays.",
  body: profileSchema,
  reply: dataReply(userDetailReply),
  problems: ["user.stale"],
  example: { body: { phone_number: "+964 750 555 0142", city: "Erbil" } },
});

export const uploadSignature = endpoint({
  method: "POST",
  path: "/user/signature",
  summary: "One's own signature, printed on what one approves: jpeg, gif or svg under 4 MB.",
  file: "signature",
  reply: object({ message: reply.text(), signature: reply.text() }),
  problems: ["request.invalid"],
  example: { body: {} },
});

export const performanceReply = object({
  /** The last twelve weeks, the present one last. */
  weeks: array(
    object({
      monday: reply.text(),
      /** Tasks that one is assigned to and that came into done, by the event log. */
      finished: reply.number(),
      minutes: reply.number(),
      /** How many of them had a day until which they were due, and how many were done by then. */
      due: reply.number(),
      on_time: reply.number(),
      /** Days from the first work until done, in the middle; null where nothing was. */
      cycle_days: reply.numberOrNull(),
    }),
  ).required(),
  /** Of the last thirty days, and of the thirty before. */
  finished: reply.number(),
  finished_before: reply.number(),
  /** How many of them had a day until which they were due, and how many were done by then. */
  due: reply.number(),
  on_time: reply.number(),
  /** Days from the first work on a task until it was done, in the middle; null where nothing was. */
  cycle_days: reply.numberOrNull(),
});
export type Performance = InferType<typeof performanceReply>;

export const readPerformance = endpoint({
  method: "GET",
  path: "/user/profile/:id/performance",
  summary: "What one has finished and logged; for oneself and whoever stands above.",
  params: object({ id: pathId("user") }),
  reply: dataReply(performanceReply),
  problems: ["permission.denied"],
});
