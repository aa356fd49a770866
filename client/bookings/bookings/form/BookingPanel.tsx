import { Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  createBooking,
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
import { type BookingInput, changedBookingFields, fieldsOfAlternative, initialBookingValues } from "./booking-values";
import { CarFields } from "./CarFields";
import { EquipmentField } from "./EquipmentField";
import { GuestsField, useGuests } from "./Guests";
import { NewBookingFields } from "./NewBookingFields";
import { ParticipantsField } from "./ParticipantsField";
import { ResourceField } from "./ResourceField";
import { BookingScopeField, type BookingEditScope } from "./BookingScopeField";
import { SlotTakenNotice } from "./SlotTakenNotice";
import { TimeFields } from "../../resources/TimeFields";
import { useBookingConflicts } from "./useBookingConflicts";
import { usePublishedSlot } from "./usePublishedSlot";

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

interface FieldsProps extends Omit<BookingPanelProps, "bookingInput"> {
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
    ...initialBookingValues(kind, bookingInput, resources, text("booking.private")),
    guests: guests ?? undefined,
  };
  const form = useForm(bookingSchema, {
    draft: {
      storageKey: isClosed ? null : `booking:${booking?.id ?? `new:${kind}`}`,
      version: booking?.version,
      keptFields: ["title", "note", "purpose", "from_place", "to_place"],
      context: ["bookable_id", "car_type", "seats", "start_date", "end_date"],
      restoresContext: !bookingInput.isChosenInGrid,
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
              body: { ...changedBookingFields(change, bookingSchema.cast(initialValues)), scope, version },
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
            onTake={(alternative) => {
              setRejectedConflicts(null);
              const changes = fieldsOfAlternative(values, alternative);
              for (const [name, value] of Object.entries(changes)) form.setValue(name, value);
            }}
          />
        )}
        {!booking && <NewBookingFields form={form} values={values} timeZone={timeZone} />}
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
