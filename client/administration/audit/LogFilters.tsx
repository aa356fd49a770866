import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Button, Select } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { listVisiblePeople } from "../../../shared/kernel/visible-users.contract";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import { queryText } from "../../platform/api";
import { downloadRows } from "../../platform/download";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { DateField } from "../../ui/fields/DateField";
import { Toolbar } from "../../ui/PageHead";
import { toast } from "../../ui/toast/toast";
import { clearButton } from "../../ui/fields/clear-button";
import classes from "./log.module.css";
import flow from "../../ui/layout/flow.module.css";

interface Days {
  from: string | null;
  to: string | null;
}

interface LogFiltersProps {
  /** `list` is the exported list's endpoint, `query` its current query. */
  list: Endpoint;
  query: Record<string, string | number | undefined>;
  days: Days;
  onDays: (days: Partial<Days>) => void;
  narrowed: boolean;
  clear: () => void;
  children: ReactNode;
}

export function LogFilters({ list, query, days, onDays, narrowed, clear, children }: LogFiltersProps) {
  const text = useText();
  return (
    <Toolbar>
      {children}
      <span className={classes.dates}>
        <DateField
          size="xs"
          aria-label={text("securityLog.from")}
          placeholder={text("securityLog.from")}
          value={days.from}
          max={days.to}
          onChange={(from) => onDays({ from })}
        />
        <DateField
          size="xs"
          aria-label={text("securityLog.to")}
          placeholder={text("securityLog.to")}
          value={days.to}
          min={days.from}
          onChange={(to) => onDays({ to })}
        />
      </span>
      {narrowed && (
        <Button size="xs" variant="subtle" onClick={clear}>
          {text("securityLog.clear")}
        </Button>
      )}
      <span className={flow.grow} />
      <ExportButton list={list} query={query} />
    </Toolbar>
  );
}

function ExportButton({ list, query }: Pick<LogFiltersProps, "list" | "query">) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const cut = await downloadRows(list, `${list.path}/export${queryText(query)}`);
    setBusy(false);
    if (cut) toast.error(text("securityLog.leftOut", { ...cut })); // error toasts stay until the user closes them
  };
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      loading={busy}
      leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
      onClick={() => void save()}
    >
      {text("securityLog.export")}
    </Button>
  );
}

interface ChoiceProps {
  label: string;
  value: string | null;
  data: { value: string; label: string }[];
  searchable?: boolean;
  nothingFoundMessage?: string | false;
  onChange: (value: string | null) => void;
}

export function LogSelect({ label, ...select }: ChoiceProps) {
  const text = useText();
  return (
    <Select
      size="xs"
      clearable
      className={classes.choice}
      clearButtonProps={clearButton(text("securityLog.clearOne", { filter: label }))}
      aria-label={label}
      placeholder={label}
      {...select}
    />
  );
}

interface PersonChoiceProps {
  label: string;
  value: number | null;
  onChange: (id: number | null) => void;
}

export function LogPersonSelect({ label, value, onChange }: PersonChoiceProps) {
  const text = useText();
  const people = useEndpoint(listVisiblePeople);
  return (
    <LogSelect
      searchable
      label={label}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(Number(id) || null)}
      data={usePeopleOptions(people.data?.data ?? [])}
      nothingFoundMessage={people.isLoadingError && text("error.notLoaded")}
    />
  );
}
