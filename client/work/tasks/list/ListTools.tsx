import { memo } from "react";
import { UnstyledButton } from "@mantine/core";
import { IconDownload, IconX } from "@tabler/icons-react";
import { isFiltering, emptyFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import { useText } from "../../../platform/intl/useText";
import { useIsCompactWidth } from "../../../platform/useIsPhoneWidth";
import { Toolbar } from "../../../ui/PageHead";
import { SearchField } from "../../../ui/fields/SearchField";
import { SortPill, UndoButton } from "../filters/BoardFilters";
import filterClasses from "../filters/BoardFilters.module.css";
import { FilterPills } from "../filters/FilterPills";
import { useBoardFilter } from "../filters/useBoardFilter";
import { ColumnsMenu } from "./ColumnsMenu";
import type { ListSettings } from "./list.columns";
import { type Grouping, groupings } from "./list.groups";
import type { Listing } from "./list.listing";
import classes from "./ListTools.module.css";
import { useCsvExport } from "./useCsvExport";
import { useGrouping } from "./useListing";
import type { ListSettingsUpdater } from "./useListSettings";
import { FilterPicker } from "../../../ui/fields/FilterPicker";

interface ListToolsProps {
  listing: () => Listing;
  settings: ListSettings;
  changeSettings: ListSettingsUpdater;
}

/** Memoized because task changes don't affect the tools. */
export const ListTools = memo(function ListTools({ listing, settings, changeSettings }: ListToolsProps) {
  const text = useText();
  const { filter, change } = useBoardFilter();
  const compact = useIsCompactWidth();
  const [grouping] = useGrouping();
  const save = useCsvExport(listing, settings, grouping);
  const end = (
    <span className={classes.end}>
      <UndoButton />
      <ColumnsMenu settings={settings} changeSettings={changeSettings} />
      <UnstyledButton
        className={classes.tool}
        onClick={save}
        aria-label={text("list.csv.label")}
        title={compact ? text("list.csv.label") : undefined}
      >
        <IconDownload size={16} stroke={1.75} aria-hidden />
        {!compact && text("list.csv")}
      </UnstyledButton>
    </span>
  );
  return (
    <Toolbar end={end}>
      <FilterPills brief={compact} />
      {!compact && <SortPill />}
      <GroupPill />
      <SearchField text={filter.text} label={text("list.search")} onChange={(value) => change({ text: value })} />
      {isFiltering(filter) && (
        <UnstyledButton className={filterClasses.clear} data-keep onClick={() => change({ ...emptyFilter })}>
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("board.filter.clear")}
        </UnstyledButton>
      )}
    </Toolbar>
  );
});

function GroupPill() {
  const text = useText();
  const [grouping, change] = useGrouping();
  return (
    <FilterPicker
      label={text("list.groupBy")}
      value={text(`list.group.${grouping}`)}
      options={groupings.map((one) => ({ value: one, label: text(`list.group.${one}`) }))}
      chosen={[grouping]}
      onPick={(value) => change(value as Grouping)}
      width={180}
    />
  );
}
