import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useNavigate, useParams } from "react-router-dom";
import { licenceClasses } from "../../shared/cars/cars.schema";
import {
  createDriver,
  deleteDriver,
  type Driver,
  listDrivers,
  readDriver,
  updateDriver,
} from "../../shared/drivers/drivers.contract";
import { driverSchema } from "../../shared/drivers/drivers.schema";
import { OpenRecord } from "../organisation/OpenRecord";
import { PanelForm } from "../organisation/PanelForm";
import { asListed, RecordPage } from "../organisation/RecordPage";
import { SidePanel } from "../organisation/SidePanel";
import { usePeopleChoices } from "../organisation/usePeopleChoices";
import { ExpiryDay } from "../places/ExpiryDay";
import { Outages } from "../places/Outages";
import { usePlaceList } from "../places/usePlaceList";
import { useRecordForm } from "../places/useRecordForm";
import { WeekFields } from "../places/WeekFields";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { DateField } from "../ui/fields/DateField";
import { Optional } from "../ui/fields/Optional";

/** `/driver/list`, `/driver/create`, `/driver/edit/7`: who drives. One is made or changed at an address of its own. */
export function DriversPage() {
  const text = useText();
  const can = useCan();
  const navigate = useNavigate();
  const { mode, id } = useParams();
  const { open: deleting, address, query } = usePlaceList(listDrivers);
  const named = mode === "edit" && Number(id) > 0;
  const one = useEndpoint(readDriver, { params: { id: Number(id) } }, { enabled: named }).data?.data;
  const close = () => {
    deleting.close();
    void navigate(paths.driver("list"));
  };
  const edit = (driver: Driver) => navigate(paths.driver("edit", driver.id));
  const open = { ...deleting, add: () => navigate(paths.driver("create")), edit, close };
  const edited = mode === "create" ? null : named ? one : undefined;
  return (
    <RecordPage
      words={{
        title: text("title.drivers"),
        add: text("driver.new"),
        search: text("driver.search"),
        none: text("driver.none"),
        noneWhy: text("driver.none.why"),
        failed: text("place.failed"),
      }}
      stream="cars"
      mayAdd={can("driver-create")}
      address={address}
      query={query}
      shown={asListed}
      columns={[
        {
          key: "name",
          label: text("place.name"),
          sort: "name",
          cell: (row) => <OpenRecord name={row.fullname} onOpen={row.can.edit ? () => edit(row) : null} />,
        },
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
      open={open}
      remove={(driverId, _, bookings) => call(deleteDriver, { params: { id: driverId }, body: { bookings } })}
    >
      <SidePanel opened={edited !== undefined} title={edited ? edited.fullname : text("driver.new")} onClose={close}>
        <Fields driver={edited ?? null} onClose={close} />
        {edited && <Outages of={{ driver_id: edited.id }} />}
      </SidePanel>
    </RecordPage>
  );
}

function Fields({ driver, onClose }: { driver: Driver | null; onClose: () => void }) {
  const text = useText();
  const people = usePeopleChoices();
  const form = useRecordForm(driverSchema, {
    record: driver,
    initialValues: {
      user_id: driver?.user_id ? String(driver.user_id) : (null as string | null),
      fullname: driver?.user_id ? "" : (driver?.fullname ?? ""),
      phone_number: driver?.phone_number ?? "",
      licence_classes: driver?.licence_classes ?? (["B"] as string[]),
      licence_expires_on: driver?.licence_expires_on ?? null,
      works_from: driver?.works_from ?? "",
      works_until: driver?.works_until ?? "",
      work_days: (driver?.work_days ?? [1, 2, 3, 4, 5, 6, 7]).map(String),
    },
    send: (sent, idempotencyKey) => {
      const body = sent as { fullname?: string };
      return driver
        ? call(updateDriver, { params: { id: driver.id }, body })
        : call(createDriver, { body, idempotencyKey });
    },
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <Select
        label={<Optional label={text("driver.person")} />}
        description={text("driver.person.why")}
        searchable
        clearable
        data={people}
        {...form.choice<string | null>("user_id")}
      />
      <TextInput label={<Optional label={text("driver.outside")} />} {...form.field("fullname")} />
      <TextInput
        data-autofocus
        label={<Optional label={text("driver.phone")} />}
        type="tel"
        {...form.field("phone_number")}
      />
      <MultiSelect
        label={text("driver.licence")}
        data={[...licenceClasses]}
        {...form.choice<string[]>("licence_classes")}
      />
      <DateField
        label={<Optional label={text("driver.expires")} />}
        {...form.choice<string | null>("licence_expires_on")}
      />
      <WeekFields
        from={{ label: text("driver.worksFrom"), field: form.field("works_from") }}
        until={{ label: text("driver.worksUntil"), field: form.field("works_until") }}
        days={{ label: text("driver.workDays"), field: form.choice<string[]>("work_days") }}
      />
    </PanelForm>
  );
}
