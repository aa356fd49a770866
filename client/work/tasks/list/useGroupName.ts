import { useCallback } from "react";
import { fieldOfKey } from "../../../../shared/work/fields/field-keys";
import { useText } from "../../../platform/intl/useText";
import { useValueText } from "../../fields/useValueText";
import { useBoardParts } from "../state/useBoard";
import type { GroupValue } from "./list.groups";

export function useGroupName(): (value: GroupValue) => string {
  const text = useText();
  const valueText = useValueText();
  const { columns, users, groups, tags, fields } = useBoardParts(({ context: { drawn } }) => ({
    columns: drawn.columns,
    users: drawn.users,
    groups: drawn.groups,
    tags: drawn.tags,
    fields: drawn.fields,
  }));
  return useCallback(
    (value) => {
      switch (value.by) {
        case "status":
          return columns[value.columnId]?.title ?? "";
        case "assignee":
          if (value.userId !== null) return users[value.userId]?.fullname ?? "";
          return value.groupId === null ? text("board.filter.nobody") : (groups[value.groupId]?.title ?? "");
        case "priority":
          return text(`task.priority.${value.priority}`);
        case "tag":
          return value.tagId === null ? text("list.group.untagged") : (tags[value.tagId]?.name ?? "");
        case "due":
          return text(`list.due.${value.bucket}`);
        case "field": {
          const field = fieldOfKey(fields, value.field);
          if (!field || value.value === null) return text("projectField.noValue");
          return valueText(field, value.value, Object.values(users));
        }
        case "none":
          return text("list.label");
      }
    },
    [text, valueText, columns, users, groups, tags, fields],
  );
}
