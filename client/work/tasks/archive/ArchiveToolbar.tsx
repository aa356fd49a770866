import { usePeoplePickerOptions } from "../../../ui/fields/usePeopleOptions";
import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../../../platform/intl/useText";
import { Toolbar } from "../../../ui/PageHead";
import type { Person } from "../../../ui/signs/people";
import classes from "./ArchivedTasks.module.css";
import { type ArchiveFilter, type ArchiveSpan, archiveSpans } from "./useArchive";
import { FilterPicker } from "../../../ui/fields/FilterPicker";
import tones from "../../../ui/layout/tones.module.css";

interface ArchiveToolbarProps {
  filter: ArchiveFilter;
  people: readonly Person[];
  total: number | undefined;
  onChange: (change: Partial<ArchiveFilter>) => void;
}

export function ArchiveToolbar({ filter, people, total, onChange }: ArchiveToolbarProps) {
  const text = useText();
  const options = usePeoplePickerOptions(people);
  const [typed, setTyped] = useState(filter.text);
  const search = useDebouncedCallback((words: string) => onChange({ text: words }), 250);
  return (
    <Toolbar>
      <TextInput
        size="xs"
        className={classes.search}
        value={typed}
        placeholder={text("archive.search")}
        aria-label={text("archive.search")}
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      <FilterPicker
        label={text("archive.by")}
        value={filter.by !== null && <bdi>{options.find(({ id }) => id === filter.by)?.label ?? ""}</bdi>}
        options={options}
        chosen={filter.by === null ? [] : [String(filter.by)]}
        onPick={(id) => onChange({ by: Number(id) === filter.by ? null : Number(id) })}
        searchLabel={text("board.filter.findPerson")}
      />
      <FilterPicker
        label={text("archive.when")}
        value={filter.within && text("archive.days", { count: archiveSpans[filter.within] })}
        options={(Object.keys(archiveSpans) as ArchiveSpan[]).map((span) => ({
          value: span,
          label: text("archive.days", { count: archiveSpans[span] }),
        }))}
        chosen={filter.within ? [filter.within] : []}
        onPick={(span) => onChange({ within: span === filter.within ? null : (span as ArchiveSpan) })}
        width={200}
      />
      {total !== undefined && <span className={tones.quiet}>{text("board.column.tasks", { count: total })}</span>}
    </Toolbar>
  );
}
