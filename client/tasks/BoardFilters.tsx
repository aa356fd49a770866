import { ActionIcon, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconArrowBackUp, IconSearch, IconUserOff, IconX } from "@tabler/icons-react";
import { useState } from "react";
import {
  type BoardSort,
  boardSorts,
  type DueFilter,
  dueFilters,
  isFiltering,
  noFilter,
  nobody,
} from "../../shared/tasks/tasks.filter.rules";
import { type Priority, priorities } from "../../shared/tasks/tasks.schema";
import { useFormat, useText } from "../platform/intl/useText";
import { useCurrentUser } from "../platform/session";
import { Avatar } from "../ui/Avatar";
import { FilterPill } from "../ui/FilterPill";
import { Toolbar } from "../ui/PageHead";
import { PriorityBars } from "../ui/PriorityBars";
import { toneColor } from "../ui/tones";
import classes from "./BoardFilters.module.css";
import { Picker, type PickerOption } from "./Picker";
import { ProjectLinks } from "./ProjectTabs";
import { useBoard, useBoardScope } from "./useBoard";
import { useBoardFilter } from "./useBoardFilter";

/** What is shown, in what order. All of it stands in the address. */
export function BoardFilters() {
  const text = useText();
  const { filter, change } = useBoardFilter();
  const [clears, setClears] = useState(0);
  const clear = () => {
    change({ ...noFilter });
    setClears(clears + 1);
  };
  return (
    <Toolbar>
      <PeopleFilter />
      <PriorityFilter />
      <TagFilter />
      <DueFilterPill />
      <SortPill />
      <SearchField key={clears} text={filter.text} onChange={(value) => change({ text: value })} />
      {isFiltering(filter) && (
        <UnstyledButton className={classes.clear} onClick={clear}>
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("board.filter.clear")}
        </UnstyledButton>
      )}
      <ProjectLinks />
      <UndoButton />
    </Toolbar>
  );
}

const toggled = <T,>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

function PeopleFilter() {
  const text = useText();
  const { list } = useFormat();
  const me = useCurrentUser();
  const { filter, change } = useBoardFilter();
  const users = useBoard(({ drawn }) => drawn.users);
  const people = Object.values(users).sort(
    (a, b) => Number(b.id === me.id) - Number(a.id === me.id) || a.fullname.localeCompare(b.fullname),
  );
  const options: PickerOption[] = [
    ...people.map((person) => ({
      value: String(person.id),
      label: person.id === me.id ? text("board.filter.me", { name: person.fullname }) : person.fullname,
      icon: <Avatar person={person} size={20} named />,
    })),
    {
      value: String(nobody),
      label: text("board.filter.nobody"),
      icon: <IconUserOff size={16} stroke={1.75} aria-hidden />,
    },
  ];
  const names = filter.users.map((id) => (id === nobody ? text("board.filter.nobody") : (users[id]?.fullname ?? "")));
  return (
    <Picker
      multiple
      options={options}
      chosen={filter.users.map(String)}
      onPick={(value) => change({ users: toggled(filter.users, Number(value)) })}
      searchLabel={text("board.filter.findPerson")}
    >
      {(button) => (
        <FilterPill
          label={text("task.assignee")}
          value={<bdi>{names.length > 0 ? list(names) : text("board.filter.anyone")}</bdi>}
          {...button}
        />
      )}
    </Picker>
  );
}

function PriorityFilter() {
  const text = useText();
  const { list } = useFormat();
  const { filter, change } = useBoardFilter();
  return (
    <Picker
      multiple
      options={priorities.map((priority) => ({
        value: priority,
        label: text(`task.priority.${priority}`),
        icon: <PriorityBars priority={priority} />,
      }))}
      chosen={filter.priorities}
      onPick={(value) => change({ priorities: toggled(filter.priorities, value as Priority) })}
      searchLabel={text("task.priority")}
      width={180}
    >
      {(button) => (
        <FilterPill
          label={text("task.priority")}
          value={filter.priorities.length > 0 && list(filter.priorities.map((one) => text(`task.priority.${one}`)))}
          {...button}
        />
      )}
    </Picker>
  );
}

function TagFilter() {
  const text = useText();
  const { list } = useFormat();
  const { filter, change } = useBoardFilter();
  const tags = useBoard(({ drawn }) => drawn.tags);
  const all = Object.values(tags);
  if (all.length === 0) return null;
  return (
    <Picker
      multiple
      options={all.map((tag) => ({
        value: String(tag.id),
        label: tag.name,
        icon: <i className={classes.dot} style={{ background: toneColor(tag.color) }} />,
      }))}
      chosen={filter.tags.map(String)}
      onPick={(value) => change({ tags: toggled(filter.tags, Number(value)) })}
      searchLabel={text("board.filter.findTag")}
    >
      {(button) => (
        <FilterPill
          label={text("task.tag")}
          value={filter.tags.length > 0 && <bdi>{list(filter.tags.map((id) => tags[id]?.name ?? ""))}</bdi>}
          {...button}
        />
      )}
    </Picker>
  );
}

function DueFilterPill() {
  const text = useText();
  const { filter, change } = useBoardFilter();
  return (
    <Picker
      options={dueFilters.map((due) => ({ value: due, label: text(`board.due.${due}`) }))}
      chosen={filter.due ? [filter.due] : []}
      onPick={(value) => change({ due: filter.due === value ? null : (value as DueFilter) })}
      searchLabel={text("task.due")}
      width={200}
    >
      {(button) => (
        <FilterPill label={text("task.due")} value={filter.due && text(`board.due.${filter.due}`)} {...button} />
      )}
    </Picker>
  );
}

function SortPill() {
  const text = useText();
  const { sort, change } = useBoardFilter();
  return (
    <Picker
      options={boardSorts.map((one) => ({ value: one, label: text(`board.sort.${one}`) }))}
      chosen={[sort]}
      onPick={(value) => change({ sort: value as BoardSort })}
      searchLabel={text("board.sort")}
      width={200}
    >
      {(button) => (
        <FilterPill label={text("board.sort")} value={sort !== "rank" && text(`board.sort.${sort}`)} {...button} />
      )}
    </Picker>
  );
}

/** Typing filters at once; the address follows when one pauses. */
function SearchField({ text: shown, onChange }: { text: string; onChange: (text: string) => void }) {
  const text = useText();
  const [typed, setTyped] = useState(shown);
  const tell = useDebouncedCallback(onChange, 200);
  return (
    <TextInput
      size="xs"
      className={classes.search}
      value={typed}
      placeholder={text("board.filter.search")}
      aria-label={text("board.filter.search")}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value.trim());
      }}
    />
  );
}

function UndoButton() {
  const text = useText();
  const { actor } = useBoardScope();
  const undo = useBoard((context) => context.undo);
  if (!undo) return null;
  const label = text(undo.kind === "move" ? "board.undo.move" : "board.undo.archive", { key: undo.key });
  return (
    <ActionIcon
      className={classes.undo}
      size={28}
      aria-label={label}
      title={label}
      onClick={() => actor.send({ type: "UNDO" })}
    >
      <IconArrowBackUp size={16} stroke={1.75} className="flip" />
    </ActionIcon>
  );
}
