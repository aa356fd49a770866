import { Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  type Alternative,
  createBooking,
  type BookingWithPermissions,
  type BookingConflicts,
  updateBooking,
} from "../../../../shared/bookings/bookings/bookings.contract";
import { type BookableType, bookingSchema } from "../../../../shared/bookings/bookings/bookings.schema";
import type { GridResource } from "../../../../shared/bookings/bookings/grid.contract";
import type { PresentSlot } from "../../../../shared/kernel/streams";
import { PanelForm } from "../../../ui/records/PanelForm";
import { SidePanel } from "../../../ui/records/SidePanel";
import { call } from "../../../platform/api";
import type { MessageId } from "../../../platform/intl/catalogues";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { useCurrentUser } from "../../../platform/session";
import { useForm } from "../../../ui/form/form";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { toast } from "../../../ui/toast/toast";
import classes from "../bookings.module.css";
import { BasketFields, type BasketItem, replaceTakenBasketItem } from "./BasketFields";
import { CarFields } from "./CarFields";
import type { SlotDraft } from "../grid/grid.drag";
import { EquipmentField, replaceTakenPiece } from "./EquipmentField";
import type { FormBindings } from "./form.types";
import { GuestsField, useGuests } from "./Guests";
import { ParticipantsField } from "./ParticipantsField";
import { RepeatFields } from "./RepeatFields";
import { ResourceField } from "./ResourceField";
import { BookingScopeField, type BookingEditScope } from "./BookingScopeField";
import { SeriesPreview } from "./SeriesPreview";
import { SlotTakenNotice } from "./SlotTakenNotice";
import { TimeFields } from "../../resources/TimeFields";
import { useBookingConflicts } from "./useBookingConflicts";
import { usePublishedSlot } from "./usePublishedSlot";

export interface BookingInput extends Omit<SlotDraft, "resourceId"> {
  resourceId: number | null;
  booking: BookingWithPermissions | null;
  /** Whether the user chose the resource or the time in the grid, which an earlier draft doesn't replace. */
  isChosen?: boolean;
  /** Participants of a new booking, by id. */
  participants?: readonly number[];
}

interface BookingPanelProps {
  kind: BookableType;
  bookingInput: BookingInput | null;
  resources: readonly GridResource[];
  onClose: () => void;
  /** Publishes the time being filled in, so that other users see it; null clears it. */
  onSlot: (slot: PresentSlot | null) => void;
}

const titles: Record<BookableType, MessageId> = {
  room: "booking.bookRoom",
  car: "booking.bookCar",
  equipment: "booking.bookEquipment",
};

export function BookingPanel({ bookingInput, kind, onClose, ...rest }: BookingPanelProps) {
  const text = useText();
  const title = bookingInput?.booking ? text("booking.change") : text(titles[kind]);
  return (
    <SidePanel opened={bookingInput !== null} title={title} onClose={onClose}>
      {bookingInput && <WithGuests kind={kind} bookingInput={bookingInput} onClose={onClose} {...rest} />}
    </SidePanel>
  );
}

/** Editing waits until the external guests are loaded, because the form needs them as initial values. */
function WithGuests({ bookingInput, ...rest }: Omit<FieldsProps, "guests">) {
  const { guests, pending } = useGuests(bookingInput.booking);
  if (pending) return <SkeletonRows rows={6} height={36} />;
  const guestAddresses = bookingInput.booking ? (guests?.map(({ email }) => email) ?? null) : [];
  return <Fields bookingInput={bookingInput} guests={guestAddresses} {...rest} />;
}

const isoOf = (at: number) => new Date(at).toISOString();

const valuesOf = (
  kind: BookableType,
  { booking, resourceId, from, until, participants = [] }: BookingInput,
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
  participants: (booking?.participants.map(({ id }) => id) ?? participants).map(String),
  equipment: (booking?.equipment ?? []).flatMap(({ id }) =>
    kind === "equipment" && id === booking?.bookable_id ? [] : String(id),
  ),
  note: booking?.note ?? "",
  private: booking?.private ?? false,
  repeat: "doesNotRepeat",
  repeat_count: 6 as number | undefined,
  repeat_until: undefined as string | undefined,
  rrule: "",
  basket: [] as BasketItem[],
  dates: [] as { date: string; skip?: boolean; bookable_id?: number }[],
});

/**
 * Returns the fields that the form changed. Unchanged ones aren't sent, so that other dates of a series keep their own room and
 * participants.
 */
function changesOf<Values extends object>(values: Values, before: object): Partial<Values> {
  const previousJsonByName = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== previousJsonByName.get(name),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}

/** Replaces a taken piece of equipment wherever it occurs in the form. */
function replacePiece(form: FormBindings, values: ReturnType<typeof valuesOf>, each: Alternative): void {
  if (values.bookable_type === "equipment" && values.bookable_id === String(each.instead_of))
    form.setValue("bookable_id", String(each.bookable_id));
  form.setValue("equipment", replaceTakenPiece(values.equipment, each));
  const basket = values.basket.map((item) =>
    item.equipment ? { ...item, equipment: replaceTakenPiece(item.equipment, each) } : item,
  );
  form.setValue("basket", basket);
}

interface FieldsProps extends Omit<BookingPanelProps, "wanted"> {
  bookingInput: BookingInput;
  /** Null leaves the guests unchanged. */
  guests: readonly string[] | null;
}

function Fields({ kind, bookingInput, guests, resources, onClose, onSlot }: FieldsProps) {
  const text = useText();
  const [rejectedConflicts, setRejectedConflicts] = useState<BookingConflicts | null>(null);
  const [scope, setScope] = useState<BookingEditScope>("this");
  const { booking } = bookingInput;
  const me = useCurrentUser();
  // Booking managers may move another user's private booking, but not change its title, notes or participants.
  const isClosed = booking?.private === true && booking.requester?.id !== me.id;
  const initialValues = {
    ...valuesOf(kind, bookingInput, resources, text("booking.private")),
    guests: guests ?? undefined,
  };
  const form = useForm(bookingSchema, {
    draft: {
      place: isClosed ? null : `booking:${booking?.id ?? `new:${kind}`}`,
      version: booking?.version,
      only: ["title", "note", "purpose", "from_place", "to_place"],
      context: ["bookable_id", "car_type", "seats", "start_date", "end_date"],
      restoresContext: !bookingInput.isChosen,
    },
    initialValues,
    onSubmit: async (values, { idempotencyKey, version }) => {
      setRejectedConflicts(null);
      const { repeat, rrule, repeat_until, repeat_count, dates, bookable_type, basket, ...change } = values;
      const body = repeat === "doesNotRepeat" ? { ...change, bookable_type, basket } : { ...values, basket: [] };
      try {
        const { message } = booking
          ? await call(updateBooking, {
              params: { id: booking.id },
              body: { ...changesOf(change, bookingSchema.cast(initialValues)), scope, version },
              idempotencyKey,
            })
          : await call(createBooking, { body, idempotencyKey });
        toast.done(message);
        onClose();
      } catch (error) {
        if (error instanceof ProblemError && error.code === "booking.taken")
          setRejectedConflicts(error.record as BookingConflicts);
        throw error;
      }
    },
  });
  const { values } = form;
  usePublishedSlot(kind, bookingInput, values, onSlot);
  const chosen = resources.find(({ id }) => String(id) === values.bookable_id);
  const seats = chosen?.capacity ?? null;
  const timeZone = chosen?.time_zone ?? booking?.time_zone ?? me.tenant.time_zone;
  const when = { start_date: values.start_date, end_date: values.end_date };
  const clash = useBookingConflicts(values, booking?.id);
  const visibleConflicts = rejectedConflicts ?? clash;
  return (
    <PanelForm form={form} onClose={onClose}>
      <div className={classes.fields}>
        <TextInput data-autofocus label={text("booking.title")} {...form.field("title")} readOnly={isClosed} />
        {kind !== "car" ? (
          <ResourceField form={form} kind={kind} resources={resources} when={when} own={booking?.bookable_id ?? null} />
        ) : (
          <CarFields form={form} resources={resources} />
        )}
        <TimeFields form={form} start={values.start_date} end={values.end_date} timeZone={timeZone} />
        {visibleConflicts && (
          <SlotTakenNotice
            slotConflicts={visibleConflicts}
            timeZone={timeZone}
            onTake={(each) => {
              setRejectedConflicts(null);
              if (each.kind === "equipment") return replacePiece(form, values, each);
              const isInBasket = values.basket.some(({ bookable_id }) => bookable_id === String(each.instead_of));
              if (isInBasket) form.setValue("basket", replaceTakenBasketItem(values.basket, each));
              else form.setValue("bookable_id", String(each.bookable_id));
              form.setValue("start_date", each.start_date);
              form.setValue("end_date", each.end_date);
            }}
          />
        )}
        {!booking && (
          <RepeatFields
            form={form}
            start={values.start_date}
            timeZone={timeZone}
            count={values.repeat_count}
            until={values.repeat_until}
          />
        )}
        {!booking && values.repeat !== "doesNotRepeat" && (
          <SeriesPreview values={values} setDates={(dates) => form.setValue("dates", dates)} timeZone={timeZone} />
        )}
        {!booking && (
          <BasketFields
            form={form}
            repeats={values.repeat !== "doesNotRepeat"}
            basket={values.basket}
            when={when}
            own={kind === "room" ? values.bookable_id : undefined}
          />
        )}
        {booking?.series_id && <BookingScopeField value={scope} onChange={setScope} />}
        {!isClosed && (
          <ParticipantsField
            form={form}
            values={values}
            booking={booking}
            seats={kind === "room" ? seats : null}
            building={chosen?.building ?? null}
          />
        )}
        {kind !== "car" && (
          <EquipmentField
            form={form}
            own={kind === "equipment" ? values.bookable_id : undefined}
            building={chosen?.building ?? null}
            chosen={values.equipment}
          />
        )}
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
