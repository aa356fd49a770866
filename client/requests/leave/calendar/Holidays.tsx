import { ActionIcon, Button } from "@mantine/core";
import {
  IconChevronLeft,
  IconChevronRight,
  IconFileImport,
  IconPencil,
  IconPlus,
  IconTrash,
  IconWorld,
} from "@tabler/icons-react";
import { useState } from "react";
import {
  deleteHoliday,
  type HolidayRecord,
  listHolidays,
} from "../../../../shared/requests/leave/calendar/holidays.contract";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAction, useEndpoint } from "../../../platform/query";
import { useCan } from "../../../platform/session";
import { useToday } from "../../../platform/today";
import { useAddress } from "../../../platform/address/useAddress";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { EmptyState } from "../../../ui/states/EmptyState";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { toast } from "../../../ui/toast/toast";
import { HolidayDialog } from "./HolidayDialog";
import { HolidayImport } from "./HolidayImport";
import classes from "./Holidays.module.css";
import { LeaveTabs } from "../types/LeaveTabs";
import { OfficialHolidays } from "./OfficialHolidays";
import { WorkWeekPanel } from "./WorkWeekPanel";

type Open = { what: "edit"; holiday: HolidayRecord | null } | { what: "delete"; holiday: HolidayRecord } | null;

export function Holidays() {
  const text = useText();
  const can = useCan()("leave-type-edit");
  const [open, setOpen] = useState<Open>(null);
  const [importing, setImporting] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead title={text("title.leave")} tabs={<LeaveTabs tab="holidays" />}>
        {can && (
          <>
            <Button
              leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {text("holiday.import")}
            </Button>
            <Button leftSection={<IconWorld size={16} stroke={1.75} aria-hidden />} onClick={() => setChoosing(true)}>
              {text("holiday.official")}
            </Button>
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => setOpen({ what: "edit", holiday: null })}
            >
              {text("holiday.new")}
            </Button>
          </>
        )}
      </PageHead>
      <div className={classes.page}>
        <HolidayList editable={can} onOpen={setOpen} />
        <WorkWeekPanel />
      </div>
      <HolidayDialog
        opened={open?.what === "edit"}
        holiday={open?.what === "edit" ? open.holiday : null}
        onClose={close}
      />
      <HolidayImport opened={importing} onClose={() => setImporting(false)} />
      <OfficialHolidays opened={choosing} onClose={() => setChoosing(false)} />
      <DeleteHoliday holiday={open?.what === "delete" ? open.holiday : null} onClose={close} />
    </>
  );
}

function HolidayList({ editable, onOpen }: { editable: boolean; onOpen: (open: Open) => void }) {
  const text = useText();
  const { number } = useFormat();
  const [search, setSearch] = useAddress();
  const present = Number(useToday().slice(0, 4));
  const year = Number(search.get("year")) || present;
  const query = useEndpoint(listHolidays, { query: { year } });
  const go = (to: number) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      next.set("year", String(to));
      return next;
    });
  const step = (by: number, label: "holiday.yearBefore" | "holiday.yearAfter") => {
    const Icon = by < 0 ? IconChevronLeft : IconChevronRight;
    return (
      <ActionIcon aria-label={text(label)} onClick={() => go(year + by)}>
        <Icon size={16} stroke={1.75} className="flip" aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <Panel
      title={text("holiday.of", { year })}
      count={query.data && query.data.data.length > 0 ? number(query.data.data.length) : undefined}
      end={
        <>
          {step(-1, "holiday.yearBefore")}
          {step(1, "holiday.yearAfter")}
        </>
      }
    >
      <QueryBoundary query={query} loading={<SkeletonRows rows={4} />} failed={text("holiday.failed")}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={text("holiday.none")} text={text("holiday.none.why")} />
          ) : (
            <ul className={classes.list}>
              {data.map((holiday) => (
                <Row key={holiday.id} holiday={holiday} editable={editable} onOpen={onOpen} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

interface RowProps {
  holiday: HolidayRecord;
  editable: boolean;
  onOpen: (open: Open) => void;
}

function Row({ holiday, editable, onOpen }: RowProps) {
  const text = useText();
  const { day } = useFormat();
  const { date, half, location } = holiday;
  const name = useNameOf()(holiday);
  return (
    <li>
      <span className={classes.date}>{day(date, "long")}</span>
      <span className={classes.name}>
        <bdi>{name}</bdi>
        {half && <span className={classes.mark}>{text(`holiday.half.${half as "morning" | "afternoon"}`)}</span>}
        {location && (
          <span className={classes.mark}>
            <bdi>{location}</bdi>
          </span>
        )}
      </span>
      {editable && (
        <span className={classes.actions}>
          <ActionIcon
            size="lg"
            aria-label={text("holiday.edit", { name })}
            onClick={() => onOpen({ what: "edit", holiday })}
          >
            <IconPencil size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size="lg"
            aria-label={text("holiday.delete", { name })}
            onClick={() => onOpen({ what: "delete", holiday })}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}

function DeleteHoliday({ holiday, onClose }: { holiday: HolidayRecord | null; onClose: () => void }) {
  const text = useText();
  const nameOf = useNameOf();
  const remove = useAction(deleteHoliday, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={holiday !== null}
      title={text("holiday.delete.title", { name: holiday ? nameOf(holiday) : "" })}
      confirmLabel={text("action.delete")}
      pending={remove.isPending}
      onConfirm={() => holiday && remove.mutate({ params: { id: holiday.id } })}
      onClose={onClose}
    >
      {text("holiday.delete.why")}
    </ConfirmDialog>
  );
}
