import { type InferType, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, dayField, deletedReply, idField, pathId, reply, wholeNumber } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";

export const vacancyReply = object({
  id: reply.id(),
  position: object({ id: reply.id(), title: reply.text() }),
  department_id: reply.numberOrNull(),
  /** In the chart, the nearest superior shown there. */
  parent_id: reply.numberOrNull(),
  /** The manager of the vacancy, whether or not the chart shows them. */
  manager_id: reply.numberOrNull(),
  acting: personReply.nullable().defined(),
  acting_until: reply.textOrNull(),
  opened_on: reply.text(),
  version: reply.number(),
});
export type Vacancy = InferType<typeof vacancyReply>;

export const vacancySchema = object({
  position_id: idField("position").required("field.required"),
  department_id: idField("department").nullable(),
  parent_id: idField("user").nullable(),
  acting_id: idField("user").nullable(),
  acting_until: dayField().when("acting_id", ([acting], field) => (acting ? field.required("field.required") : field)),
  version: wholeNumber(1, 1_000_000_000),
});

const byId = object({ id: pathId("vacancy") });
const example = { position_id: 1, department_id: null, parent_id: null };

export const createVacancy = endpoint({
  method: "POST",
  path: "/vacancy",
  summary: "Creates a vacancy in the organization chart.",
  permission: "user-edit",
  body: vacancySchema,
  reply: dataReply(vacancyReply),
  status: 201,
  example: { body: example },
});

export const updateVacancy = endpoint({
  method: "PUT",
  path: "/vacancy/:id",
  summary: "Updates a vacancy and its acting person. Omitted fields are cleared.",
  permission: "user-edit",
  params: byId,
  body: vacancySchema,
  reply: dataReply(vacancyReply),
  problems: ["organization.stale"],
  example: { body: example },
});

export const deleteVacancy = endpoint({
  method: "DELETE",
  path: "/vacancy/:id",
  summary: "Deletes a vacancy. Past dates of the chart still show it.",
  permission: "user-edit",
  params: byId,
  reply: deletedReply,
});

export const fillVacancy = endpoint({
  method: "POST",
  path: "/vacancy/:id/fill",
  summary: "Fills a vacancy: the user gets its position, department and manager from today.",
  permission: "user-edit",
  params: byId,
  body: object({ user_id: idField("user").required("field.required") }),
  reply: deletedReply,
  problems: ["permission.denied", "user.self", "user.ownEmployment", "user.ownAccess"],
  example: { body: { user_id: 1 } },
});
