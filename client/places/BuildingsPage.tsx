import { Select, TextInput } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import {
  type Building,
  createBuilding,
  deleteBuilding,
  listBuildings,
  updateBuilding,
} from "../../shared/places/buildings.contract";
import { buildingSchema } from "../../shared/places/places.schema";
import { PanelForm } from "../organisation/PanelForm";
import { useListAddress } from "../organisation/useListAddress";
import { useOpenRecord } from "../organisation/useOpenRecord";
import { call } from "../platform/api";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Optional } from "../ui/fields/Optional";
import { PlacePage } from "./PlacePage";
import { useRecordForm } from "./useRecordForm";

const pageSize = 25;

/** `/room/building`: houses, with their floors and rooms counted. */
export function BuildingsPage() {
  const text = useText();
  const { number } = useFormat();
  const can = useCan();
  const open = useOpenRecord<Building>();
  const address = useListAddress("name");
  const { sought: q, sort, page } = address;
  const query = useEndpoint(
    listBuildings,
    { query: { q, sort: sort as "name", page, per_page: pageSize } },
    { placeholderData: keepPreviousData },
  );
  return (
    <PlacePage
      kind="building"
      sortedByName
      mayAdd={can("building-create")}
      address={address}
      query={query}
      columns={[
        { key: "address", label: text("building.address"), onPhone: true, cell: (row) => row.address },
        { key: "zone", label: text("place.timeZone"), cell: (row) => row.time_zone },
        { key: "floors", label: text("building.floors"), figure: true, cell: (row) => number(row.floor_count) },
        { key: "rooms", label: text("building.rooms"), figure: true, cell: (row) => number(row.room_count) },
      ]}
      open={open}
      remove={(id, _, bookings) => call(deleteBuilding, { params: { id }, body: { bookings } })}
      panel={(building) => <Fields building={building} onClose={open.close} />}
    />
  );
}

function Fields({ building, onClose }: { building: Building | null; onClose: () => void }) {
  const text = useText();
  const form = useRecordForm(buildingSchema, {
    record: building,
    initialValues: {
      name: building?.name ?? "",
      address: building?.address ?? "",
      time_zone: building?.time_zone ?? null,
    },
    send: (sent, idempotencyKey) => {
      const body = sent as { name: string };
      return building
        ? call(updateBuilding, { params: { id: building.id }, body })
        : call(createBuilding, { body, idempotencyKey });
    },
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("place.name")} {...form.field("name")} />
      <TextInput label={<Optional label={text("building.address")} />} {...form.field("address")} />
      <Select
        label={<Optional label={text("place.timeZone")} />}
        description={text("building.timeZone.why")}
        searchable
        clearable
        limit={50}
        data={Intl.supportedValuesOf("timeZone")}
        {...form.choice<string | null>("time_zone")}
      />
    </PanelForm>
  );
}
