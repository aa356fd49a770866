import { array, type InferType, object } from "yup";
import { reply } from "../../kernel/fields";
import { recordCalls, recordShape, restPaths } from "../../kernel/records";
import { maxScheduleTemplates, scheduleTemplateSchema, scheduleTemplateSorts } from "./schedules.schema";

/** Minutes per weekday, Sunday first; `other` contains the minutes of every second week. */
const weeks = {
  minutes: array(reply.number()).required(),
  other: array(reply.number()).nullable().defined(),
};

export const scheduleTemplateReply = object({ ...recordShape, name: reply.text(), ...weeks });
export type ScheduleTemplate = InferType<typeof scheduleTemplateReply>;

export const {
  list: listScheduleTemplates,
  single: readScheduleTemplate,
  select: selectScheduleTemplates,
  create: createScheduleTemplate,
  update: updateScheduleTemplate,
  remove: deleteScheduleTemplate,
} = recordCalls({
  noun: "scheduleTemplate",
  permissions: "schedule-template",
  limit: maxScheduleTemplates,
  paths: restPaths("/schedule-template"),
  sorts: scheduleTemplateSorts,
  body: scheduleTemplateSchema,
  reply: scheduleTemplateReply,
  single: scheduleTemplateReply,
  choice: object({ id: reply.id(), name: reply.text(), ...weeks }),
  example: { name: "Two long days", minutes: [0, 600, 600, 0, 0, 0, 0], other: [0, 0, 0, 600, 600, 0, 0] },
  details: {
    list: { summary: "Lists templates of work schedules." },
    select: {
      summary: "Lists templates of work schedules for selection.",
      permission: ["schedule-template-list", "user-create", "user-edit"],
    },
    single: { summary: "Returns a template of work schedules." },
    create: { summary: "Creates a template of work schedules." },
    update: { summary: "Updates a template of work schedules. Existing schedules stay as they are." },
    remove: { summary: "Deletes a template of work schedules. Existing schedules stay as they are." },
  },
});
