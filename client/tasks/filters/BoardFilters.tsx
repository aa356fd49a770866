import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconArrowBackUp, IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { isFiltering, noFilter } from "../../../shared/tasks/tasks.filter.rules";
import {
  type BoardSort,
  fieldOf,
  isTurned,
  type SortField,
  sortFields,
  turned,
} from "../../../shared/tasks/tasks.sort.rules";
import { useText } from "../../platform/intl/useText";
import { useValue } from "../../platform/value";
import { history$, undoLast } from "../../undo/history";
import { FilterPill } from "../../ui/fields/FilterPill";
import { Toolbar } from "../../ui/PageHead";
import { SearchField } from "../../ui/fields/SearchField";
import classes from "./BoardFilters.module.css";
import { FilterPills } from "./FilterPills";
import { LanePill } from "../board/columns/LanePill";
import { Picker } from "../fields/Picker";
import { useBoardFilter } from "./useBoardFilter";

/** What is shown, in what order. All of it stands in the address. */
export function BoardFilters() {
  const text = useText();
  const { filter, change } = useBoardFilter();
  return (
    <Toolbar>
      <FilterPills />
      <SortPill />
      <LanePill />
      <SearchField text={filter.text} onChange={(value) => change({ text: value })} />
      {isFiltering(filter) && (
        <UnstyledButton className={classes.clear} onClick={() => change({ ...noFilter })}>
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("board.filter.clear")}
        </UnstyledButton>
      )}
      <UndoButton />
    </Toolbar>
  );
}

function SortPill() {
  const text = useText();
  const { sort, change } = useBoardFilter();
  const field = fieldOf(sort);
  const Arrow = isTurned(sort) ? IconArrowDown : IconArrowUp;
  return (
    <Picker
      options={sortFields.map((one) => ({
        value: one,
        label: text(one === "rank" ? "board.sort.rank" : `list.column.${one}`),
        icon:
          one !== "rank" && one === field ? (
            <Arrow size={14} stroke={1.75} aria-hidden />
          ) : (
            <i className={classes.noIcon} />
          ),
      }))}
      chosen={[field]}
      onPick={(value) => change({ sort: value === field ? turned(sort) : (value as BoardSort) })}
      searchLabel={text("board.sort")}
      width={200}
    >
      {(button) => (
        <FilterPill
          label={text("board.sort")}
          value={field !== "rank" && <SortValue field={field} turned={isTurned(sort)} />}
          {...button}
        />
      )}
    </Picker>
  );
}

function SortValue({ field, turned: down }: { field: Exclude<SortField, "rank">; turned: boolean }) {
  const text = useText();
  return (
    <>
      {text(`list.column.${field}`)}
      {down && <span className="sr-only">{text("list.sort.turned")}</span>}
      {down && <IconArrowDown size={12} stroke={2} aria-hidden />}
    </>
  );
}

export function UndoButton() {
  const text = useText();
  const last = useValue(history$).undo.at(-1);
  if (!last) return null;
  const label = text("board.undo", { what: last.text });
  return (
    <ActionIcon className={classes.undo} size={28} aria-label={label} title={label} onClick={() => void undoLast()}>
      <IconArrowBackUp size={16} stroke={1.75} className="flip" />
    </ActionIcon>
  );
}
