import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { changeBirthday, readDashboard } from "../../../shared/insights/dashboard/dashboard.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import flow from "../../ui/layout/flow.module.css";

/** Lets users share the month and day of their birthday on colleagues' dashboards; the year isn't requested. */
export function BirthdayPanel() {
  const text = useText();
  const { external, viewing } = useCurrentUser();
  const isShown = !external && viewing === null;
  const query = useEndpoint(readDashboard, {}, { enabled: isShown });
  if (!isShown) return null;
  return (
    <Panel title={text("profile.birthday")} padded>
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />}>
        {({ data: { birthday } }) => <Choose key={birthday} birthday={birthday} />}
      </QueryBoundary>
    </Panel>
  );
}

const two = (number: number) => String(number).padStart(2, "0");
/** 2024 is a leap year, so that 29 February is included. */
const daysIn = (month: string) => new Date(Date.UTC(2024, Number(month), 0)).getUTCDate();

function Choose({ birthday }: { birthday: string | null }) {
  const text = useText();
  const { day, number } = useFormat();
  const [month, setMonth] = useState(birthday?.slice(0, 2) ?? "");
  const [date, setDate] = useState(birthday?.slice(3) ?? "");
  const [pending, setPending] = useState(false);
  const save = async (value: string | null) => {
    setPending(true);
    await call(changeBirthday, { body: { birthday: value } })
      .then(({ message }) => toast.done(message ?? ""))
      .catch(reportFailure);
    setPending(false);
  };
  const months = Array.from({ length: 12 }, (_, at) => ({
    value: two(at + 1),
    label: day(`2024-${two(at + 1)}-01`, "month"),
  }));
  const days = Array.from({ length: month ? daysIn(month) : 31 }, (_, at) => ({
    value: two(at + 1),
    label: number(at + 1),
  }));
  const whole = month && date && Number(date) <= daysIn(month) ? `${month}-${date}` : null;
  return (
    <div className={flow.stack}>
      <p>{text("profile.birthday.why")}</p>
      <Select
        label={text("profile.birthday.month")}
        data={months}
        value={month}
        onChange={(value) => setMonth(value ?? "")}
      />
      <Select
        label={text("profile.birthday.day")}
        data={days}
        value={date}
        onChange={(value) => setDate(value ?? "")}
      />
      <div>
        <Button
          variant="filled"
          loading={pending}
          disabled={!whole || whole === birthday}
          onClick={() => void save(whole)}
        >
          {text("profile.birthday.show")}
        </Button>
        {birthday && (
          <Button variant="subtle" color="gray" disabled={pending} onClick={() => void save(null)}>
            {text("profile.birthday.hide")}
          </Button>
        )}
      </div>
    </div>
  );
}
