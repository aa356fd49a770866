import { useCallback } from "react";
import { priorities } from "../../shared/tasks/tasks.fields";
import { useText } from "../platform/intl/useText";

/** What a part is called: a priority, a tag by its name, or what has none. */
export function useGroupLabel(): (group: { key: string; label: string }) => string {
  const text = useText();
  return useCallback(
    ({ key, label }) => {
      const priority = priorities.find((one) => one === key);
      if (priority) return text(`task.priority.${priority}`);
      return key === "none" ? text("analytics.group.untagged") : label;
    },
    [text],
  );
}
