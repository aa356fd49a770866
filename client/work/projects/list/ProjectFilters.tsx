import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import { Menu } from "@mantine/core";
import { IconArrowsSort, IconCheck, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { projectStates } from "../../../../shared/work/projects/projects.schema";
import { useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { FilterPill } from "../../../ui/fields/FilterPill";
import { SearchField } from "../../../ui/fields/SearchField";
import { Toolbar } from "../../../ui/PageHead";
import type { Project } from "../../../../shared/work/projects/projects.contract";
import { collectDistinct, membersOfProjects, type ProjectFilter, projectSorts } from "./project-list";
import classes from "./ProjectFilters.module.css";

interface ProjectFiltersProps {
  projects: readonly Project[];
  filter: ProjectFilter;
  onChange: (change: Partial<ProjectFilter>) => void;
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function ProjectFilters({ projects, filter, onChange }: ProjectFiltersProps) {
  const text = useText();
  const me = useCurrentUser();
  const clients = collectDistinct(
    projects,
    (project) => (project.client ? [project.client] : []),
    (client) => client.name,
  );
  const people = membersOfProjects(projects, me);
  const members = usePeoplePickerOptions(people).map((option) => ({
    value: option.id,
    label: <bdi>{option.id === me.id ? text("projects.filter.me") : option.label}</bdi>,
    icon: option.icon,
  }));
  const client = clients.find(({ id }) => id === filter.client);
  return (
    <Toolbar end={<SortMenu sort={filter.sort} onSort={(sort) => onChange({ sort })} />}>
      <SearchField text={filter.text} label={text("projects.search")} onChange={(value) => onChange({ text: value })} />
      <Choice
        label={text("projects.column.state")}
        value={filter.status && text(`projects.state.${filter.status}`)}
        options={projectStates.map((state) => ({ value: state, label: text(`projects.state.${state}`) }))}
        chosen={filter.status}
        onChoose={(status) => onChange({ status })}
      />
      {people.length > 1 && (
        <Choice
          label={text("projects.filter.member")}
          value={members.find(({ value }) => value === filter.member)?.label}
          options={members}
          chosen={filter.member}
          onChoose={(id) => onChange({ member: id })}
        />
      )}
      {clients.length > 0 && (
        <Choice
          label={text("projects.column.client")}
          value={client && <bdi>{client.name}</bdi>}
          options={clients.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
          chosen={filter.client}
          onChoose={(id) => onChange({ client: id })}
        />
      )}
    </Toolbar>
  );
}

interface SortMenuProps {
  sort: ProjectFilter["sort"];
  onSort: (sort: ProjectFilter["sort"]) => void;
}

function SortMenu({ sort, onSort }: SortMenuProps) {
  const text = useText();
  return (
    <Menu position="bottom-end" width={208}>
      <Menu.Target>
        <button type="button" className={classes.sort}>
          <IconArrowsSort {...icon} />
          {text(`projects.sort.${sort}`)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {projectSorts.map((one) => (
          <Option key={one} chosen={one === sort} onClick={() => onSort(one)}>
            {text(`projects.sort.${one}`)}
          </Option>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ChoiceProps<T> {
  label: string;
  value: ReactNode;
  options: { value: T; label: ReactNode; icon?: ReactNode }[];
  chosen: T | null;
  onChoose: (value: T | null) => void;
}

function Choice<T extends string | number>({ label, value, options, chosen, onChoose }: ChoiceProps<T>) {
  const text = useText();
  return (
    <Menu width={240}>
      <Menu.Target>
        <FilterPill label={label} value={value} />
      </Menu.Target>
      <Menu.Dropdown className={classes.options}>
        {options.map((option) => (
          <Option
            key={option.value}
            icon={option.icon}
            chosen={option.value === chosen}
            onClick={() => onChoose(option.value === chosen ? null : option.value)}
          >
            {option.label}
          </Option>
        ))}
        {chosen !== null && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconX {...icon} />} onClick={() => onChoose(null)}>
              {text("projects.filter.remove")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface OptionProps {
  chosen: boolean;
  icon?: ReactNode;
  onClick: () => void;
  children: ReactNode;
}

function Option({ chosen, icon: face, onClick, children }: OptionProps) {
  return (
    <Menu.RadioItem
      value=""
      checked={chosen}
      closeMenuOnClick
      checkIcon={<IconCheck size={14} stroke={1.75} aria-hidden />}
      classNames={{ itemIndicator: classes.tick, itemLabel: classes.option }}
      onClick={onClick}
    >
      {face}
      <span>{children}</span>
    </Menu.RadioItem>
  );
}
