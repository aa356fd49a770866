import { array, type InferType, object } from "yup";
import { wholeNumber } from "../../shared/kernel/fields";
import { string } from "../../shared/kernel/schemas";
import type { OnboardingTemplate } from "../../shared/onboarding/onboarding.contract";
import { type Duty, furthestOffset, onboardingTaskSchema } from "../../shared/onboarding/onboarding.schema";

/** Days before or after the first one, said apart: nobody types a minus. */
export const templateFormSchema = object({
  tasks: array(
    onboardingTaskSchema.shape({
      offset_days: wholeNumber(0, furthestOffset).required("field.required"),
      when: string().oneOf(["before", "after"]).required("field.required"),
    }),
  ).required(),
});

export interface TemplateRow {
  /** Of this screen: what is moved stays what it is. */
  key: number;
  title: string;
  duty: Duty;
  user_id: string | null;
  group_id: string | null;
  offset_days: number | string;
  when: "before" | "after";
}

let keys = 0;
export const newRow = (): TemplateRow => ({
  key: ++keys,
  title: "",
  duty: "hr",
  user_id: null,
  group_id: null,
  offset_days: 0,
  when: "after",
});

const idOf = (record: { id: number } | null) => (record ? String(record.id) : null);

export const rowsOf = ({ tasks }: OnboardingTemplate): TemplateRow[] =>
  tasks.map(({ title, duty, user, group, offset_days }) => ({
    key: ++keys,
    title,
    duty,
    user_id: idOf(user),
    group_id: idOf(group),
    offset_days: Math.abs(offset_days),
    when: offset_days < 0 ? "before" : "after",
  }));

/** As the server takes it: what a task doesn't fall to isn't sent. */
export const bodyOf = ({ tasks }: InferType<typeof templateFormSchema>) => ({
  tasks: tasks.map(({ title, duty, user_id, group_id, offset_days, when }) => ({
    title,
    duty,
    offset_days: when === "before" ? -offset_days : offset_days,
    ...(duty === "person" ? { user_id } : {}),
    ...(duty === "group" ? { group_id } : {}),
  })),
});
