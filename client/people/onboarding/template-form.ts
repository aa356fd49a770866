import { array, type InferType, object } from "yup";
import { wholeNumber } from "../../../shared/kernel/fields";
import { string } from "../../../shared/kernel/schemas";
import type { OnboardingTemplate } from "../../../shared/people/onboarding/onboarding.contract";
import { textOf } from "../../platform/drafts/drafts";
import { type Merge, mergeChanges } from "../../ui/form/useEditedRecord";
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

export interface TemplateRow extends Record<string, unknown> {
  /** Stays with the row when it is moved or edited. Stored rows have no id, so another user's row is the same if its title is. */
  key: string;
  title: string;
  duty: OnboardingDuty;
  user_id: string | null;
  group_id: string | null;
  offset_days: number | string;
  when: "before" | "after";
}

export interface TemplateValues extends Record<string, unknown> {
  tasks: TemplateRow[];
}

let newRows = 0;
export const newTemplateRow = (): TemplateRow => ({
  key: `new-${++newRows}`,
  title: "",
  duty: "hr",
  user_id: null,
  group_id: null,
  offset_days: 0,
  when: "after",
});

const idOf = (record: { id: number } | null) => (record ? String(record.id) : null);

export const toTemplateRows = ({ tasks }: Pick<OnboardingTemplate, "tasks">): TemplateRow[] =>
  tasks.map(({ title, duty, user, group, offset_days }, at) => ({
    key: `${title} ${tasks.slice(0, at).filter((one) => one.title === title).length}`,
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

const rowGroups = [
  ["duty", "user_id", "group_id"],
  ["offset_days", "when"],
] as const;

/** Adds the rows that only `others` has after those that they follow there. */
const withInserted = (keys: readonly string[], others: readonly string[]) =>
  others.reduce<readonly string[]>(
    (order, key, at) =>
      order.includes(key) ? order : order.toSpliced(order.indexOf(others[at - 1] ?? "") + 1, 0, key),
    keys,
  );

interface MergedTemplates extends Record<"start" | "typed", TemplateValues> {
  newer: TemplateValues;
}

/** The row as the user has changed it. A changed row stays if the other user has removed it. */
function mergedRow(key: string, { start, typed, newer }: MergedTemplates): TemplateRow[] {
  const rowIn = ({ tasks }: TemplateValues) => tasks.find((row) => row.key === key);
  const [startRow, typedRow, newerRow] = [rowIn(start), rowIn(typed), rowIn(newer)];
  if (!typedRow) return newerRow && !startRow ? [newerRow] : [];
  if (!newerRow) return startRow && textOf(startRow) === textOf(typedRow) ? [] : [typedRow];
  return [mergeChanges({ start: startRow ?? newerRow, typed: typedRow }, newerRow, rowGroups)];
}

const keysOf = ({ tasks }: TemplateValues) => tasks.map(({ key }) => key);

/** Another user's rows, in the order that the user has chosen, with the user's new, changed and removed ones. */
export const mergeTemplates: Merge<TemplateValues> = ({ start, typed }, newer) => {
  const [startKeys, typedKeys, newerKeys] = [start, typed, newer].map(keysOf) as [string[], string[], string[]];
  const isMoved =
    startKeys.filter((key) => typedKeys.includes(key)).join() !==
    typedKeys.filter((key) => startKeys.includes(key)).join();
  const keys = isMoved ? withInserted(typedKeys, newerKeys) : withInserted(newerKeys, typedKeys);
  return { tasks: keys.flatMap((key) => mergedRow(key, { start, typed, newer })) };
};
