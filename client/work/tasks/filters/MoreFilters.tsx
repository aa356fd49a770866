import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import {
  createdFilters,
  type DueFilter,
  dueFilters,
  stateFilters,
  type TaskFilter,
} from "../../../../shared/work/tasks/tasks.filter.rules";
import {
  type ChoiceField,
  choiceFields,
  type FigureColumn,
  type FigureField,
  figureFields,
  parseChoice,
} from "../../../../shared/work/tasks/tasks.field-lists";
import { taskFields } from "../../../../shared/work/tasks/tasks.fields";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { FilterPill } from "../../../ui/fields/FilterPill";
import { StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { statusOfColumn } from "../state/column.status";
import type { PickerOption } from "../../../ui/fields/Picker";
import { useBoard, useBoardParts } from "../state/useBoard";
import { useBoardFilter } from "./useBoardFilter";
import { useChoices } from "../fields/useChoices";
import { usePersonFilterOptions } from "../fields/usePersonOptions";
import { FilterPicker } from "../../../ui/fields/FilterPicker";

interface Facet {
  key: string;
  label: string;
  options: readonly PickerOption[];
  chosen: readonly string[];
  pick: (value: string) => void;
  /** True for filters that have a separate control; the menu offers them only if `brief` is set. */
  own?: boolean;
}

export function MoreFilters({ brief, onAdvanced }: { brief: boolean; onAdvanced: () => void }) {
  const { list } = useFormat();
  const facets = useFacets();
  return (
    <>
      {facets
        .filter(({ chosen, own }) => chosen.length > 0 && !own)
        .map(({ key, label, options, chosen, pick }) => (
          <FilterPicker
            key={key}
            label={label}
            value={
              <bdi>{list(options.filter(({ value }) => chosen.includes(value)).map((option) => option.label))}</bdi>
            }
            multiple
            options={options}
            chosen={chosen}
            onPick={pick}
            width={220}
          />
        ))}
      <AddFilter facets={facets.filter(({ own }) => brief || !own)} onAdvanced={onAdvanced} />
    </>
  );
}

function AddFilter({ facets, onAdvanced }: { facets: readonly Facet[]; onAdvanced: () => void }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <Menu opened={open} onChange={setOpen} width={200}>
      <Menu.Target>
        <FilterPill label={text("filter.add")} />
      </Menu.Target>
      <Menu.Dropdown>
        {facets.map(({ key, label: name, options, chosen, pick }) => (
          <Menu.Sub key={key}>
            <Menu.Sub.Target>
              <Menu.Sub.Item>{name}</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              {options.map((option) => (
                <Menu.Item
                  key={option.value}
                  leftSection={option.icon as ReactNode}
                  rightSection={chosen.includes(option.value) && <IconCheck size={14} stroke={2} aria-hidden />}
                  onClick={() => pick(option.value)}
                >
                  <bdi>{option.label}</bdi>
                </Menu.Item>
              ))}
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onAdvanced}>{text("filter.advanced")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type OneOf = "created" | FigureColumn;

function useFacets(): readonly Facet[] {
  const text = useText();
  const choices = useChoices();
  const { filter, change } = useBoardFilter();
  const people = usePersonFilterOptions(useBoard(({ drawn }) => drawn.users));
  const { external } = useCurrentUser();
  const columns = useBoardParts(({ context: { drawn } }) => ({ columnIds: drawn.columnIds, columns: drawn.columns }));
  const oneOf = (field: OneOf, values: readonly string[], labelOf: (value: string) => string): Facet => ({
    key: field,
    label: text(`filter.${field}`),
    options: values.map((value) => ({ value, label: labelOf(value) })),
    chosen: filter[field] ? [filter[field]] : [],
    pick: (value) => change({ [field]: filter[field] === value ? null : value } as Partial<TaskFilter>),
  });
  const toggled = (all: readonly number[], one: number) =>
    all.includes(one) ? all.filter((other) => other !== one) : [...all, one];
  const ofChoices = (field: ChoiceField, own?: boolean): Facet => ({
    key: field,
    own,
    label: choices.label(field),
    options: choices.options(field),
    chosen: filter[field].map(String),
    pick: (value) => {
      const rest = filter[field].filter((one) => String(one) !== value);
      const had = rest.length < filter[field].length;
      change({ [field]: had ? rest : [...rest, parseChoice(field, value)] });
    },
  });
  const ofFigure = (field: FigureField): Facet => {
    const { figure, column } = taskFields[field];
    // External users can't read the time spent.
    const values = figure.filters.filter((one) => !(external && one === "over"));
    return oneOf(column.name, values, (value) => text(`filter.${column.name}.${value as "none"}`));
  };
  return [
    {
      key: "status",
      label: text("task.status"),
      options: [
        ...stateFilters.map((state) => ({ value: state, label: text(`filter.state.${state}`) })),
        ...columns.columnIds.map((id) => ({
          value: String(id),
          label: columns.columns[id]?.title ?? "",
          icon: <StatusGlyph status={statusOfColumn(columns, id)} />,
        })),
      ],
      chosen: [...(filter.state ? [filter.state] : []), ...filter.columns.map(String)],
      pick: (value) => {
        const state = stateFilters.find((one) => one === value);
        if (state) change({ state: filter.state === state ? null : state });
        else change({ columns: toggled(filter.columns, Number(value)) });
      },
    },
    ofChoices("priority", true),
    {
      key: "due",
      own: true,
      label: text("task.due"),
      options: dueFilters.map((value) => ({ value, label: text(`board.due.${value}`) })),
      chosen: filter.due ? [filter.due] : [],
      pick: (value) => change({ due: filter.due === value ? null : (value as DueFilter) }),
    },
    ...choiceFields.filter((field) => field !== "priority").map((field) => ofChoices(field)),
    {
      key: "reporter",
      label: text("task.reporter"),
      options: people,
      chosen: filter.reporters.map(String),
      pick: (value) => change({ reporters: toggled(filter.reporters, Number(value)) }),
    },
    ...figureFields.map(ofFigure),
    oneOf("created", createdFilters, (value) => text(`filter.created.${value as "today"}`)),
    {
      key: "blocked",
      label: text("filter.blocked"),
      options: [{ value: "1", label: text("filter.blocked.yes") }],
      chosen: filter.blocked ? ["1"] : [],
      pick: () => change({ blocked: !filter.blocked }),
    },
  ];
}
