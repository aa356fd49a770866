import { Textarea } from "@mantine/core";
import { useMemo, useState } from "react";
import {
  endTrip,
  listTrips,
  noteTrip,
  readTrip,
  startTrip,
  type Trip,
} from "../../../shared/bookings/trips/trips.contract";
import { endTripSchema, noteTripSchema, startTripSchema } from "../../../shared/bookings/trips/trips.schema";
import { PanelForm } from "../../ui/records/PanelForm";
import { SidePanel } from "../../ui/records/SidePanel";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch } from "../../platform/query";
import { NumberField } from "../../ui/fields/NumberField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { ChangedRecordNotice } from "../../ui/form/ChangedRecordNotice";
import { useForm } from "../../ui/form/form";
import { useEditedRecord } from "../../ui/form/useEditedRecord";
import { toast } from "../../ui/toast/toast";
import { useTripText } from "./TripCard";
import { TripPhotos } from "./TripPhotos";
import classes from "./trips.module.css";
import { AmountField } from "../../ui/fields/AmountField";

const maxKm = 9_999_999;

interface PanelProps {
  trip: Trip;
  onClose: () => void;
}

export function TripPanel({ trip, onClose }: { trip: Trip | null; onClose: () => void }) {
  const text = useText();
  return (
    <SidePanel opened={trip !== null} title={trip?.title ?? text("trip.private")} onClose={onClose}>
      {trip && (
        <div className={classes.panel}>
          <Facts trip={trip} />
          {trip.log && <TripPhotos trip={trip} photos={trip.log.photos} />}
          {trip.can.start && <Start trip={trip} onClose={onClose} />}
          {trip.can.end && <End trip={trip} onClose={onClose} />}
          {trip.can.note && !trip.can.end && <Note trip={trip} onClose={onClose} />}
        </div>
      )}
    </SidePanel>
  );
}

function Facts({ trip }: { trip: Trip }) {
  const text = useText();
  const words = useTripText();
  const { car, driver, requester, purpose, note, log, can } = trip;
  const rows = [
    [text("booking.when"), words.time(trip)],
    [text("booking.where"), words.way(trip)],
    [
      text("trip.car"),
      <>
        {car.name} <bdi className={classes.plate}>{car.plate_number}</bdi>
      </>,
    ],
    [text("trip.driver"), driver?.fullname ?? text("trip.ownDriving")],
    [text("trip.for"), requester?.fullname],
    [text("booking.purpose"), purpose],
    [text("booking.note"), note],
    [text("trip.log"), log && words.driven(log)],
    [text("trip.note"), can.note ? null : log?.note],
  ] as const;
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

const done = async ({ message }: { message?: string | undefined }, onClose: () => void) => {
  toast.done(message ?? "");
  onClose();
  await refetch(listTrips, readTrip);
};

function Start({ trip: { id, car }, onClose }: PanelProps) {
  const text = useText();
  const form = useForm(startTripSchema, {
    initialValues: { mileage: car.mileage as number | string },
    onSubmit: async (body, { idempotencyKey }) =>
      done(await call(startTrip, { params: { id }, body, idempotencyKey }), onClose),
  });
  return (
    <PanelForm form={form} onClose={onClose} saveLabel={text("trip.start")}>
      <Mileage km={car.mileage} field={form.valueProps<number | string>("mileage")} />
    </PanelForm>
  );
}

interface TripNote {
  note: string;
  version?: never;
}

interface NoteForm {
  values: { note: string };
  sending: boolean;
  draft: { restored: { before: { note?: string } } | null };
}

/** Keeps a typed note when another user saves the trip's note meanwhile. `show` shows the other user's note in the form. */
function useEditedNote({ log }: Trip, form: NoteForm, show: (note: string) => void) {
  const note = log?.note ?? "";
  const record = useMemo<TripNote>(() => ({ note }), [note]);
  const [shownNote, setShownNote] = useState(note);
  const [isDraftBase, setIsDraftBase] = useState(true);
  const isDirty = form.values.note !== shownNote;
  const showNote = (each: TripNote) => {
    setIsDraftBase(false);
    setShownNote(each.note);
    show(each.note);
  };
  const edited = useEditedRecord(record, {
    isDirty,
    isSending: form.sending,
    contentOf: (each) => each.note,
    show: showNote,
  });
  // A stored draft is based on the note at the time when it was typed.
  const draftBase = isDraftBase ? form.draft.restored?.before.note : undefined;
  const isOldDraft = draftBase !== undefined && draftBase !== note;
  return {
    isDirty,
    before: draftBase ?? edited.base.note,
    loadNew: edited.loadNew,
    hasConflict: edited.hasConflict || (isOldDraft && isDirty && !form.sending),
    /** Calls `send`. After a conflict, sending again overwrites the other user's note. */
    sendOver: async (send: () => Promise<unknown>) => {
      try {
        await send();
      } catch (error) {
        if (error instanceof ProblemError && error.code === "organization.stale") {
          const current = { note: (error.record as Trip).log?.note ?? "" };
          edited.overwrite(current);
          setIsDraftBase(false);
          setShownNote(current.note);
          if (!isDirty) show(current.note);
        }
        throw error;
      }
    },
  };
}

function End({ trip, onClose }: PanelProps) {
  const text = useText();
  const { id, car, log } = trip;
  const form = useForm(endTripSchema, {
    draft: { storageKey: `trip:end:${id}` },
    initialValues: { mileage: "" as number | string, fuel_litres: "", note: log?.note ?? "" },
    onSubmit: ({ note, ...values }, { idempotencyKey }) =>
      edited.sendOver(async () => {
        const body = edited.isDirty ? { ...values, note, before: edited.before } : values;
        await done(await call(endTrip, { params: { id }, body, idempotencyKey }), onClose);
      }),
  });
  const edited = useEditedNote(trip, form, (note) => form.setValue("note", note));
  return (
    <PanelForm form={form} onClose={onClose} saveLabel={text("trip.end")}>
      <ChangedRecordNotice edited={edited} />
      <Mileage km={car.mileage} field={form.valueProps<number | string>("mileage")} />
      <AmountField
        currency={undefined}
        max={1_000}
        label={<OptionalLabel label={text("trip.fuel")} />}
        {...form.valueProps<string>("fuel_litres")}
      />
      <Textarea autosize minRows={2} label={<OptionalLabel label={text("trip.note")} />} {...form.field("note")} />
    </PanelForm>
  );
}

function Note({ trip, onClose }: PanelProps) {
  const text = useText();
  const { id, log } = trip;
  const form = useForm(noteTripSchema, {
    draft: { storageKey: `trip:note:${id}` },
    initialValues: { note: log?.note ?? "" },
    onSubmit: ({ note }, { idempotencyKey }) =>
      edited.sendOver(async () => {
        const body = { note, before: edited.before };
        await done(await call(noteTrip, { params: { id }, body, idempotencyKey }), onClose);
      }),
  });
  const edited = useEditedNote(trip, form, (note) => form.reset({ values: { note } }));
  return (
    <PanelForm form={form} onClose={onClose}>
      <ChangedRecordNotice edited={edited} />
      <Textarea autosize minRows={2} label={<OptionalLabel label={text("trip.note")} />} {...form.field("note")} />
    </PanelForm>
  );
}

interface MileageProps {
  km: number;
  field: { value: number | string; onChange: (value: number | string) => void };
}

function Mileage({ km, field }: MileageProps) {
  const text = useText();
  return (
    <NumberField
      data-autofocus
      size="md"
      label={text("trip.mileage")}
      description={text("trip.mileage.known", { km })}
      min={km}
      max={maxKm}
      {...field}
    />
  );
}
