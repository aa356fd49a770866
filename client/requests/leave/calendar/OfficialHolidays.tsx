import { Button, Checkbox, Select } from "@mantine/core";
import { IconArrowsExchange, IconCheck, IconEqual } from "@tabler/icons-react";
import { useState } from "react";
import {
  addOfficialHolidays,
  listOfficialHolidayCountries,
  type HolidayCountry,
  type OfficialHoliday,
} from "../../../../shared/requests/leave/calendar/official-holidays.contract";
import { textLocaleOf } from "../../../platform/intl/formats";
import { activeLanguage$ } from "../../../platform/intl/language";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAction, useEndpoint } from "../../../platform/query";
import { useStore } from "../../../platform/store";
import { useToday } from "../../../platform/today";
import { CancelButton } from "../../../ui/CancelButton";
import { Dialog } from "../../../ui/Dialog";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { toast } from "../../../ui/toast/toast";
import { HolidayLocation } from "./HolidayLocation";
import classes from "./Holidays.module.css";

export function OfficialHolidays({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} size={640} title={text("holiday.official")}>
      {opened && <Countries onClose={onClose} />}
    </Dialog>
  );
}

function Countries({ onClose }: { onClose: () => void }) {
  const text = useText();
  const query = useEndpoint(listOfficialHolidayCountries);
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={4} />} failed={text("holiday.official.failed")}>
      {({ data }) => <Choose countries={data} onClose={onClose} />}
    </QueryBoundary>
  );
}

interface Choice {
  country: string | null;
  region: string | null;
  years: readonly number[];
  optional: boolean;
  location: string;
}

function Choose({ countries, onClose }: { countries: readonly HolidayCountry[]; onClose: () => void }) {
  const text = useText();
  const locale = textLocaleOf(useStore(activeLanguage$).language);
  const present = Number(useToday().slice(0, 4));
  const [choice, setChoice] = useState<Choice>({
    country: null,
    region: null,
    years: [present, present + 1],
    optional: false,
    location: "",
  });
  const preview = useAction(addOfficialHolidays);
  const add = useAction(addOfficialHolidays, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      onClose();
    },
  });
  /** Discards the preview, which no longer matches the input. */
  const change = (changes: Partial<Choice>) => {
    setChoice({ ...choice, ...changes });
    preview.reset();
  };
  const bodyOf = (dry_run: boolean) => ({
    ...choice,
    country: choice.country ?? "",
    years: [...choice.years],
    dry_run,
  });
  const names = new Intl.DisplayNames([locale, "en"], { type: "region", fallback: "code" });
  const byName = new Intl.Collator(locale);
  const options = countries
    .map(({ code }) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, two) => byName.compare(one.label, two.label));
  const regions = countries.find(({ code }) => code === choice.country)?.regions ?? [];
  const rows = preview.data?.data.rows;
  const fresh = rows?.filter(({ state }) => state !== "known").length ?? 0;
  return (
    <div className={classes.import}>
      <p className={classes.why}>{text("holiday.official.why")}</p>
      <div className={classes.names}>
        <Select
          data-autofocus
          label={text("holiday.official.country")}
          searchable
          data={options}
          value={choice.country}
          onChange={(country) => change({ country, region: null })}
        />
        <Select
          label={<OptionalLabel label={text("holiday.official.region")} />}
          placeholder={text("holiday.official.wholeCountry")}
          searchable
          clearable
          disabled={regions.length === 0}
          data={regions.map(({ code, name }) => ({ value: code, label: name }))}
          value={choice.region}
          onChange={(region) => change({ region })}
        />
      </div>
      <Checkbox.Group
        label={text("holiday.official.years")}
        value={choice.years.map(String)}
        onChange={(years) => change({ years: years.map(Number).sort((one, other) => one - other) })}
      >
        <div className={classes.years}>
          {[present, present + 1, present + 2].map((year) => (
            <Checkbox key={year} value={String(year)} label={text("holiday.official.year", { year })} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label={text("holiday.official.optional")}
        checked={choice.optional}
        onChange={(event) => change({ optional: event.currentTarget.checked })}
      />
      <HolidayLocation
        description={text("holiday.official.location")}
        value={choice.location}
        onChange={(location) => change({ location })}
      />
      {rows && <Rows rows={rows} />}
      <p className={classes.why}>{text("holiday.official.source")}</p>
      <footer className={classes.footer}>
        <CancelButton isSending={preview.isPending || add.isPending} onClick={onClose} />
        {rows ? (
          <Button
            variant="filled"
            disabled={fresh === 0}
            loading={add.isPending}
            onClick={() => add.mutate({ body: bodyOf(false) })}
          >
            {text("holiday.official.add", { count: fresh })}
          </Button>
        ) : (
          <Button
            variant="filled"
            disabled={!choice.country || choice.years.length === 0}
            loading={preview.isPending}
            onClick={() => preview.mutate({ body: bodyOf(true) })}
          >
            {text("holiday.import.check")}
          </Button>
        )}
      </footer>
    </div>
  );
}

const signs = { new: IconCheck, known: IconEqual, changed: IconArrowsExchange } as const;

function Rows({ rows }: { rows: readonly OfficialHoliday[] }) {
  const text = useText();
  const nameOf = useNameOf();
  const { day } = useFormat();
  if (rows.length === 0) return <p role="status">{text("holiday.official.none")}</p>;
  const changeOf = ({ date, before }: OfficialHoliday) =>
    before && before.date !== date
      ? text("holiday.official.moved", { date: day(before.date, "medium") })
      : text("holiday.official.halfChanged");
  return (
    <ol className={classes.rows} aria-label={text("holiday.import.preview")}>
      {rows.map((row, at) => {
        const Sign = signs[row.state];
        return (
          <li key={at} data-state={row.state}>
            <Sign size={16} stroke={1.75} aria-hidden />
            <span className={classes.line}>{day(row.date, "medium")}</span>
            <span>
              <bdi>{nameOf(row)}</bdi>{" "}
              {row.half && <span className={classes.mark}>{text(`holiday.half.${row.half}`)}</span>}
            </span>
            <span className={classes.why}>
              {row.state === "changed" ? changeOf(row) : text(`holiday.import.${row.state}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
