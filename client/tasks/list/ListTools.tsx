import { UnstyledButton } from "@mantine/core";
import { IconDownload, IconX } from "@tabler/icons-react";
import { isFiltering, noFilter } from "../../../shared/tasks/tasks.filter.rules";
import { useText } from "../../platform/intl/useText";
import { FilterPill } from "../../ui/fields/FilterPill";
import { Toolbar } from "../../ui/PageHead";
import { SearchField } from "../../ui/fields/SearchField";
import { UndoButton } from "../filters/BoardFilters";
import filterClasses from "../filters/BoardFilters.module.css";
import { FilterPills } from "../filters/FilterPills";
import { Picker } from "../fields/Picker";
import { useBoardFilter } from "../filters/useBoardFilter";
import { ColumnsMenu } from "./ColumnsMenu";
import type { ListSettings } from "./list.columns";
import { type Grouping, groupings } from "./list.groups";
import type { Listing } from "./list.listing";
import classes from "./ListTools.module.css";
import { useCsv } from "./useCsv";
import { useGrouping } from "./useListing";
import type { ChangeSettings } from "./useListSettings";

interface ListToolsProps {
  listing: Listing;
  settings: ListSettings;
  changeSettings: ChangeSettings;
}

/** What the list shows and how. */
export function ListTools({ listing, settings, changeSettings }: ListToolsProps) {
  const text = useText();
  const { filter, change } = useBoardFilter();
  const save = useCsv(listing, settings);
  return (
    <Toolbar>
      <GroupPill />
      <FilterPills brief />
      <SearchField text={filter.text} label={text("list.search")} onChange={(value) => change({ text: value })} />
      {isFiltering(filter) && (
        <UnstyledButton className={filterClasses.clear} onClick={() => change({ ...noFilter })}>
          <IconX size={14} stroke={1.75} aria-hidden />
          {text("board.filter.clear")}
        </UnstyledButton>
      )}
      <span className={classes.end}>
        <UndoButton />
        <ColumnsMenu settings={settings} changeSettings={changeSettings} />
        <UnstyledButton className={classes.tool} onClick={save} aria-label={text("list.csv.label")}>
          <IconDownload size={16} stroke={1.75} aria-hidden />
          {text("list.csv")}
        </UnstyledButton>
      </span>
    </Toolbar>
  );
}

function GroupPill() {
  const text = useText();
  const [grouping, change] = useGrouping();
  return (
    <Picker
      options={groupings.map((one) => ({ value: one, label: text(`list.group.${one}`) }))}
      chosen={[grouping]}
      onPick={(value) => change(value as Grouping)}
      searchLabel={text("list.groupBy")}
      width={180}
    >
      {(button) => <FilterPill label={text("list.groupBy")} value={text(`list.group.${grouping}`)} {...button} />}
    </Picker>
  );
}
