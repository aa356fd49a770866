import { Select, Switch, TextInput } from "@mantine/core";
import {
  createEquipment,
  deleteEquipment,
  type Equipment,
  listEquipment,
  updateEquipment,
} from "../../shared/equipment/equipment.contract";
import { equipmentKinds, equipmentSchema } from "../../shared/equipment/equipment.schema";
import { tones } from "../../shared/kernel/fields";
import { listBuildings } from "../../shared/places/buildings.contract";
import { PanelForm } from "../organisation/PanelForm";
import { FieldPair } from "../places/FieldPair";
import { Outages } from "../places/Outages";
import { PlacePhoto } from "../places/PlacePhoto";
import { PlacePage } from "../places/PlacePage";
import { usePlaceList } from "../places/usePlaceList";
import { useRecordForm } from "../places/useRecordForm";
import { WeekFields } from "../places/WeekFields";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";
import { Optional } from "../ui/fields/Optional";

/** `/room/equipment`: what can be booked by itself or along with a room, piece by piece. */
export function EquipmentPage() {
  const text = useText();
  const can = useCan();
  const list = usePlaceList(listEquipment);
  return (
    <PlacePage
      kind="equipment"
      sortedByName
      mayAdd={can("room-create")}
      {...list}
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
      remove={(id, _, bookings) => call(deleteEquipment, { params: { id }, body: { bookings } })}
      panel={(piece) => (
        <>
          {piece && <PlacePhoto of={{ ...piece, kind: "equipment" }} />}
          <Fields piece={piece} onClose={list.open.close} />
          {piece && <Outages of={{ equipment_id: piece.id }} />}
        </>
      )}
    />
  );
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

function Fields({ piece, onClose }: { piece: Equipment | null; onClose: () => void }) {
  const text = useText();
  const { data } = useEndpoint(listBuildings, { query: {} });
  const buildings = data?.data ?? [];
  const form = useRecordForm(equipmentSchema, {
    record: piece,
    initialValues: {
      name: piece?.name ?? "",
      kind: (piece?.kind ?? null) as string | null,
      color: (piece?.color ?? null) as string | null,
      building_id: piece ? String(piece.building_id) : (null as string | null),
      opens_at: piece?.opens_at ?? "",
      closes_at: piece?.closes_at ?? "",
      open_days: (piece?.open_days ?? everyDay).map(String),
      auto_approve: piece?.auto_approve ?? true,
    },
    clearable: ["color"],
    send: (sent, idempotencyKey) => {
      const body = sent as { name: string; kind: Equipment["kind"]; building_id: number };
      return piece
        ? call(updateEquipment, { params: { id: piece.id }, body })
        : call(createEquipment, { body, idempotencyKey });
    },
    onClose,
  });
  return (
    <PanelForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("place.name")} {...form.field("name")} />
      <FieldPair>
        <Select
          label={text("equipment.kind")}
          data={equipmentKinds.map((kind) => ({ value: kind, label: text(`equipment.kind.${kind}`) }))}
          {...form.choice<string | null>("kind")}
        />
        <Select
          label={text("place.building")}
          searchable
          data={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.choice<string | null>("building_id")}
        />
        <Select
          label={<Optional label={text("room.color")} />}
          clearable
          data={tones.map((tone) => ({ value: tone, label: text(`color.${tone}`) }))}
          {...form.choice<string | null>("color")}
        />
      </FieldPair>
      <WeekFields
        from={{ label: text("equipment.lentFrom"), field: form.field("opens_at") }}
        until={{ label: text("equipment.lentUntil"), field: form.field("closes_at") }}
        days={{ label: text("equipment.lentDays"), field: form.choice<string[]>("open_days") }}
      />
      <Switch label={text("room.auto_approve")} {...form.check("auto_approve")} />
    </PanelForm>
  );
}
