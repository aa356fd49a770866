import { Button, MultiSelect, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { createBooking, type BookingConflicts } from "../../../../shared/bookings/bookings/bookings.contract";
import type { BookableType } from "../../../../shared/bookings/bookings/bookings.schema";
import { findFree, type FreeResource } from "../../../../shared/bookings/bookings/finding.contract";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import { SidePanel } from "../../../ui/records/SidePanel";
import { useFormat, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { useAction, useEndpoint } from "../../../platform/query";
import { NumberField } from "../../../ui/fields/NumberField";
import { reportUnreadableText } from "../../../ui/fields/unreadable-text";
import { ErrorState } from "../../../ui/states/ErrorState";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { toast } from "../../../ui/toast/toast";
import classes from "../bookings.module.css";
import { SlotTakenNotice } from "../form/SlotTakenNotice";
import type { BookingInput } from "../form/booking-values";
import { FindTimeForm } from "./FindTimeForm";
import { TimeFields } from "../../resources/TimeFields";
import { useTimeSpanText } from "../../../platform/intl/useTimeSpanText";
import found from "./Finding.module.css";
import { compareNames } from "../../../platform/intl/useNameOf";

interface FindPanelProps {
  kind: BookableType;
  opened: boolean;
  resources: readonly GridResource[];
  /** Bookings whose changes trigger a refetch of the free resources. */
  bookings: readonly unknown[];
  usual: { from: number; until: number };
  /** The tenant's time zone. */
  timeZone: string;
  may: boolean;
  /** The day shown by the screen. */
  day: string;
  onClose: () => void;
  /** Opens the form for a new booking. */
  onBook: (input: BookingInput) => void;
}

export function FindResourcePanel({ opened, kind, day, onBook, ...rest }: FindPanelProps) {
  const text = useText();
  const { onClose, resources, timeZone, may } = rest;
  const [search, setSearch] = useState<"room" | "time">("room");
  const byTime = kind === "room" && may && search === "time";
  return (
    <SidePanel opened={opened} title={text(byTime ? "booking.findTime" : `booking.find.${kind}`)} onClose={onClose}>
      {kind === "room" && may && (
        <SegmentedControl
          fullWidth
          className={found.kinds ?? ""}
          aria-label={text("booking.findTime.kind")}
          value={search}
          onChange={(value) => setSearch(value === "time" ? "time" : "room")}
          data={[
            { value: "room", label: text("booking.findTime.oneTime") },
            { value: "time", label: text("booking.findTime.commonTime") },
          ]}
        />
      )}
      {opened && byTime && <FindTimeForm resources={resources} day={day} timeZone={timeZone} onBook={onBook} />}
      {opened && !byTime && <FindForm kind={kind} {...rest} />}
    </SidePanel>
  );
}

const unique = (items: readonly (string | null)[]) =>
  [...new Set(items)].filter((each): each is string => each !== null).sort(compareNames);

function FindForm({
  kind,
  resources,
  bookings,
  usual,
  timeZone,
  may,
  onClose,
}: Omit<FindPanelProps, "opened" | "day" | "onBook">) {
  const text = useText();
  const [title, setTitle] = useState("");
  const [people, setPeople] = useState<number | string>("");
  const [tools, setTools] = useState<string[]>([]);
  const [carType, setCarType] = useState<string | null>(null);
  const [when, setWhen] = useState({
    start_date: new Date(usual.from).toISOString(),
    end_date: new Date(usual.until).toISOString(),
  });
  const query = useEndpoint(findFree, {
    query: {
      bookable_type: kind,
      ...when,
      ...(Number(people) > 0 ? { people: Number(people) } : {}),
      ...(tools.length > 0 ? { tools: tools.join(",") } : {}),
      ...(carType ? { car_type: carType } : {}),
    },
  });
  const { refetch } = query;
  useEffect(() => void refetch(), [bookings, refetch]);
  const errors = query.error instanceof ProblemError ? query.error.errors : undefined;
  const times = {
    setValue: (name: string, value: unknown) => setWhen((now) => ({ ...now, [name]: value as string })),
    errorOf: (name: string) => errors?.[name]?.[0],
  };
  const fields = useRef<HTMLDivElement>(null);
  return (
    <div className={classes.fields} ref={fields}>
      <TextInput
        data-autofocus
        label={text("booking.title")}
        placeholder={text(`booking.find.usual.${kind}`)}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {kind !== "equipment" && (
        <NumberField
          label={text(kind === "room" ? "booking.find.people" : "booking.find.seats")}
          min={1}
          max={100_000}
          value={people}
          onChange={setPeople}
        />
      )}
      {kind === "room" && (
        <MultiSelect
          label={text("booking.tools")}
          data={unique(resources.flatMap((each) => each.tools))}
          value={tools}
          onChange={setTools}
        />
      )}
      {kind === "equipment" && (
        <MultiSelect
          label={text("booking.find.kinds")}
          data={unique(resources.map((each) => each.equipment_kind)).map((value) => ({
            value,
            label: text(`equipment.kind.${value as "camera"}`),
          }))}
          value={tools}
          onChange={setTools}
        />
      )}
      {kind === "car" && (
        <Select
          label={text("booking.find.type")}
          clearable
          data={unique(resources.map((each) => each.car_type)).map((value) => ({
            value,
            label: text(`booking.carType.${value as "sedan"}`),
          }))}
          value={carType}
          onChange={setCarType}
        />
      )}
      <TimeFields form={timeForm(times)} start={when.start_date} end={when.end_date} timeZone={timeZone} />
      {query.isPending && <SkeletonRows rows={4} height={44} />}
      {query.error && !errors && (
        <ErrorState error={query.error} onRetry={() => void refetch()} retrying={query.isFetching} />
      )}
      {query.data && (
        <Offers
          kind={kind}
          offers={query.data.data}
          title={title.trim() || text(`booking.find.usual.${kind}`)}
          seats={Number(people) || undefined}
          timeZone={timeZone}
          may={may}
          isReadable={() => !reportUnreadableText(fields.current)}
          onLost={() => void refetch()}
          onDone={onClose}
        />
      )}
    </div>
  );
}

const timeForm = ({
  setValue,
  errorOf,
}: {
  setValue: (name: string, value: unknown) => void;
  errorOf: (name: string) => string | undefined;
}) => ({
  setValue,
  valueProps: (name: string) => ({ error: errorOf(name) }),
});

interface OffersProps {
  kind: BookableType;
  offers: readonly FreeResource[];
  title: string;
  seats: number | undefined;
  timeZone: string;
  may: boolean;
  /** Whether the times that the fields show are those of the offers. The fields report what isn't. */
  isReadable?: () => boolean;
  onLost: () => void;
  onDone: () => void;
}

export function Offers({ kind, offers, title, seats, timeZone, may, isReadable, onLost, onDone }: OffersProps) {
  const text = useText();
  const format = useFormat();
  const when = useTimeSpanText();
  const [slotConflicts, setSlotConflicts] = useState<BookingConflicts | null>(null);
  const [pressed, setPressed] = useState<number | null>(null);
  const book = useAction(createBooking, {
    onSuccess: ({ message }) => {
      toast.done(message);
      onDone();
    },
    onProblem: (error) => {
      if (!(error instanceof ProblemError) || error.code !== "booking.taken") return false;
      setSlotConflicts(error.record as BookingConflicts);
      onLost();
      return true;
    },
  });
  /** Books an offer, or an alternative to it: the same resource at another time, or another resource. */
  const send = (
    offer: Pick<FreeResource, "bookable_id" | "start_date" | "end_date"> & { car_type?: string | null },
  ) => {
    if (isReadable?.() === false) return;
    setPressed(offer.bookable_id);
    setSlotConflicts(null);
    const { start_date, end_date } = offer;
    const resource = kind !== "car" ? { bookable_id: offer.bookable_id } : { car_type: offer.car_type ?? "", seats };
    book.mutate({ body: { title, bookable_type: kind, start_date, end_date, ...resource } });
  };
  return (
    <>
      {slotConflicts && (
        <SlotTakenNotice slotConflicts={slotConflicts} timeZone={offers[0]?.time_zone ?? timeZone} onTake={send} />
      )}
      {offers.length === 0 && <p role="status">{text("booking.find.none")}</p>}
      <ul className={found.offers} aria-label={text("booking.find.free")} hidden={offers.length === 0}>
        {offers.map((offer) => (
          <li key={offer.bookable_id} data-off={offer.minutes_off !== 0 || undefined}>
            <span>
              <b>
                <bdi>{offer.name}</bdi>
              </b>
              <small>
                {[
                  when(offer.start_date, offer.end_date, offer.time_zone, { withDay: false, named: false }),
                  offer.capacity !== null && text("booking.seats", { count: offer.capacity }),
                  offer.car_type && text(`booking.carType.${offer.car_type as "sedan"}`),
                  [offer.building, offer.floor].filter(Boolean).join(", "),
                  format.list(offer.tools),
                  offer.needs_approval && text("booking.needsApproval"),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </small>
            </span>
            {may && (
              <Button
                size="xs"
                variant={offer.minutes_off === 0 ? "filled" : "default"}
                loading={book.isPending && pressed === offer.bookable_id}
                aria-label={text("booking.bookName", { name: offer.name })}
                onClick={() => send(offer)}
              >
                {text("booking.book")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
