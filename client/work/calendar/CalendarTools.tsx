import { UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { emptyFilter, isFiltering } from "../../../shared/work/tasks/tasks.filter.rules";
import { useText } from "../../platform/intl/useText";
import { useIsCompactWidth } from "../../platform/useIsPhoneWidth";
import { SearchField } from "../../ui/fields/SearchField";
import { Toolbar } from "../../ui/PageHead";
import { UndoButton } from "../tasks/filters/BoardFilters";
import filterClasses from "../tasks/filters/BoardFilters.module.css";
import { FilterPills } from "../tasks/filters/FilterPills";
import { useBoardFilter } from "../tasks/filters/useBoardFilter";

export function CalendarTools() {
  const text = useText();
  const { filter, change } = useBoardFilter();
  return (
    <Toolbar end={<UndoButton />}>
      <FilterPills brief={useIsCompactWidth()} />
      <SearchField text={filter.text} label={text("calendar.search")} onChange={(value) => change({ text: value })} />
      {isFiltering(filter) && (
        <UnstyledButton className={filterClasses.clear} data-keep onClick={() => change({ ...emptyFilter })}>
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("board.filter.clear")}
        </UnstyledButton>
      )}
    </Toolbar>
  );
}
