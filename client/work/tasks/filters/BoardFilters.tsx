import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconArrowBackUp, IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { projectFieldKey } from "../../../../shared/work/fields/field-keys";
import { isFiltering, emptyFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import {
  type BoardSort,
  sortFieldOf,
  isDescending,
  type SortField,
  sortFields,
  reverseSort,
} from "../../../../shared/work/tasks/tasks.sort.rules";
import { useColumnTitle } from "../fields/useColumnTitle";
import { useBoard } from "../state/useBoard";
import { useText } from "../../../platform/intl/useText";
import { useIsCompactWidth } from "../../../platform/useIsPhoneWidth";
import { useStore } from "../../../platform/store";
import { history$, undoLast } from "../../../undo/history";
import { Toolbar } from "../../../ui/PageHead";
import { SearchField } from "../../../ui/fields/SearchField";
import classes from "./BoardFilters.module.css";
import { FilterPills } from "./FilterPills";
import { LanePill } from "./LanePill";
import { useBoardFilter } from "./useBoardFilter";
import { FilterPicker } from "../../../ui/fields/FilterPicker";

export function BoardFilters() {
  const text = useText();
  const { filter, change } = useBoardFilter();
  return (
    <Toolbar end={<UndoButton />}>
      <FilterPills brief={useIsCompactWidth()} />
      <SortPill />
      <LanePill />
      <SearchField text={filter.text} onChange={(value) => change({ text: value })} />
      {isFiltering(filter) && (
        <UnstyledButton className={classes.clear} data-keep onClick={() => change({ ...emptyFilter })}>
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("board.filter.clear")}
        </UnstyledButton>
      )}
    </Toolbar>
  );
}

export function SortPill() {
  const text = useText();
  const titleOf = useColumnTitle();
  const fields = useBoard(({ drawn }) => drawn.fields);
  const { sort, change } = useBoardFilter();
  const field = sortFieldOf(sort);
  const Arrow = isDescending(sort) ? IconArrowDown : IconArrowUp;
  return (
    <FilterPicker
      label={text("board.sort")}
      value={field !== "rank" && <SortValue field={field} turned={isDescending(sort)} />}
      options={[...sortFields, ...fields.map(({ id }) => projectFieldKey(id))].map((one) => ({
        value: one,
        label: one === "rank" ? text("board.sort.rank") : titleOf(one),
        icon:
          one !== "rank" && one === field ? (
            <Arrow size={14} stroke={1.75} aria-hidden />
          ) : (
            <i className={classes.noIcon} />
          ),
      }))}
      chosen={[field]}
      onPick={(value) => change({ sort: value === field ? reverseSort(sort) : (value as BoardSort) })}
      width={200}
    />
  );
}

function SortValue({ field, turned: down }: { field: Exclude<SortField, "rank">; turned: boolean }) {
  const text = useText();
  const titleOf = useColumnTitle();
  return (
    <>
      <bdi>{titleOf(field)}</bdi>
      {down && <span className="sr-only">{text("list.sort.turned")}</span>}
      {down && <IconArrowDown size={12} stroke={2} aria-hidden />}
    </>
  );
}

/** Its place is reserved, so that the first change moves nothing under the pointer. */
export function UndoButton() {
  const text = useText();
  const last = useStore(history$).undo.at(-1);
  const label = last && text("board.undo", { what: last.text });
  return (
    <span className={classes.undo}>
      {label && (
        <ActionIcon size={28} aria-label={label} title={label} onClick={() => void undoLast()}>
          <IconArrowBackUp size={16} stroke={1.75} className="flip" />
        </ActionIcon>
      )}
    </span>
  );
}
