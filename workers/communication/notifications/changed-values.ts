import {
  type ChangedValue,
  formatChangedValues,
} from "../../../shared/communication/notifications/changed-values.texts";
import type { TaskChange } from "../../../shared/work/tasks/tasks.events";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { fieldsOfProject } from "../../../server/work/fields/fields.service";
import { peopleByIds } from "../../../server/work/tasks/tasks.links";

/** Longer texts are shortened, because a notification is one sentence. */
const maxValueLength = 80;

const shorten = (text: string): string =>
  text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1)}…` : text;

/** The changed values of a task with names instead of ids, as notifications store them; null if no value of a present field has changed. */
export async function describeChangedValues(
  tx: Tx,
  projectId: number,
  { field_values = {}, field_kinds = {} }: Pick<TaskChange, "field_values" | "field_kinds">,
): Promise<string | null> {
  if (Object.keys(field_values).length === 0) return null;
  const fields = (await fieldsOfProject(tx, projectId)).filter(({ id }) => field_values[id] !== undefined);
  const kindOf = (field: (typeof fields)[number]) => field_kinds[field.id] ?? field.kind;
  const userIds = fields.flatMap((field) => {
    const value = field_values[field.id];
    return kindOf(field) === "person" && typeof value === "number" ? [value] : [];
  });
  const people = userIds.length > 0 ? await peopleByIds(tx, userIds) : [];
  const values = fields.map((field): ChangedValue => {
    const { title, unit, options } = field;
    const kind = kindOf(field);
    const sent = field_values[field.id];
    const value =
      sent === null || sent === undefined
        ? null
        : kind === "choice" || kind === "choices"
          ? [sent].flat().flatMap((id) => options.find((option) => option.id === id)?.title ?? [])
          : kind === "person"
            ? (people.find(({ id }) => id === sent)?.fullname ?? null)
            : typeof sent === "string"
              ? shorten(sent)
              : (sent as number | boolean);
    return { title, kind, unit, value };
  });
  return values.length > 0 ? formatChangedValues(values) : null;
}
