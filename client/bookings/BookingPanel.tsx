import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  type Alternative,
  createBooking,
  type Reservation,
  type Taken,
  updateBooking,
} from "../../shared/bookings/bookings.contract";
import { type BookableType, bookingSchema } from "../../shared/bookings/bookings.schema";
import type { GridResource } from "../../shared/bookings/grid.contract";
import type { PresentSlot } from "../../shared/kernel/streams";
import { PanelForm } from "../organisation/PanelForm";
import { SidePanel } from "../organisation/SidePanel";
import { call } from "../platform/api";
import type { MessageId } from "../platform/intl/catalogues";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { useCurrentUser } from "../platform/session";
import { useForm } from "../ui/form/form";
import { SkeletonRows } from "../ui/states/Skeleton";
import { toast } from "../ui/toast/toast";
import classes from "./bookings.module.css";
import { BasketFields, type BasketItem, basketWith } from "./basket/BasketFields";
import { CarFields } from "./CarFields";
import type { Draft } from "./grid/grid.drag";
import { EquipmentField, insteadOf } from "./EquipmentField";
import type { PartForm } from "./form.types";
import { GuestsField, useGuests } from "./Guests";
import { ParticipantsField } from "./ParticipantsField";
import { RepeatFields } from "./RepeatFields";
import { ScopeField, type Scope } from "./ScopeField";
import { SeriesPreview } from "./SeriesPreview";
import { TakenNotice } from "./TakenNotice";
import { TimeFields } from "./TimeFields";
import { useToldSlot } from "./useToldSlot";

export interface Wanted extends Omit<Draft, "resourceId"> {
  resourceId: number | null;
  booking: Reservation | null;
}

interface BookingPanelProps {
  kind: BookableType;
  wanted: Wanted | null;
  resources: readonly GridResource[];
  onClose: () => void;
  /** The time that is being filled in, for others to see; null: none any more. */
  onSlot: (slot: PresentSlot | null) => void;
}

const titles: Record<BookableType, MessageId> = {
  room: "booking.bookRoom",
  car: "booking.bookCar",
  equipment: "booking.bookEquipment",
};

/** Books, or changes what is booked. */
export function BookingPanel({ wanted, kind, onClose, ...rest }: BookingPanelProps) {
  const text = useText();
  const title = wanted?.booking ? text("booking.change") : text(titles[kind]);
  return (
    <SidePanel opened={wanted !== null} title={title} onClose={onClose}>
      {wanted && <WithGuests kind={kind} wanted={wanted} onClose={onClose} {...rest} />}
    </SidePanel>
  );
}

/** What is booked already is changed once it is known who is invited to it from outside. */
function WithGuests({ wanted, ...rest }: Omit<FieldsProps, "guests">) {
  const { guests, pending } = useGuests(wanted.booking);
  if (pending) return <SkeletonRows rows={6} height={36} />;
  const known = wanted.booking ? (guests?.map(({ email }) => email) ?? null) : [];
  return <Fields wanted={wanted} guests={known} {...rest} />;
}

const isoOf = (at: number) => new Date(at).toISOString();

const valuesOf = (
  kind: BookableType,
  { booking, resourceId, from, until }: Wanted,
  resources: readonly GridResource[],
  hidden: string,
) => ({
  title: booking ? (booking.title ?? hidden) : "",
  bookable_type: kind,
  bookable_id: kind !== "car" ? String(booking?.bookable_id ?? resourceId ?? resources[0]?.id ?? "") : undefined,
  car_type:
    kind === "car" ? (booking?.car_type ?? resources.find(({ id }) => id === resourceId)?.car_type ?? "") : undefined,
  seats: booking?.seats ?? undefined,
  from_place: booking?.from_place ?? "",
  to_place: booking?.to_place ?? "",
  purpose: booking?.purpose ?? "",
  driver_needed: booking?.driver_needed ?? false,
  start_date: isoOf(from),
  end_date: isoOf(until),
  participants: (booking?.participants ?? []).map(({ id }) => String(id)),
  equipment: (booking?.equipment ?? []).flatMap(({ id }) =>
    kind === "equipment" && id === booking?.bookable_id ? [] : String(id),
  ),
  note: booking?.note ?? "",
  private: booking?.private ?? false,
  repeat: "doesNotRepeat",
  repeat_count: 6,
  rrule: "",
  basket: [] as BasketItem[],
  dates: [] as { date: string; skip?: boolean; bookable_id?: number }[],
});

/**
 * What the form has changed: the rest stays as it is, also on dates of a series that have another room, or other people, than the
 * one that is open.
 */
function changesOf<Values extends object>(values: Values, before: object): Partial<Values> {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== known.get(name));
  return Object.fromEntries(changed) as Partial<Values>;
}

/** Another piece in the place of the one that is taken, wherever in the form it is. */
function takePiece(form: PartForm, values: ReturnType<typeof valuesOf>, each: Alternative): void {
  if (values.bookable_type === "equipment" && values.bookable_id === String(each.instead_of))
    form.setValue("bookable_id", String(each.bookable_id));
  form.setValue("equipment", insteadOf(values.equipment, each));
  const basket = values.basket.map((item) =>
    item.equipment ? { ...item, equipment: insteadOf(item.equipment, each) } : item,
  );
  form.setValue("basket", basket);
}

interface FieldsProps extends Omit<BookingPanelProps, "wanted"> {
  wanted: Wanted;
  /** Null: they are left as they are. */
  guests: readonly string[] | null;
}

function Fields({ kind, wanted, guests, resources, onClose, onSlot }: FieldsProps) {
  const text = useText();
  const [taken, setTaken] = useState<Taken | null>(null);
  const [scope, setScope] = useState<Scope>("this");
  const { booking } = wanted;
  const me = useCurrentUser();
  // Whoever looks after bookings moves what is private: what it says, and to whom, is theirs who booked it.
  const isClosed = booking?.private === true && booking.requester?.id !== me.id;
  const initialValues = { ...valuesOf(kind, wanted, resources, text("booking.private")), guests: guests ?? undefined };
  const form = useForm(bookingSchema, {
    initialValues,
    onSubmit: async (values, { idempotencyKey }) => {
      setTaken(null);
      const { repeat, rrule, repeat_until, repeat_count, dates, bookable_type, basket, ...change } = values;
      const body = repeat === "doesNotRepeat" ? { ...change, bookable_type, basket } : { ...values, basket: [] };
      try {
        const { message } = booking
          ? await call(updateBooking, {
              params: { id: booking.id },
              body: { ...changesOf(change, bookingSchema.cast(initialValues)), scope, version: booking.version },
              idempotencyKey,
            })
          : await call(createBooking, { body, idempotencyKey });
        toast.done(message);
        onClose();
      } catch (error) {
        if (error instanceof ProblemError && error.code === "booking.taken") setTaken(error.record as Taken);
        throw error;
      }
    },
  });
  const { values } = form;
  useToldSlot(kind, wanted, values, onSlot);
  const seats = resources.find(({ id }) => String(id) === values.bookable_id)?.capacity ?? null;
  return (
    <PanelForm form={form} onClose={onClose}>
      <div className={classes.fields}>
        <TextInput data-autofocus label={text("booking.title")} {...form.field("title")} readOnly={isClosed} />
        {kind !== "car" ? (
          <Select
            label={text(kind === "room" ? "booking.room" : "booking.piece")}
            searchable
            allowDeselect={false}
            data={resources.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.choice<string | null>("bookable_id")}
          />
        ) : (
          <CarFields form={form} resources={resources} />
        )}
        <TimeFields form={form} start={values.start_date} end={values.end_date} />
        {taken && (
          <TakenNotice
            taken={taken}
            onTake={(each) => {
              setTaken(null);
              if (each.kind === "equipment") return takePiece(form, values, each);
              const isInBasket = values.basket.some(({ bookable_id }) => bookable_id === String(each.instead_of));
              if (isInBasket) form.setValue("basket", basketWith(values.basket, each));
              else form.setValue("bookable_id", String(each.bookable_id));
              form.setValue("start_date", each.start_date);
              form.setValue("end_date", each.end_date);
            }}
          />
        )}
        {!booking && <RepeatFields form={form} repeat={values.repeat} />}
        {!booking && values.repeat !== "doesNotRepeat" && (
          <SeriesPreview values={values} setDates={(dates) => form.setValue("dates", dates)} />
        )}
        {!booking && (
          <BasketFields
            form={form}
            repeats={values.repeat !== "doesNotRepeat"}
            basket={values.basket}
            when={{ start_date: values.start_date, end_date: values.end_date }}
            own={kind === "room" ? values.bookable_id : undefined}
          />
        )}
        {booking?.series_id && <ScopeField value={scope} onChange={setScope} />}
        {!isClosed && (
          <ParticipantsField form={form} values={values} booking={booking} seats={kind === "room" ? seats : null} />
        )}
        {kind !== "car" && <EquipmentField form={form} own={kind === "equipment" ? values.bookable_id : undefined} />}
        {guests && !isClosed && <GuestsField form={form} />}
        {!isClosed && <Textarea label={text("booking.note")} autosize minRows={2} {...form.field("note")} />}
        {!isClosed && (
          <Switch
            label={text("booking.privateSwitch")}
            description={text("booking.privateWhy")}
            {...form.check("private")}
          />
        )}
      </div>
    </PanelForm>
  );
}
