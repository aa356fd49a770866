import type { HistoryNames } from "../../../../../shared/work/activity/activity.contract";
import type { FieldKind } from "../../../../../shared/work/fields/fields.schema";
import type { ListField } from "../../../../../shared/work/tasks/tasks.field-lists";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { useDuration } from "../../../../ui/fields/useDuration";
import type { HistoryField } from "./task.history";
import { useFieldText } from "../../fields/useFieldText";
import type { EditableField, FieldValue } from "../../fields/useTaskFields";

const namedIn: Record<ListField | "task_status_id", keyof HistoryNames> = {
  users: "users",
  groups: "groups",
  tags: "tags",
  blockers: "tasks",
  task_status_id: "columns",
};

const isNamed = (field: HistoryField): field is keyof typeof namedIn => field in namedIn;

/** Formats past values; deleted records keep the name they had. */
export function useHistoryText(
  names: HistoryNames,
): (field: HistoryField, value: FieldValue, kind?: FieldKind) => string {
  const text = useText();
  const { list } = useFormat();
  const duration = useDuration();
  const present = useFieldText();
  return (field, value, fieldKind) => {
    if (field === "spent") return value === null ? text("field.none") : duration(value as number);
    if (!isNamed(field)) return present(field as EditableField, value, fieldKind);
    const kind = namedIn[field];
    const ids = [value].flat().filter((id): id is number => typeof id === "number");
    if (ids.length === 0) return text("field.none");
    return list(
      ids.map(
        (id) =>
          nameOf(names, kind, id) ??
          (present(field as EditableField, inList(field, id)) || text("task.history.unknown")),
      ),
    );
  };
}

const nameOf = (names: HistoryNames, kind: keyof HistoryNames, id: number) =>
  names[kind].find((one) => one.id === id)?.name;

/** Live events contain no names, but most names are already loaded on the screen. */
const inList = (field: HistoryField, id: number): FieldValue => (field === "task_status_id" ? id : [id]);
