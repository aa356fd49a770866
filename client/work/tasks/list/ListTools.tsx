import { memo } from "react";
import { UnstyledButton } from "@mantine/core";
import { IconDownload, IconX } from "@tabler/icons-react";
import { isProjectFieldKey } from "../../../../shared/work/fields/field-keys";
import { isFiltering, emptyFilter } from "../../../../shared/work/tasks/tasks.filter.rules";
import { useText } from "../../../platform/intl/useText";
import { useIsCompactWidth } from "../../../platform/useIsPhoneWidth";
import { Fold } from "../../../ui/Fold";
import { Toolbar } from "../../../ui/PageHead";
import { SearchField } from "../../../ui/fields/SearchField";
import { SortPill, UndoButton } from "../filters/BoardFilters";
import filterClasses from "../filters/BoardFilters.module.css";
import { FilterPills } from "../filters/FilterPills";
import { useBoardFilter } from "../filters/useBoardFilter";
import { useColumnTitle } from "../fields/useColumnTitle";
import { groupFieldKeysOf } from "../state/field-groups";
import { useBoard } from "../state/useBoard";
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
    <>
      <span className={classes.undo}>
        <UndoButton />
      </span>
      <Fold atEnd className={classes.end}>
        <ColumnsMenu settings={settings} changeSettings={changeSettings} />
        <UnstyledButton
          className={classes.tool}
          onClick={save}
          aria-label={text("list.csv.label")}
          title={text("list.csv.label")}
        >
          <IconDownload size={16} stroke={1.75} aria-hidden />
          <span className={classes.menuText}>{text("list.csv")}</span>
        </UnstyledButton>
      </Fold>
    </>
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
  const titleOf = useColumnTitle();
  const fields = useBoard(({ drawn }) => drawn.fields);
  const [grouping, change] = useGrouping();
  const nameOf = (one: Grouping) => (isProjectFieldKey(one) ? titleOf(one) : text(`list.group.${one}`));
  return (
    <FilterPicker
      label={text("list.groupBy")}
      value={<bdi>{nameOf(grouping)}</bdi>}
      options={[...groupings, ...groupFieldKeysOf(fields)].map((one) => ({ value: one, label: nameOf(one) }))}
      chosen={[grouping]}
      onPick={(value) => change(value as Grouping)}
      width={180}
    />
  );
}
