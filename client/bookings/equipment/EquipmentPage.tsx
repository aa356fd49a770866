import { Select, Switch, TextInput } from "@mantine/core";
import {
  createEquipment,
  deleteEquipment,
  removeEquipmentPhoto,
  uploadEquipmentPhoto,
  type Equipment,
  listEquipment,
  updateEquipment,
} from "../../../shared/bookings/equipment/equipment.contract";
import { equipmentKinds, equipmentSchema } from "../../../shared/bookings/equipment/equipment.schema";
import { colorTones } from "../../../shared/kernel/fields";
import { listBuildings } from "../../../shared/bookings/rooms/buildings.contract";
import { PanelForm } from "../../ui/records/PanelForm";
import { FieldPair } from "../resources/FieldPair";
import { Outages } from "../resources/Outages";
import { ResourcePhotoField } from "../resources/ResourcePhotoField";
import { ResourcePage } from "../resources/ResourcePage";
import { useRecordList } from "../../ui/records/useRecordList";
import { useRecordForm } from "../../ui/records/useRecordForm";
import { WeeklyHoursFields } from "../resources/WeeklyHoursFields";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useCan } from "../../platform/session";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { FailedReads } from "../../ui/states/FailedReads";

const photoCalls = { upload: uploadEquipmentPhoto, remove: removeEquipmentPhoto, list: listEquipment };

export function EquipmentPage() {
  const text = useText();
  const can = useCan();
  const list = useRecordList(listEquipment, { sort: "name" });
  return (
    <ResourcePage
      noun="equipment"
      sortedByName
      mayAdd={can("room-create")}
      list={list}
      columns={[
        {
          key: "kind",
          label: text("equipment.kind"),
          onPhone: true,
          cell: ({ kind }) => text(`equipment.kind.${kind}`),
        },
        { key: "building", label: text("place.building"), cell: ({ building }) => building.name },
        {
          key: "approval",
          label: text("room.approval"),
          cell: ({ auto_approve }) => text(auto_approve ? "room.approval.auto" : "room.approval.asked"),
        },
      ]}
      remove={deleteEquipment}
      form={(piece) => (
        <>
          {piece && <ResourcePhotoField of={piece} calls={photoCalls} />}
          <Fields piece={piece} onClose={list.open.close} />
          {piece && <Outages of={{ equipment_id: piece.id }} timeZone={piece.time_zone} />}
        </>
      )}
    />
  );
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

function Fields({ piece, onClose }: { piece: Equipment | null; onClose: () => void }) {
  const text = useText();
  const buildings = useEndpoint(listBuildings, { query: {} });
  const form = useRecordForm(equipmentSchema, {
    record: piece,
    valuesOf: (piece) => ({
      name: piece?.name ?? "",
      kind: (piece?.kind ?? null) as string | null,
      color: (piece?.color ?? null) as string | null,
      building_id: piece ? String(piece.building_id) : (null as string | null),
      opens_at: piece?.opens_at ?? "",
      closes_at: piece?.closes_at ?? "",
      open_days: (piece?.open_days ?? everyDay).map(String),
      auto_approve: piece?.auto_approve ?? true,
    }),
    groups: [["opens_at", "closes_at"]],
    clearable: ["color"],
    entries: ["open_days"],
    create: createEquipment,
    update: updateEquipment,
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <FailedReads reads={[buildings]} />
      <TextInput data-autofocus label={text("place.name")} {...form.field("name")} />
      <FieldPair>
        <Select
          label={text("equipment.kind")}
          data={equipmentKinds.map((kind) => ({ value: kind, label: text(`equipment.kind.${kind}`) }))}
          {...form.valueProps<string | null>("kind")}
        />
        <Select
          label={text("place.building")}
          searchable
          data={(buildings.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.valueProps<string | null>("building_id")}
        />
        <Select
          label={<OptionalLabel label={text("room.color")} />}
          clearable
          data={colorTones.map((tone) => ({ value: tone, label: text(`color.${tone}`) }))}
          {...form.valueProps<string | null>("color")}
        />
      </FieldPair>
      <WeeklyHoursFields
        from={{ label: text("equipment.lentFrom"), field: form.valueProps<string>("opens_at") }}
        until={{ label: text("equipment.lentUntil"), field: form.valueProps<string>("closes_at") }}
        days={{ label: text("equipment.lentDays"), field: form.valueProps<string[]>("open_days") }}
      />
      <Switch label={text("room.auto_approve")} {...form.check("auto_approve")} />
    </PanelForm>
  );
}
