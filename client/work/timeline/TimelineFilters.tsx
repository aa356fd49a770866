import { usePersonFilterOptions } from "../tasks/fields/usePersonOptions";
import { UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import { isFiltering, stateFilters } from "../../../shared/work/tasks/tasks.filter.rules";
import { unassignedId } from "../../../shared/work/tasks/tasks.conditions.rules";
import { useText } from "../../platform/intl/useText";
import { SearchField } from "../../ui/fields/SearchField";
import { ListFilterPill, PriorityFilter, TagPill } from "../tasks/filters/FilterPills";
import type { PickerOption } from "../../ui/fields/Picker";
import { AdvancedFilter } from "../tasks/filters/AdvancedFilter";
import { useTagsOfProjects } from "../tasks/filters/useTagsOfProjects";
import { useBoardFilter } from "../tasks/filters/useBoardFilter";
import { Toolbar } from "../../ui/PageHead";
import { toneColor } from "../../ui/signs/tones";
import { ChartLegend } from "./ChartLegend";
import type { ProjectPlan } from "./timeline.state";
import classes from "./Timeline.module.css";
import { useTimelineView } from "./useTimelineView";
import { FilterPicker } from "../../ui/fields/FilterPicker";

interface TimelineFiltersProps {
  plans: readonly ProjectPlan[];
  single: boolean;
  children?: ReactNode;
}

export function TimelineFilters({ plans, single, children }: TimelineFiltersProps) {
  const text = useText();
  const { filter, change } = useBoardFilter();
  const { view, clear } = useTimelineView();
  const [open, setOpen] = useState(false);
  const sources = {
    people: usePlannedPeople(plans),
    tags: useTagsOfProjects(plans.map(({ facts, drawn }) => ({ code: facts.code, tags: Object.values(drawn.tags) }))),
    columns: columnOptions(plans),
  };
  return (
    <Toolbar>
      {children}
      {!single && <ProjectPill plans={plans} />}
      <PeoplePill people={sources.people} />
      <PriorityFilter />
      <TagPill options={sources.tags} />
      <StatePill />
      <AdvancedFilter sources={sources} open={open} setOpen={setOpen} always />
      <SearchField text={filter.text} label={text("timeline.search")} onChange={(value) => change({ text: value })} />
      {(isFiltering(filter) || view.projects.length > 0) && (
        <UnstyledButton className={classes.clear} data-keep onClick={clear}>
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("board.filter.clear")}
        </UnstyledButton>
      )}
      <ChartLegend />
    </Toolbar>
  );
}

const dot = (color: string) => <i className={classes.dot} style={{ background: toneColor(color) }} />;

function ProjectPill({ plans }: { plans: readonly ProjectPlan[] }) {
  const text = useText();
  const { view, change } = useTimelineView();
  const pick = (value: string) => {
    const id = Number(value);
    const { projects } = view;
    change({ projects: projects.includes(id) ? projects.filter((one) => one !== id) : [...projects, id] });
  };
  const selectedCount = plans.filter(({ facts }) => view.projects.includes(facts.id)).length;
  return (
    <FilterPicker
      label={text("timeline.projects")}
      value={
        view.projects.length > 0
          ? text("timeline.projects.some", { count: selectedCount })
          : text("timeline.projects.all")
      }
      multiple
      options={plans.map(({ facts }) => ({ value: String(facts.id), label: facts.title, icon: dot(facts.color) }))}
      chosen={view.projects.map(String)}
      onPick={pick}
      searchLabel={text("timeline.findProject")}
    />
  );
}

function usePlannedPeople(plans: readonly ProjectPlan[]): readonly PickerOption[] {
  return usePersonFilterOptions(
    useMemo(
      () => Object.assign({}, ...plans.map(({ drawn }) => drawn.users)) as ProjectPlan["drawn"]["users"],
      [plans],
    ),
  );
}

function columnOptions(plans: readonly ProjectPlan[]): PickerOption[] {
  const [plan] = plans;
  if (!plan || plans.length > 1) return [];
  const { columnIds, columns } = plan.drawn;
  return columnIds.map((id) => ({ value: String(id), label: columns[id]?.title ?? "" }));
}

function PeoplePill({ people }: { people: readonly PickerOption[] }) {
  const text = useText();
  return (
    <ListFilterPill
      field="users"
      label={text("task.assignee")}
      options={[...people, { value: String(unassignedId), label: text("board.filter.nobody") }]}
      searchLabel={text("board.filter.findPerson")}
    />
  );
}

function StatePill() {
  const text = useText();
  const { filter, change } = useBoardFilter();
  return (
    <FilterPicker
      label={text("timeline.state")}
      value={filter.state && text(`filter.state.${filter.state}`)}
      options={stateFilters.map((state) => ({ value: state, label: text(`filter.state.${state}`) }))}
      chosen={filter.state ? [filter.state] : []}
      onPick={(value) => change({ state: value === filter.state ? null : (value as typeof filter.state) })}
      width={160}
    />
  );
}
