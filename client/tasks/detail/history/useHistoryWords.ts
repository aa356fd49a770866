import type { HistoryNames } from "../../../../shared/activity/activity.contract";
import type { ListField } from "../../../../shared/tasks/tasks.field-lists";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useDuration } from "../../../ui/fields/useDuration";
import type { HistoryField } from "./task.history";
import { useFieldWords } from "../../fields/useFieldWords";
import type { Field, FieldValue } from "../../fields/useTaskFields";

const namedIn: Record<ListField | "task_status_id", keyof HistoryNames> = {
  users: "users",
  groups: "groups",
  tags: "tags",
  blockers: "tasks",
  task_status_id: "columns",
};

const isNamed = (field: HistoryField): field is keyof typeof namedIn => field in namedIn;

/** A value of the past in the reader's words: also what is gone has the name it had. */
export function useHistoryWords(names: HistoryNames): (field: HistoryField, value: FieldValue) => string {
  const text = useText();
  const { list } = useFormat();
  const duration = useDuration();
  const present = useFieldWords();
  return (field, value) => {
    if (field === "estimate_minutes" || field === "spent") {
      return value === null ? text("field.none") : duration(value as number);
    }
    if (!isNamed(field)) return present(field as Field, value);
    const kind = namedIn[field];
    const ids = [value].flat().filter((id): id is number => typeof id === "number");
    if (ids.length === 0) return text("field.none");
    return list(
      ids.map(
        (id) => nameOf(names, kind, id) ?? (present(field as Field, inList(field, id)) || text("task.history.unknown")),
      ),
    );
  };
}

const nameOf = (names: HistoryNames, kind: keyof HistoryNames, id: number) =>
  names[kind].find((one) => one.id === id)?.name;

/** What came live has no names yet; the screen knows most of them. */
const inList = (field: HistoryField, id: number): FieldValue => (field === "task_status_id" ? id : [id]);
