import { array, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, dayField, pathId, reply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import { string } from "../../kernel/schemas";

export const absenceReply = object({
  person: personReply,
  start_date: reply.text(),
  end_date: reply.text(),
  /** `waiting`: the leave is not decided yet. */
  state: string().oneOf(["booked", "waiting"]).required(),
});

/** Implemented by the leave feature. */
export const listProjectAbsences = endpoint({
  method: "GET",
  path: "/leave/away/:project_id",
  summary: "Lists approved leave of a project's members between two days, for callers who may assign tasks.",
  feature: "leave_management",
  permission: "leave-request-list",
  params: object({ project_id: pathId("project") }),
  query: object({ from: dayField().required("field.required"), to: dayField().required("field.required") }),
  reply: dataReply(array(absenceReply).required()),
  example: { query: { from: "2030-01-01", to: "2030-01-31" } },
});
