import { useState } from "react";
import { IconUserOff } from "@tabler/icons-react";
import { type TaskFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import { unassignedId } from "../../../../shared/work/tasks/tasks.conditions.rules";
import { type ChoiceField, choiceFields, parseChoice } from "../../../../shared/work/tasks/tasks.field-lists";
import { useFormat, useText } from "../../../platform/intl/useText";
import { toneColor } from "../../../ui/signs/tones";
import classes from "./BoardFilters.module.css";
import { useChoices } from "../fields/useChoices";
import { DuePill } from "./DuePill";
import { MoreFilters } from "./MoreFilters";
import type { PickerOption } from "../../../ui/fields/Picker";
import { statusOfColumn } from "../state/column.status";
import { useBoard, useBoardParts } from "../state/useBoard";
import { StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { AdvancedFilter } from "./AdvancedFilter";
import type { FilterSources } from "./useConditionTexts";
import { useBoardFilter } from "./useBoardFilter";
import { usePersonFilterOptions } from "../fields/usePersonOptions";
import { FilterPicker } from "../../../ui/fields/FilterPicker";

type ListField = { [F in keyof TaskFilter]: TaskFilter[F] extends readonly (infer _)[] ? F : never }[keyof TaskFilter];

const isChoiceFilter = (field: ListField): field is ChoiceField => choiceFields.some((choice) => choice === field);

/** Common filters and a menu for the others. `brief`: priority and due date are shown only when set. */
export function FilterPills({ brief = false }: { brief?: boolean }) {
  const { filter } = useBoardFilter();
  const [open, setOpen] = useState(false);
  const sources = useBoardSources();
  return (
    <>
      <PeopleFilter brief={brief} />
      {(!brief || filter.priority.length > 0) && <PriorityFilter />}
      <TagPill options={sources.tags} />
      {(!brief || filter.due !== null) && <DuePill />}
      <MoreFilters brief={brief} onAdvanced={() => setOpen(true)} />
      <AdvancedFilter sources={sources} open={open} setOpen={setOpen} />
    </>
  );
}

export function ListFilterPill({
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
  unset?: string;
  width?: number;
}) {
  const { list } = useFormat();
  const { filter, change } = useBoardFilter();
  const chosen = filter[field].map(String);
  const names = chosen.map((value) => options.find((option) => option.value === value)?.label ?? "").filter(Boolean);
  const pick = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    change({ [field]: next.map((value) => (isChoiceFilter(field) ? parseChoice(field, value) : Number(value))) });
  };
  const value = names.length > 0 ? list(names) : unset;
  return (
    <FilterPicker
      label={label}
      value={value && <bdi>{value}</bdi>}
      multiple
      options={options}
      chosen={chosen}
      onPick={pick}
      searchLabel={searchLabel}
      width={width}
    />
  );
}

function useAssigneeOptions(): PickerOption[] {
  const text = useText();
  return [
    ...usePersonFilterOptions(useBoard(({ drawn }) => drawn.users)),
    {
      value: String(unassignedId),
      label: text("board.filter.nobody"),
      icon: <IconUserOff size={16} stroke={1.75} aria-hidden />,
    },
  ];
}

function useTagOptions(): PickerOption[] {
  const tags = useBoard(({ drawn }) => drawn.tags);
  return Object.values(tags).map((tag) => ({
    value: String(tag.id),
    label: tag.name,
    icon: <i className={classes.dot} style={{ background: toneColor(tag.color) }} />,
  }));
}

function useBoardSources(): FilterSources {
  const columns = useBoardParts(({ context: { drawn } }) => ({ columnIds: drawn.columnIds, columns: drawn.columns }));
  return {
    people: usePersonFilterOptions(useBoard(({ drawn }) => drawn.users)),
    tags: useTagOptions(),
    columns: columns.columnIds.map((id) => ({
      value: String(id),
      label: columns.columns[id]?.title ?? "",
      icon: <StatusGlyph status={statusOfColumn(columns, id)} />,
    })),
    projectFields: useBoard(({ drawn }) => drawn.fields),
  };
}

function PeopleFilter({ brief }: { brief: boolean }) {
  const text = useText();
  return (
    <ListFilterPill
      field="users"
      label={text("task.assignee")}
      options={useAssigneeOptions()}
      searchLabel={text("board.filter.findPerson")}
      unset={brief ? undefined : text("board.filter.anyone")}
    />
  );
}

export function PriorityFilter() {
  const { label, options } = useChoices();
  return <ListFilterPill field="priority" label={label("priority")} options={options("priority")} width={180} />;
}

export function TagPill({ options }: { options: readonly PickerOption[] }) {
  const text = useText();
  if (options.length === 0) return null;
  return (
    <ListFilterPill
      field="tags"
      label={text("task.tag")}
      options={options}
      searchLabel={text("board.filter.findTag")}
    />
  );
}
