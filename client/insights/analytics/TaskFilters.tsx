import { usePeoplePickerOptions } from "../../ui/fields/usePeopleOptions";
import type { ProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import { priorities } from "../../../shared/work/tasks/tasks.fields";
import { useText } from "../../platform/intl/useText";
import type { PickerOption } from "../../ui/fields/Picker";
import { useAnalyticsView } from "./useAnalyticsView";
import { FilterPicker } from "../../ui/fields/FilterPicker";

const everything = "all";

/** Filters the counted tasks by tag, priority and assignee. Choosing the current value again clears the filter. */
export function TaskFilters({ filters }: { filters: ProjectAnalytics["filters"] }) {
  const text = useText();
  const people = usePeoplePickerOptions(filters.people);
  return (
    <>
      {(filters.tags.length > 0 || filters.tag_id !== null) && (
        <FilterChoice
          name="tag"
          label={text("task.tag")}
          chosen={filters.tag_id}
          options={filters.tags.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <FilterChoice
        name="priority"
        label={text("task.priority")}
        chosen={filters.priority}
        options={priorities.map((value) => ({ value, label: text(`task.priority.${value}`) }))}
      />
      {(filters.people.length > 0 || filters.user_id !== null) && (
        <FilterChoice
          name="assignee"
          label={text("analytics.filter.assignee")}
          chosen={filters.user_id}
          options={people}
        />
      )}
    </>
  );
}

interface FilterChoiceProps {
  name: "tag" | "priority" | "assignee";
  label: string;
  chosen: string | number | null;
  options: PickerOption[];
}

function FilterChoice({ name, label, chosen, options }: FilterChoiceProps) {
  const text = useText();
  const { change } = useAnalyticsView();
  const value = chosen === null ? everything : String(chosen);
  // A deleted tag, or a person without tasks here, still filters, and must be visible to be cleared.
  const chosenLabel = options.find((one) => one.value === value)?.label ?? text("analytics.filter.unavailable");
  // Closes the open list, which no longer matches the new filter.
  const pick = (picked: string) =>
    change({ [name]: picked === everything || picked === value ? null : picked, list: null });
  return (
    <FilterPicker
      label={label}
      value={chosen === null ? null : <bdi>{chosenLabel}</bdi>}
      options={[{ value: everything, label: text("analytics.filter.all") }, ...options]}
      chosen={[value]}
      onPick={pick}
    />
  );
}
