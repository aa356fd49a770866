import { array, type InferType, object } from "yup";
import { endpoint } from "../kernel/endpoint";
import { dataReply, dayField, reply } from "../kernel/fields";
import { boolean } from "../kernel/schemas";
import { personReply } from "../people/people.contract";
import { actingReply } from "./acting.contract";
import { vacancyReply } from "./vacancies.contract";

/** Somebody in the chart: what everybody may know who sees it. */
export const chartPersonReply = personReply.shape({
  position: reply.textOrNull(),
  department_id: reply.numberOrNull(),
  /** Whoever leads them: active, from inside, and in the chart. Null at the top. */
  parent_id: reply.numberOrNull(),
  away_until: reply.textOrNull(),
  version: reply.number(),
});
export type ChartPerson = InferType<typeof chartPersonReply>;

export const chartDepartmentReply = object({
  id: reply.id(),
  name: reply.text(),
  parent_id: reply.numberOrNull(),
  head: personReply.nullable().defined(),
});
export type ChartDepartment = InferType<typeof chartDepartmentReply>;

export const readChart = endpoint({
  method: "GET",
  path: "/organization-chart",
  summary:
    "Everybody who works here, with who leads whom, and the departments: a forest each; also of a day that is past, and of one to come for who may see what is planned.",
  permission: "organization-chart-view",
  query: object({ as_of: dayField() }),
  long: true,
  reply: dataReply(
    object({
      people: array(chartPersonReply).required(),
      /** Positions that nobody has, each at its place. */
      vacancies: array(vacancyReply).required(),
      /** Whom people report to beside their manager, of those who are in the chart. */
      dotted: array(object({ user_id: reply.id(), manager_id: reply.id() })).required(),
      /** Who acts in somebody's position on that day. */
      acting: array(actingReply).required(),
      departments: array(chartDepartmentReply).required(),
      /** The organisation's day, and the day that this is of. */
      today: reply.text(),
      as_of: reply.text(),
      /** Whether the caller may see what is planned for later days. */
      plans: boolean().required(),
      /** Whether the caller may put people below another; themself not where four eyes are asked for. */
      can: object({ move: boolean().required(), move_oneself: boolean().required() }).required(),
      /** Of the directory's stream: what happened later comes live. */
      revision: reply.number(),
    }),
  ),
});
