import { array, type InferType, object } from "yup";
import { wholeNumber } from "../../../shared/kernel/fields";
import { string } from "../../../shared/kernel/schemas";
import type { OnboardingTemplate } from "../../../shared/people/onboarding/onboarding.contract";
import {
  type OnboardingDuty,
  maxOffsetDays,
  onboardingTaskSchema,
} from "../../../shared/people/onboarding/onboarding.schema";

/** Form schema with before/after as a separate field, so that users don't have to type a minus sign. */
export const templateFormSchema = object({
  tasks: array(
    onboardingTaskSchema.shape({
      offset_days: wholeNumber(0, maxOffsetDays).required("field.required"),
      when: string().oneOf(["before", "after"]).required("field.required"),
    }),
  ).required(),
});

export interface TemplateRow {
  /** Local key that stays with the row when it is moved. */
  key: number;
  title: string;
  duty: OnboardingDuty;
  user_id: string | null;
  group_id: string | null;
  offset_days: number | string;
  when: "before" | "after";
}

let keys = 0;
export const newTemplateRow = (): TemplateRow => ({
  key: ++keys,
  title: "",
  duty: "hr",
  user_id: null,
  group_id: null,
  offset_days: 0,
  when: "after",
});

const idOf = (record: { id: number } | null) => (record ? String(record.id) : null);

export const toTemplateRows = ({ tasks }: OnboardingTemplate): TemplateRow[] =>
  tasks.map(({ title, duty, user, group, offset_days }) => ({
    key: ++keys,
    title,
    duty,
    user_id: idOf(user),
    group_id: idOf(group),
    offset_days: Math.abs(offset_days),
    when: offset_days < 0 ? "before" : "after",
  }));

/** Request body; assignees that don't match the duty are omitted. */
export const toTemplateBody = ({ tasks }: InferType<typeof templateFormSchema>) => ({
  tasks: tasks.map(({ title, duty, user_id, group_id, offset_days, when }) => ({
    title,
    duty,
    offset_days: when === "before" ? -offset_days : offset_days,
    ...(duty === "person" ? { user_id } : {}),
    ...(duty === "group" ? { group_id } : {}),
  })),
});
