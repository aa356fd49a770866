import { array, type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, dayField, reply, positionReply } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";
import { personReply } from "../../kernel/person-reply";
import { actingReply } from "../acting/acting.contract";
import { vacancyReply } from "../vacancies/vacancies.contract";

export const chartPersonReply = personReply.shape({
  position: reply.textOrNull(),
  department_id: reply.numberOrNull(),
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
    "Returns all employees with their managers, and all departments, as forests; also as of a past date or, with the permission to see plans, a future one.",
  permission: "organization-chart-view",
  query: object({ as_of: dayField() }),
  expensive: true,
  reply: dataReply(
    object({
      people: array(chartPersonReply).required(),
      vacancies: array(vacancyReply).required(),
      /** Additional (dotted-line) managers who are visible in the chart. */
      dotted: array(object({ user_id: reply.id(), manager_id: reply.id() })).required(),
      acting: array(actingReply).required(),
      /** Acting periods that begin after today. Only in the chart of today, and only if the caller may see planned changes. */
      later_acting: array(actingReply).required(),
      departments: array(chartDepartmentReply).required(),
      /** Today in the tenant's time zone, and the displayed day (`as_of`). */
      today: reply.text(),
      as_of: reply.text(),
      /** Whether the caller may see changes planned for later days. */
      plans: boolean().required(),
      /**
       * Whether the caller may change reporting lines. `move_oneself`: whether this includes the caller's own line, which separation
       * of duties forbids.
       */
      can: object({ move: boolean().required(), move_oneself: boolean().required() }).required(),
      ...positionReply,
    }),
  ),
});
