import { Select, TextInput } from "@mantine/core";
import {
  type Car,
  createCar,
  deleteCar,
  removeCarPhoto,
  uploadCarPhoto,
  listCars,
  updateCar,
} from "../../../shared/bookings/cars/cars.contract";
import { carSchema, carTypes, licenceClasses } from "../../../shared/bookings/cars/cars.schema";
import { PanelForm } from "../../ui/records/PanelForm";
import { ExpiryDay } from "../resources/ExpiryDay";
import { FieldPair } from "../resources/FieldPair";
import { Outages } from "../resources/Outages";
import { ResourcePhotoField } from "../resources/ResourcePhotoField";
import { ResourcePage } from "../resources/ResourcePage";
import { RateField } from "../resources/RateField";
import { useRecordList } from "../../ui/records/useRecordList";
import { useRecordForm } from "../../ui/records/useRecordForm";
import { useFormat, useText } from "../../platform/intl/useText";
import { DateField } from "../../ui/fields/DateField";
import { NumberField } from "../../ui/fields/NumberField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";

const photoCalls = { upload: uploadCarPhoto, remove: removeCarPhoto, list: listCars };

export function CarsPage() {
  const text = useText();
  const { number } = useFormat();
  const list = useRecordList(listCars, { sort: "name" });
  return (
    <ResourcePage
      noun="car"
      sortedByName
      list={list}
      columns={[
        { key: "type", label: text("car.type"), cell: ({ type }) => text(`car.type.${type}`) },
        {
          key: "plate",
          label: text("car.plate"),
          onPhone: true,
          cell: ({ plate_number }) => <bdi>{plate_number}</bdi>,
        },
        {
          key: "seats",
          label: text("car.seats"),
          figure: true,
          cell: ({ seats }) => (seats === null ? null : number(seats)),
        },
        {
          key: "mileage",
          label: text("car.mileage"),
          figure: true,
          cell: ({ mileage }) => text("car.kilometres", { count: mileage }),
        },
        {
          key: "insured",
          label: text("car.insured"),
          cell: ({ insured_until: day }) => <ExpiryDay value={day} />,
        },
        {
          key: "inspected",
          label: text("car.inspected"),
          cell: ({ inspected_until: day }) => <ExpiryDay value={day} />,
        },
      ]}
      remove={deleteCar}
      form={(car) => (
        <>
          {car && <ResourcePhotoField of={car} calls={photoCalls} />}
          <Fields car={car} onClose={list.open.close} />
          {car && <Outages of={{ car_id: car.id }} />}
        </>
      )}
    />
  );
}

function Fields({ car, onClose }: { car: Car | null; onClose: () => void }) {
  const text = useText();
  const form = useRecordForm(carSchema, {
    record: car,
    valuesOf: (car) => ({
      name: car?.name ?? "",
      type: car?.type ?? (null as string | null),
      plate_number: car?.plate_number ?? "",
      color: car?.color ?? "",
      seats: (car?.seats ?? "") as number | string,
      licence_class: (car?.licence_class ?? "B") as string,
      insured_until: car?.insured_until ?? null,
      inspected_until: car?.inspected_until ?? null,
      mileage: (car?.mileage ?? 0) as number | string,
      hourly_rate: car?.hourly_rate ?? "",
    }),
    clearable: ["seats", "hourly_rate"],
    create: createCar,
    update: updateCar,
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("place.name")} {...form.field("name")} />
      <FieldPair>
        <Select
          label={text("car.type")}
          data={carTypes.map((type) => ({ value: type, label: text(`car.type.${type}`) }))}
          {...form.valueProps<string | null>("type")}
        />
        <TextInput dir="auto" label={text("car.plate")} {...form.field("plate_number")} />
        <NumberField
          label={<OptionalLabel label={text("car.seats")} />}
          min={1}
          max={100}
          {...form.valueProps<number | string>("seats")}
        />
        <TextInput label={<OptionalLabel label={text("car.color")} />} {...form.field("color")} />
        <Select
          label={text("car.licence")}
          allowDeselect={false}
          data={[...licenceClasses]}
          {...form.valueProps<string | null>("licence_class")}
        />
        <NumberField
          label={text("car.mileage")}
          min={0}
          max={9_999_999}
          {...form.valueProps<number | string>("mileage")}
        />
        <RateField before={form.startValues.hourly_rate} {...form.valueProps<string>("hourly_rate")} />
        <DateField
          label={<OptionalLabel label={text("car.insured")} />}
          {...form.valueProps<string | null>("insured_until")}
        />
        <DateField
          label={<OptionalLabel label={text("car.inspected")} />}
          {...form.valueProps<string | null>("inspected_until")}
        />
      </FieldPair>
    </PanelForm>
  );
}
