import { SegmentedControl, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { workStates } from "../../shared/my-work/my-work.contract";
import { type DueFilter, dueFilters } from "../../shared/tasks/tasks.filter.rules";
import { useText } from "../platform/intl/useText";
import { Picker } from "../tasks/fields/Picker";
import { FilterPill } from "../ui/fields/FilterPill";
import { Toolbar } from "../ui/PageHead";
import { workGroupings, type WorkQuery } from "./my-work.query";
import classes from "./my-work.module.css";

interface WorkToolbarProps {
  query: WorkQuery;
  onChange: (change: Partial<WorkQuery>) => void;
}

export function WorkToolbar({ query, onChange }: WorkToolbarProps) {
  const text = useText();
  return (
    <Toolbar>
      <TextInput
        size="xs"
        className={classes.search}
        value={query.text}
        placeholder={text("work.search")}
        aria-label={text("work.search")}
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <Picker
        options={dueFilters.map((due) => ({ value: due, label: text(`board.due.${due}`) }))}
        chosen={query.due ? [query.due] : []}
        onPick={(due) => onChange({ due: due === query.due ? null : (due as DueFilter) })}
        searchLabel={text("task.due")}
        width={200}
      >
        {(button) => (
          <FilterPill label={text("task.due")} value={query.due && text(`board.due.${query.due}`)} {...button} />
        )}
      </Picker>
      <SegmentedControl
        size="xs"
        aria-label={text("work.state")}
        value={query.state}
        onChange={(state) => onChange({ state: state as WorkQuery["state"] })}
        data={workStates.map((state) => ({ value: state, label: text(`filter.state.${state}`) }))}
      />
      <SegmentedControl
        size="xs"
        aria-label={text("work.group")}
        value={query.group}
        onChange={(group) => onChange({ group: group as WorkQuery["group"] })}
        data={workGroupings.map((group) => ({ value: group, label: text(`work.group.${group}`) }))}
      />
    </Toolbar>
  );
}
