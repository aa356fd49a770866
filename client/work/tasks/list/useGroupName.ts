import { useCallback } from "react";
import { useText } from "../../../platform/intl/useText";
import { useBoardParts } from "../state/useBoard";
import type { GroupValue } from "./list.groups";

export function useGroupName(): (value: GroupValue) => string {
  const text = useText();
  const { columns, users, groups, tags } = useBoardParts(({ context: { drawn } }) => ({
    columns: drawn.columns,
    users: drawn.users,
    groups: drawn.groups,
    tags: drawn.tags,
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
        case "none":
          return text("list.label");
      }
    },
    [text, columns, users, groups, tags],
  );
}
