import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useNavigate, useParams } from "react-router-dom";
import { licenceClasses } from "../../../shared/bookings/cars/cars.schema";
import {
  createDriver,
  deleteDriver,
  type Driver,
  listDrivers,
  readDriver,
  updateDriver,
} from "../../../shared/bookings/drivers/drivers.contract";
import { driverSchema } from "../../../shared/bookings/drivers/drivers.schema";
import { PanelForm } from "../../ui/records/PanelForm";
import { RecordPage } from "../../ui/records/RecordPage";
import { affectedBookings } from "../resources/AffectedBookings";
import { useBookablesStream } from "../resources/ResourcePage";
import { usePeopleChoices } from "../../people/organization/usePeopleChoices";
import { ExpiryDay } from "../resources/ExpiryDay";
import { Outages } from "../resources/Outages";
import { useRecordList } from "../../ui/records/useRecordList";
import { useRecordForm } from "../../ui/records/useRecordForm";
import { WeeklyHoursFields } from "../resources/WeeklyHoursFields";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useEndpoint } from "../../platform/query";
import { DateField } from "../../ui/fields/DateField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { FailedReads } from "../../ui/states/FailedReads";

export function DriversPage() {
  const text = useText();
  const navigate = useNavigate();
  const { mode, id } = useParams();
  const list = useRecordList(listDrivers, { sort: "name" });
  const isEditing = mode === "edit" && Number(id) > 0;
  const one = useEndpoint(readDriver, { params: { id: Number(id) } }, { enabled: isEditing }).data?.data;
  const close = () => {
    list.open.close();
    void navigate(paths.driver("list"));
  };
  const edit = (driver: Driver) => navigate(paths.driver("edit", driver.id));
  const edited = mode === "create" ? null : isEditing ? one : undefined;
  const open = { ...list.open, edited, add: () => navigate(paths.driver("create")), edit, close };
  return (
    <RecordPage
      noun="driver"
      list={{ ...list, open }}
      stream={useBookablesStream("cars")}
      nameLabel="place.name"
      columns={[
        {
          key: "kind",
          label: text("driver.kind"),
          cell: ({ user_id }) => text(user_id === null ? "driver.kind.outside" : "driver.kind.person"),
        },
        {
          key: "phone",
          label: text("driver.phone"),
          onPhone: true,
          cell: (row) => <bdi dir="ltr">{row.phone_number}</bdi>,
        },
        {
          key: "licence",
          label: text("driver.licence"),
          cell: ({ licence_classes }) => licence_classes.join(" · "),
        },
        {
          key: "expires",
          label: text("driver.expires"),
          cell: ({ licence_expires_on: day }) => <ExpiryDay value={day} />,
        },
      ]}
      nameOf={({ fullname }) => fullname}
      remove={deleteDriver}
      form={(driver) => (
        <>
          <Fields driver={driver} onClose={close} />
          {driver && <Outages of={{ driver_id: driver.id }} />}
        </>
      )}
      conflict={affectedBookings}
    />
  );
}

function Fields({ driver, onClose }: { driver: Driver | null; onClose: () => void }) {
  const text = useText();
  const people = usePeopleChoices();
  const form = useRecordForm(driverSchema, {
    record: driver,
    valuesOf: (driver) => ({
      user_id: driver?.user_id ? String(driver.user_id) : (null as string | null),
      fullname: driver?.user_id ? "" : (driver?.fullname ?? ""),
      phone_number: driver?.phone_number ?? "",
      licence_classes: driver?.licence_classes ?? (["B"] as string[]),
      licence_expires_on: driver?.licence_expires_on ?? null,
      works_from: driver?.works_from ?? "",
      works_until: driver?.works_until ?? "",
      work_days: (driver?.work_days ?? [1, 2, 3, 4, 5, 6, 7]).map(String),
    }),
    groups: [
      ["user_id", "fullname"],
      ["works_from", "works_until"],
    ],
    entries: ["licence_classes", "work_days"],
    create: createDriver,
    update: updateDriver,
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <FailedReads reads={[people.query]} />
      <Select
        label={<OptionalLabel label={text("driver.person")} />}
        description={text("driver.person.why")}
        searchable
        clearable
        data={people.options}
        {...form.valueProps<string | null>("user_id")}
      />
      <TextInput label={<OptionalLabel label={text("driver.outside")} />} {...form.field("fullname")} />
      <TextInput
        data-autofocus
        label={<OptionalLabel label={text("driver.phone")} />}
        type="tel"
        {...form.field("phone_number")}
      />
      <MultiSelect
        label={text("driver.licence")}
        data={[...licenceClasses]}
        {...form.valueProps<string[]>("licence_classes")}
      />
      <DateField
        label={<OptionalLabel label={text("driver.expires")} />}
        {...form.valueProps<string | null>("licence_expires_on")}
      />
      <WeeklyHoursFields
        from={{ label: text("driver.worksFrom"), field: form.valueProps<string>("works_from") }}
        until={{ label: text("driver.worksUntil"), field: form.valueProps<string>("works_until") }}
        days={{ label: text("driver.workDays"), field: form.valueProps<string[]>("work_days") }}
      />
    </PanelForm>
  );
}
