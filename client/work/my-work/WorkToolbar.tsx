import { useState } from "react";
import { SegmentedControl } from "@mantine/core";
import { type WorkProject, workStates } from "../../../shared/work/my-work/my-work.contract";
import { useText } from "../../platform/intl/useText";
import { SearchField } from "../../ui/fields/SearchField";
import { Toolbar } from "../../ui/PageHead";
import { workGroupings, type WorkQuery } from "../../../shared/work/my-work/my-work.address.rules";
import { AdvancedFilter } from "../tasks/filters/AdvancedFilter";
import { DuePill } from "../tasks/filters/DuePill";
import { PriorityFilter, TagPill } from "../tasks/filters/FilterPills";
import { useTagsOfProjects } from "../tasks/filters/useTagsOfProjects";
import { workConditionFields } from "../../../shared/work/my-work/my-work.filter.rules";

interface WorkToolbarProps {
  projects: readonly WorkProject[];
  query: WorkQuery;
  onChange: (change: Partial<WorkQuery>) => void;
}

export function WorkToolbar({ projects, query, onChange }: WorkToolbarProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const tags = useTagsOfProjects(projects.filter((project) => project.tags.length > 0));
  return (
    <Toolbar>
      <SearchField text={query.text} label={text("work.search")} onChange={(value) => onChange({ text: value })} />
      <PriorityFilter />
      <TagPill options={tags} />
      <DuePill />
      <AdvancedFilter
        sources={{ people: [], tags, columns: [], fields: workConditionFields }}
        open={open}
        setOpen={setOpen}
        always
      />
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
