import { Button, Select } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { listSecurityEvents } from "../../shared/audit/security-log.contract";
import { securityKinds, securityOutcomes } from "../../shared/kernel/security";
import { legacyUsers } from "../../shared/people/people.contract";
import { queryText } from "../platform/api";
import { download } from "../platform/download";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useToday } from "../platform/today";
import { DateField } from "../ui/fields/DateField";
import { Toolbar } from "../ui/PageHead";
import { toast } from "../ui/toast/toast";
import classes from "./security-log.module.css";
import { queryOf, type useSecurityFilter } from "./security-log.query";

/** Of whom, what, how it ended, and when. */
export function SecurityFilters({ filter, set, clear, narrowed }: ReturnType<typeof useSecurityFilter>) {
  const text = useText();
  const people = useEndpoint(legacyUsers).data?.data ?? [];
  return (
    <Toolbar>
      <Choice
        searchable
        label={text("securityLog.person")}
        value={filter.user === null ? null : String(filter.user)}
        onChange={(value) => set({ user: Number(value) || null })}
        data={people.map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
      />
      <Choice
        searchable
        label={text("securityLog.column.kind")}
        value={filter.kind}
        onChange={(value) => set({ kind: securityKinds.find((one) => one === value) ?? null })}
        data={securityKinds.map((one) => ({ value: one, label: text(`securityLog.kind.${one}`) }))}
      />
      <Choice
        label={text("securityLog.column.outcome")}
        value={filter.outcome}
        onChange={(value) => set({ outcome: securityOutcomes.find((one) => one === value) ?? null })}
        data={securityOutcomes.map((one) => ({ value: one, label: text(`securityLog.outcome.${one}`) }))}
      />
      <span className={classes.dates}>
        <DateField
          size="xs"
          aria-label={text("securityLog.from")}
          placeholder={text("securityLog.from")}
          value={filter.from}
          max={filter.to}
          onChange={(from) => set({ from })}
        />
        <DateField
          size="xs"
          aria-label={text("securityLog.to")}
          placeholder={text("securityLog.to")}
          value={filter.to}
          min={filter.from}
          onChange={(to) => set({ to })}
        />
      </span>
      {narrowed && (
        <Button size="xs" variant="subtle" onClick={clear}>
          {text("securityLog.clear")}
        </Button>
      )}
      <span className={classes.grow} />
      <ExportButton filter={filter} />
    </Toolbar>
  );
}

function ExportButton({ filter }: Pick<ReturnType<typeof useSecurityFilter>, "filter">) {
  const text = useText();
  const today = useToday();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const address = `/audit/security-log/export${queryText(queryOf(filter))}`;
    const headers = await download(listSecurityEvents, address, `security-log-${today}.csv`);
    setBusy(false);
    const [shown, total] = headers?.get("x-rows")?.split("/").map(Number) ?? [];
    if (shown && total) toast.error(text("securityLog.leftOut", { shown, total })); // stays until it is closed
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
  onChange: (value: string | null) => void;
}

function Choice({ label, ...select }: ChoiceProps) {
  const text = useText();
  return (
    <Select
      size="xs"
      clearable
      className={classes.choice}
      clearButtonProps={{ "aria-label": text("securityLog.clearOne", { filter: label }) }}
      aria-label={label}
      placeholder={label}
      {...select}
    />
  );
}
