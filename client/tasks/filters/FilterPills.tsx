import { IconUserOff } from "@tabler/icons-react";
import { nobody, type TaskFilter } from "../../../shared/tasks/tasks.filter.rules";
import { type ChoiceField, choiceFields, choiceFrom } from "../../../shared/tasks/tasks.field-lists";
import { useFormat, useText } from "../../platform/intl/useText";
import { FilterPill } from "../../ui/fields/FilterPill";
import { toneColor } from "../../ui/signs/tones";
import classes from "./BoardFilters.module.css";
import { useChoices } from "../fields/useChoices";
import { DuePill } from "../fields/DuePill";
import { MoreFilters } from "./MoreFilters";
import { Picker, type PickerOption } from "../fields/Picker";
import { useBoard } from "../board/state/useBoard";
import { useBoardFilter } from "./useBoardFilter";
import { usePersonOptions } from "../fields/usePersonOptions";

type ListField = { [F in keyof TaskFilter]: TaskFilter[F] extends readonly (infer _)[] ? F : never }[keyof TaskFilter];

const isChoiceFilter = (field: ListField): field is ChoiceField => choiceFields.some((choice) => choice === field);

/** What is asked for most, and a way to everything else. `brief`: priority and day have a pill only once they are set. */
export function FilterPills({ brief = false }: { brief?: boolean }) {
  const { filter } = useBoardFilter();
  return (
    <>
      <PeopleFilter brief={brief} />
      {(!brief || filter.priority.length > 0) && <PriorityFilter />}
      <TagFilter />
      {(!brief || filter.due !== null) && <DuePill />}
      <MoreFilters brief={brief} />
    </>
  );
}

/** Any of several: chosen ones stand in the pill. */
export function ListPill({
  field,
  label,
  options,
  searchLabel = label,
  unset,
  width,
}: {
  field: ListField;
  label: string;
  options: readonly PickerOption[];
  searchLabel?: string;
  /** What the pill says when nothing is chosen; without it, it offers to add the filter. */
  unset?: string;
  width?: number;
}) {
  const { list } = useFormat();
  const { filter, change } = useBoardFilter();
  const chosen = filter[field].map(String);
  const names = chosen.map((value) => options.find((option) => option.value === value)?.label ?? "").filter(Boolean);
  const pick = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    change({ [field]: next.map((value) => (isChoiceFilter(field) ? choiceFrom(field, value) : Number(value))) });
  };
  const value = names.length > 0 ? list(names) : unset;
  return (
    <Picker multiple options={options} chosen={chosen} onPick={pick} searchLabel={searchLabel} width={width}>
      {(button) => <FilterPill label={label} value={value && <bdi>{value}</bdi>} {...button} />}
    </Picker>
  );
}

function PeopleFilter({ brief }: { brief: boolean }) {
  const text = useText();
  const options: PickerOption[] = [
    ...usePersonOptions(),
    {
      value: String(nobody),
      label: text("board.filter.nobody"),
      icon: <IconUserOff size={16} stroke={1.75} aria-hidden />,
    },
  ];
  return (
    <ListPill
      field="users"
      label={text("task.assignee")}
      options={options}
      searchLabel={text("board.filter.findPerson")}
      unset={brief ? undefined : text("board.filter.anyone")}
    />
  );
}

export function PriorityFilter() {
  const { label, options } = useChoices();
  return <ListPill field="priority" label={label("priority")} options={options("priority")} width={180} />;
}

function TagFilter() {
  const text = useText();
  const tags = useBoard(({ drawn }) => drawn.tags);
  const options = Object.values(tags).map((tag) => ({
    value: String(tag.id),
    label: tag.name,
    icon: <i className={classes.dot} style={{ background: toneColor(tag.color) }} />,
  }));
  if (options.length === 0) return null;
  return (
    <ListPill field="tags" label={text("task.tag")} options={options} searchLabel={text("board.filter.findTag")} />
  );
}
