import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import {
  createdFilters,
  type DueFilter,
  dueFilters,
  estimateFilters,
  progressFilters,
  stateFilters,
  type TaskFilter,
} from "../../../shared/tasks/tasks.filter.rules";
import { type ChoiceField, choiceFields, choiceFrom } from "../../../shared/tasks/tasks.field-lists";
import { useFormat, useText } from "../../platform/intl/useText";
import { FilterPill } from "../../ui/fields/FilterPill";
import { StatusGlyph } from "../../ui/signs/StatusGlyph";
import { statusOfColumn } from "../board/state/column.status";
import type { PickerOption } from "../fields/Picker";
import { Picker } from "../fields/Picker";
import { useBoardParts } from "../board/state/useBoard";
import { useBoardFilter } from "./useBoardFilter";
import { useChoices } from "../fields/useChoices";
import { usePersonOptions } from "../fields/usePersonOptions";

interface Facet {
  key: string;
  label: string;
  options: readonly PickerOption[];
  chosen: readonly string[];
  pick: (value: string) => void;
  /** It has a pill of its own. */
  own?: boolean;
}

/** Filters that aren't asked for every day: each is offered by "+ Filter", and gets a pill of its own once it is set. */
export function MoreFilters({ brief }: { brief: boolean }) {
  const text = useText();
  const { list } = useFormat();
  const facets = useFacets();
  return (
    <>
      {facets
        .filter(({ chosen, own }) => chosen.length > 0 && !own)
        .map(({ key, label, options, chosen, pick }) => (
          <Picker key={key} multiple options={options} chosen={chosen} onPick={pick} searchLabel={label} width={220}>
            {(button) => (
              <FilterPill
                label={label}
                value={
                  <bdi>{list(options.filter(({ value }) => chosen.includes(value)).map((option) => option.label))}</bdi>
                }
                {...button}
              />
            )}
          </Picker>
        ))}
      <AddFilter facets={facets.filter(({ own }) => brief || !own)} label={text("filter.add")} />
    </>
  );
}

function AddFilter({ facets, label }: { facets: readonly Facet[]; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Menu opened={open} onChange={setOpen} width={200} position="bottom-start">
      <Menu.Target>
        <FilterPill label={label} />
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
      </Menu.Dropdown>
    </Menu>
  );
}

type OneOf = "created" | "estimate" | "progress";

function useFacets(): readonly Facet[] {
  const text = useText();
  const choices = useChoices();
  const { filter, change } = useBoardFilter();
  const people = usePersonOptions();
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
      change({ [field]: had ? rest : [...rest, choiceFrom(field, value)] });
    },
  });
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
    oneOf("progress", progressFilters, (value) => text(`filter.progress.${value as "none"}`)),
    oneOf("estimate", estimateFilters, (value) => text(`filter.estimate.${value as "none"}`)),
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
