import { useCallback } from "react";
import { priorities } from "../../../shared/work/tasks/tasks.fields";
import { useText } from "../../platform/intl/useText";

export function useGroupLabel(): (group: { key: string; label: string }) => string {
  const text = useText();
  return useCallback(
    ({ key, label }) => {
      const priority = priorities.find((one) => one === key);
      if (priority) return text(`task.priority.${priority}`);
      if (key === "others") return text("analytics.group.otherTags");
      return key === "none" ? text("analytics.group.untagged") : label;
    },
    [text],
  );
}
