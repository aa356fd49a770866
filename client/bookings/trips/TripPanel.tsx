import { Textarea } from "@mantine/core";
import { endTrip, noteTrip, startTrip, type Trip } from "../../../shared/bookings/trips/trips.contract";
import { endTripSchema, noteTripSchema, startTripSchema } from "../../../shared/bookings/trips/trips.schema";
import { PanelForm } from "../../ui/records/PanelForm";
import { SidePanel } from "../../ui/records/SidePanel";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { refetch } from "../../platform/query";
import { listTrips } from "../../../shared/bookings/trips/trips.contract";
import { NumberField } from "../../ui/fields/NumberField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { useForm } from "../../ui/form/form";
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
  await refetch(listTrips);
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

function End({ trip: { id, car, log }, onClose }: PanelProps) {
  const text = useText();
  const form = useForm(endTripSchema, {
    draft: { storageKey: `trip:end:${id}` },
    initialValues: { mileage: "" as number | string, fuel_litres: "", note: log?.note ?? "" },
    onSubmit: async (body, { idempotencyKey }) =>
      done(await call(endTrip, { params: { id }, body, idempotencyKey }), onClose),
  });
  return (
    <PanelForm form={form} onClose={onClose} saveLabel={text("trip.end")}>
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

function Note({ trip: { id, log }, onClose }: PanelProps) {
  const text = useText();
  const form = useForm(noteTripSchema, {
    draft: { storageKey: `trip:note:${id}` },
    initialValues: { note: log?.note ?? "" },
    onSubmit: async (body, { idempotencyKey }) =>
      done(await call(noteTrip, { params: { id }, body, idempotencyKey }), onClose),
  });
  return (
    <PanelForm form={form} onClose={onClose}>
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
