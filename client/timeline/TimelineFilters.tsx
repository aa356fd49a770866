import { UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMemo } from "react";
import { isFiltering, nobody, stateFilters } from "../../shared/tasks/tasks.filter.rules";
import { useText } from "../platform/intl/useText";
import { useCurrentUser } from "../platform/session";
import { SearchField } from "../ui/fields/SearchField";
import { ListPill, PriorityFilter } from "../tasks/filters/FilterPills";
import { Picker } from "../tasks/fields/Picker";
import { useBoardFilter } from "../tasks/filters/useBoardFilter";
import { Avatar } from "../ui/signs/Avatar";
import { FilterPill } from "../ui/fields/FilterPill";
import { Toolbar } from "../ui/PageHead";
import { toneColor } from "../ui/signs/tones";
import { ChartLegend } from "./ChartLegend";
import type { Plan } from "./timeline.state";
import classes from "./Timeline.module.css";
import { useTimelineView } from "./useTimelineView";

/** What is shown. All of it stands in the address, under the names that board and list use. */
export function TimelineFilters({ plans, single }: { plans: readonly Plan[]; single: boolean }) {
  const text = useText();
  const { filter, change } = useBoardFilter();
  const { view, clear } = useTimelineView();
  return (
    <Toolbar>
      {!single && <ProjectPill plans={plans} />}
      <PeoplePill plans={plans} />
      <PriorityFilter />
      <TagPill plans={plans} />
      <StatePill />
      <SearchField text={filter.text} label={text("timeline.search")} onChange={(value) => change({ text: value })} />
      {(isFiltering(filter) || view.projects.length > 0) && (
        <UnstyledButton className={classes.clear} onClick={clear}>
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("board.filter.clear")}
        </UnstyledButton>
      )}
      <ChartLegend />
    </Toolbar>
  );
}

const dot = (color: string) => <i className={classes.dot} style={{ background: toneColor(color) }} />;

function ProjectPill({ plans }: { plans: readonly Plan[] }) {
  const text = useText();
  const { view, change } = useTimelineView();
  const pick = (value: string) => {
    const id = Number(value);
    const { projects } = view;
    change({ projects: projects.includes(id) ? projects.filter((one) => one !== id) : [...projects, id] });
  };
  const shown = plans.filter(({ facts }) => view.projects.includes(facts.id)).length;
  return (
    <Picker
      multiple
      options={plans.map(({ facts }) => ({ value: String(facts.id), label: facts.title, icon: dot(facts.color) }))}
      chosen={view.projects.map(String)}
      onPick={pick}
      searchLabel={text("timeline.findProject")}
    >
      {(button) => (
        <FilterPill
          label={text("timeline.projects")}
          value={
            view.projects.length > 0 ? text("timeline.projects.some", { count: shown }) : text("timeline.projects.all")
          }
          {...button}
        />
      )}
    </Picker>
  );
}

function PeoplePill({ plans }: { plans: readonly Plan[] }) {
  const text = useText();
  const me = useCurrentUser();
  const options = useMemo(() => {
    const people = Object.values(Object.assign({}, ...plans.map(({ drawn }) => drawn.users)) as Plan["drawn"]["users"]);
    people.sort((a, b) => Number(b.id === me.id) - Number(a.id === me.id) || a.fullname.localeCompare(b.fullname));
    return [
      ...people.map((person) => ({
        value: String(person.id),
        label: person.id === me.id ? text("board.filter.me", { name: person.fullname }) : person.fullname,
        icon: <Avatar person={person} size={20} named />,
      })),
      { value: String(nobody), label: text("board.filter.nobody") },
    ];
  }, [plans, me.id, text]);
  return (
    <ListPill
      field="users"
      label={text("task.assignee")}
      options={options}
      searchLabel={text("board.filter.findPerson")}
    />
  );
}

/** A tag is a project's own: two of one name are told apart by the project's code. */
function TagPill({ plans }: { plans: readonly Plan[] }) {
  const text = useText();
  const options = plans.flatMap(({ facts, drawn }) =>
    Object.values(drawn.tags).map((tag) => ({
      value: String(tag.id),
      label: plans.length > 1 ? text("timeline.tagOf", { tag: tag.name, code: facts.code }) : tag.name,
      icon: dot(tag.color),
    })),
  );
  if (options.length === 0) return null;
  return (
    <ListPill field="tags" label={text("task.tag")} options={options} searchLabel={text("board.filter.findTag")} />
  );
}

function StatePill() {
  const text = useText();
  const { filter, change } = useBoardFilter();
  return (
    <Picker
      options={stateFilters.map((state) => ({ value: state, label: text(`filter.state.${state}`) }))}
      chosen={filter.state ? [filter.state] : []}
      onPick={(value) => change({ state: value === filter.state ? null : (value as typeof filter.state) })}
      searchLabel={text("timeline.state")}
      width={160}
    >
      {(button) => (
        <FilterPill
          label={text("timeline.state")}
          value={filter.state && text(`filter.state.${filter.state}`)}
          {...button}
        />
      )}
    </Picker>
  );
}
